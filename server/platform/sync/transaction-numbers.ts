import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import type { ChangePoint } from './cursor.ts'

/*
 * A row that is synced has the number of the transaction that changed it last. Transactions don't commit in the order of their numbers: a
 * reader is given what was changed by those that had all ended, so that nothing is committed behind the place that it has come to.
 */

/** A select of `position` and `id` of changes. */
export type Changes = SQL

/**
 * Transactions before this one have ended, as the statement sees the rows. Those of other databases of the cluster don't matter, as far as
 * this role may know whose they are.
 */
const HORIZON = sql`(select coalesce(min(open.number), pg_snapshot_xmax(pg_current_snapshot())::text::bigint)
  from (select x::text::bigint as number from pg_snapshot_xip(pg_current_snapshot()) x) open
  where not exists (select from pg_stat_activity a where a.datname <> current_database() and a.backend_xid::text::bigint = open.number % 4294967296))`

/**
 * Returns the rows that changed after a point, each at its last change, in that order; at most `limit`.
 */
export async function listChanged(db: Db, changes: Changes, { position, id }: ChangePoint, limit: number): Promise<ChangePoint[]> {
  const { rows } = await db.execute<{ id: string; position: string }>(sql`
    select id, max(position)::text as position from (${changes}) c
    where position >= ${position}::bigint and position < ${HORIZON}
    group by id having (max(position), id) > (${position}::bigint, ${id}::uuid)
    order by max(position), id limit ${limit}`)
  return rows
}

/**
 * Returns the number of the last transaction of these changes whose predecessors have all ended; 0 without any. It was committed, so that
 * its number is not given again after a crash.
 */
export async function lastPosition(db: Db, changes: Changes): Promise<string> {
  const { rows } = await db.execute<{ position: string }>(
    sql`select coalesce(max(position), 0)::text as position from (${changes}) c where position < ${HORIZON}`,
  )
  return rows[0]?.position ?? '0'
}

/**
 * Returns the name of the state of the database in which numbers of transactions can be compared: another one after a restore, in another
 * database or cluster, and after a standby took over.
 */
export async function readEra(db: Db): Promise<string> {
  const { rows } = await db.execute<{ era: string }>(sql`
    select left(md5(concat_ws(' ', (select system_identifier from pg_control_system()),
      (select oid from pg_database where datname = current_database()), left(pg_walfile_name(pg_current_wal_lsn()), 8),
      (select max(id) from operations where kind = 'restore'))), 12) as era`)
  return rows[0]?.era ?? ''
}
