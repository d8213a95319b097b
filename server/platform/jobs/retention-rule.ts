import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/platform/db/client.ts'

/**
 * Rows of a table that are retained for some days. Each area has a list of them beside its code; `server/retention.ts` has all,
 * docs/personal-data.md the table.
 */
export interface RetentionRule {
  /** One of the rows, as the result of the job counts it. */
  noun: string
  /** By default the noun with an "s". */
  plural?: string
  table: PgTable
  /** Column with the moment from which the days count. */
  since: PgColumn
  /** Condition that joins the table of `since`, if that is another one. */
  via?: SQL
  /** 0: nothing is retained after that moment. */
  days: number
  /** Condition of the rows; by default all are meant. `before` is the end of the days. */
  where?: (before: SQL) => SQL
  /** The words of `where`, for the docs. */
  which?: string
  /** Columns of other tables that refer to the row: their rows are deleted with it. */
  alongside?: readonly PgColumn[]
  /** Change of the row that stays; by default it is deleted. */
  reduce?: { set: SQL; words: string }
}

/**
 * Deletes or reduces at most `limit` rows that a rule retains no longer. What somebody else is writing waits for the next time. @returns
 * their number
 */
export async function applyRule(tx: Db, rule: RetentionRule, end: Date, limit: number): Promise<number> {
  const { table, since, via, where, alongside = [], reduce } = rule
  const moment = end.toISOString()
  const before = since.getSQLType() === 'date' ? sql`${moment.slice(0, 10)}::date` : sql`${moment}::timestamptz`
  const isOver = via ? sql`exists (select 1 from ${since.table} where ${via} and ${since} < ${before})` : sql`${since} < ${before}`
  const others = where ? sql` and (${where(before)})` : sql``
  const ids = alongside.length > 0 ? sql`, ${table}.id` : sql``
  const deletions = alongside.map(
    (column, at) => sql`, ${sql.identifier(`other_${at}`)} as (delete from ${column.table} where ${column} in (select id from due))`,
  )
  const change = reduce ? sql`update ${table} set ${reduce.set}` : sql`delete from ${table}`
  const { rows } = await tx.execute<{ count: number }>(sql`
    with due as materialized (
      select ${table}.ctid as place${ids} from ${table} where ${isOver}${others} limit ${limit} for update skip locked
    )${sql.join(deletions)}, gone as (
      ${change} where ${table}.ctid in (select place from due) returning 1
    ) select count(*)::int as count from gone`)
  return rows[0]?.count ?? 0
}
