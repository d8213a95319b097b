import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import type { Queue } from '#server/platform/outbox.ts'

/** Waiting work of one kind. */
export interface Backlog {
  kind: string
  waiting: number
  /** Time in seconds for which the one that waits longest has been due; null if none waits. */
  oldestSeconds: number | null
}

type Row<Shape> = Shape & Record<string, unknown>

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`

/**
 * Reads the background jobs that should have begun, by kind; a kind without any has no row. Names with two underscores are the queue's own.
 */
export async function jobBacklog(db: Db, now: Date): Promise<Backlog[]> {
  // a server creates the tables when it first starts its queue
  const { rows: tables } = await db.execute<{ found: boolean }>(sql`select to_regclass('pgboss.job') is not null as found`)
  if (!tables[0]?.found) return []
  const { rows } = await db.execute<Row<Backlog>>(sql`
    select name as kind, count(*)::int as waiting, extract(epoch from ${at(now)} - min(start_after))::float8 as "oldestSeconds"
    from pgboss.job where state::text in ('created', 'retry') and start_after <= ${at(now)} and left(name, 2) <> '__' group by name`)
  return rows
}

/**
 * Reads the unsent messages of the outbox by kind: those that are due and wait, and those that are tried no more (`dead`). One that failed
 * has been due since it was written, however far its next attempt is: an outbox that only fails is late. One that is planned for later is
 * not.
 */
export async function outboxBacklog(db: Db, queues: readonly Queue[], now: Date): Promise<(Backlog & { dead: number })[]> {
  const kinds = queues.flatMap(({ kinds: names, maxAttempts }) => names.map((kind) => ({ kind, maxAttempts: maxAttempts ?? null })))
  const { rows } = await db.execute<Row<Backlog & { dead: number }>>(sql`
    select k.kind, count(o.id) filter (where not is_dead and due_since <= ${at(now)})::int as waiting,
      count(o.id) filter (where is_dead)::int as dead,
      extract(epoch from ${at(now)} - min(due_since) filter (where not is_dead and due_since <= ${at(now)}))::float8 as "oldestSeconds"
    from jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) as k(kind text, "maxAttempts" int)
    left join lateral (
      select id, coalesce(attempts >= k."maxAttempts", false) as is_dead,
        case when attempts > 0 then least(created_at, due_at) else due_at end as due_since
      from outbox where kind = k.kind and sent_at is null
    ) o on true
    group by k.kind`)
  return rows
}

/** Adds up the waiting work of all kinds, with the age of the oldest in whole seconds. */
export function sumBacklog(backlog: readonly Backlog[]): { waiting: number; oldestSeconds: number | null } {
  const ages = backlog.flatMap(({ oldestSeconds }) => oldestSeconds ?? [])
  return {
    waiting: backlog.reduce((sum, { waiting }) => sum + waiting, 0),
    oldestSeconds: ages.length > 0 ? Math.floor(Math.max(...ages)) : null,
  }
}
