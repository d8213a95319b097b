import { PgDialect } from 'drizzle-orm/pg-core'
import type { SQL } from 'drizzle-orm/sql'
import type { Db } from './client.ts'

const dialect = new PgDialect({ casing: 'snake_case' })

/**
 * Runs SQL as the prepared statement `name`, which each connection parses and plans once; queries of the builder have `prepare(name)` for the same.
 * The text under a name is always the same: whatever varies travels in parameters.
 * @param name the name, or what makes it of the text
 */
export async function executePrepared<Row>(db: Db, name: string | ((text: string) => string), statement: SQL): Promise<Row[]> {
  const query = dialect.sqlToQuery(statement)
  const given = typeof name === 'string' ? name : name(query.sql)
  const answer = await db._.session.prepareQuery(query, undefined, given, false).execute()
  return (answer as { rows: Row[] }).rows // what the driver answers to SQL without a mapping
}
