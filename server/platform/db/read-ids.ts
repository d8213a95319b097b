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

/** Cuts a list of ids into parts of so many rows. */
export function* partsOf(ids: readonly string[], rows: number): Generator<Required<ListPart>> {
  for (let at = 0; at < ids.length; at += rows) {
    const part = ids.slice(at, at + rows)
    yield { ids: part, limit: part.length, offset: 0 }
  }
}

/** Condition: a column is one of these ids. */
export const isOneOf = (column: SQLWrapper, ids: readonly string[], type: 'uuid' | 'bigint' = 'uuid'): SQL =>
  sql`${column} = any(${sql.param([...ids])}::${sql.raw(type)}[])`
