import { sql } from 'drizzle-orm'
import type { HealthDetails } from '#contract/platform/health.ts'
import type { Db } from '#server/platform/db/client.ts'
import { outbox } from '#server/platform/db/schema.ts'
import { MAILS } from '#server/platform/mail/queued-mails.ts'

type Jobs = NonNullable<HealthDetails['jobs']>
type Outbox = NonNullable<HealthDetails['outbox']>

/** Counts jobs that should have begun by now; none before the queue's first start. Names with two underscores are the queue's own. */
export async function jobStats(db: Db, now: Date): Promise<Jobs> {
  const { rows: tables } = await db.execute<{ found: boolean }>(sql`select to_regclass('pgboss.job') is not null as found`)
  if (!tables[0]?.found) return { waiting: 0, oldestSeconds: null }
  const { rows } = await db.execute<{ waiting: number; oldest: number | null }>(sql`
    select count(*)::int as waiting, floor(extract(epoch from ${now.toISOString()}::timestamptz - min(start_after)))::int as oldest
      from pgboss.job
      where state::text in ('created', 'retry') and start_after <= ${now.toISOString()}::timestamptz and left(name, 2) <> '__'
  `)
  return { waiting: rows[0]?.waiting ?? 0, oldestSeconds: rows[0]?.oldest ?? null }
}

/** Counts messages that are due, and emails that are tried no more. */
export async function outboxStats(db: Db, now: Date): Promise<Outbox> {
  const isGivenUp = sql`${outbox.kind} = 'mail' and ${outbox.attempts} >= ${MAILS.maxAttempts}`
  const isDue = sql`not (${isGivenUp}) and ${outbox.dueAt} <= ${now.toISOString()}::timestamptz`
  const { rows } = await db.execute<{ waiting: number; oldest: number | null; failed: number }>(sql`
    select count(*) filter (where ${isDue})::int as waiting,
        floor(extract(epoch from ${now.toISOString()}::timestamptz - min(${outbox.dueAt}) filter (where ${isDue})))::int as oldest,
        count(*) filter (where ${isGivenUp})::int as failed
      from ${outbox} where ${outbox.sentAt} is null
  `)
  return { waiting: rows[0]?.waiting ?? 0, oldestSeconds: rows[0]?.oldest ?? null, failed: rows[0]?.failed ?? 0 }
}
