import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** A part of a sorted list: a range of the rows that match its filter, or the rows with these ids, which match no more perhaps. */
export interface ListPart {
  limit: number
  offset: number
  ids?: readonly string[]
}

/**
 * Returns all ids of a query that selects nothing else, in its order. They come as one text, because the server would parse
 * a row for each while others wait.
 */
export async function readIds(db: Db, ids: SQLWrapper): Promise<string[]> {
  const { rows } = await db.execute<{ ids: string | null }>(sql`select string_agg(id::text, ',') as ids from ${ids} as listed(id)`)
  return rows[0]?.ids?.split(',') ?? []
}

/** Condition: a column is one of these ids. */
export const isOneOf = (column: SQLWrapper, ids: readonly string[], type: 'uuid' | 'bigint' = 'uuid'): SQL =>
  sql`${column} = any(${sql.param([...ids])}::${sql.raw(type)}[])`
