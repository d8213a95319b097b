import { sql } from 'drizzle-orm'
import { JOB_KINDS } from '#contract/reporting/jobs.ts'
import { PROVIDER_REQUESTS } from '#server/payments/cards/card-payment-record.ts'
import { TRANSFERS } from '#server/payouts/transfers/transfer-queue.ts'
import type { Db } from '#server/platform/db/client.ts'
import { MAILS } from '#server/platform/mail/queued-mails.ts'

/** Waiting work of one kind. */
interface Waiting {
  kind: string
  waiting: number
  /** Age of the oldest in seconds; 0 where none waits. */
  oldestSeconds: number
}

/** Values of the gauges over the database. */
export interface GaugeValues {
  outbox: (Waiting & { dead: number })[]
  jobs: Waiting[]
  holdsOpen: number
  holdsOverdue: number
  /** Differences of the ledger, when they were read and how long that took; null until it was. */
  ledger: { count: number; at: string; tookMs: number } | null
}

const QUEUES = [MAILS, PROVIDER_REQUESTS, TRANSFERS]
const OUTBOX_KINDS = QUEUES.flatMap(({ kinds, maxAttempts }) => kinds.map((kind) => ({ kind, maxAttempts: maxAttempts ?? null })))

/** The row of the settings that servers share the values in. */
const SHARED = 'gauges'

type Row<Shape> = Shape & Record<string, unknown>

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`

/** Unsent messages by kind. They wait from the moment they were written, tries included: an outbox that only fails is not empty. */
async function readOutbox(db: Db, now: Date): Promise<GaugeValues['outbox']> {
  const { rows } = await db.execute<Row<Waiting & { dead: number }>>(sql`
    select k.kind, count(o.id) filter (where not is_dead)::int as waiting, count(o.id) filter (where is_dead)::int as dead,
      coalesce(extract(epoch from ${at(now)} - min(o.created_at) filter (where not is_dead)), 0)::float8 as "oldestSeconds"
    from jsonb_to_recordset(${JSON.stringify(OUTBOX_KINDS)}::jsonb) as k(kind text, "maxAttempts" int)
    left join lateral (
      select id, created_at, coalesce(attempts >= k."maxAttempts" and due_at <= ${at(now)}, false) as is_dead from outbox where kind = k.kind and sent_at is null
    ) o on true
    group by k.kind`)
  return rows.map((row) => ({ ...row, oldestSeconds: Math.max(0, row.oldestSeconds) }))
}

/** Background jobs that are due and wait, by kind. A server creates their tables when it first starts its queue. */
async function readJobs(db: Db, now: Date): Promise<Waiting[]> {
  const { rows: tables } = await db.execute<{ found: boolean }>(sql`select to_regclass('pgboss.job') is not null as found`)
  const { rows } = tables[0]?.found
    ? await db.execute<Row<Waiting>>(sql`
        select name as kind, count(*)::int as waiting, extract(epoch from ${at(now)} - min(start_after))::float8 as "oldestSeconds"
        from pgboss.job where state in ('created', 'retry') and start_after <= ${at(now)} group by name`)
    : { rows: [] }
  const byKind = new Map(rows.map((row) => [row.kind, row]))
  return JOB_KINDS.map((kind) => byKind.get(kind) ?? { kind, waiting: 0, oldestSeconds: 0 })
}

/** Reads everything but the ledger. */
export async function readValues(db: Db, now: Date): Promise<Omit<GaugeValues, 'ledger'>> {
  const { rows } = await db.execute<{ open: number; overdue: number }>(sql`
    select count(*)::int as open, (count(*) filter (where hold_until < ${at(now)}))::int as overdue from orders where hold_until is not null`)
  return {
    outbox: await readOutbox(db, now),
    jobs: await readJobs(db, now),
    holdsOpen: rows[0]?.open ?? 0,
    holdsOverdue: rows[0]?.overdue ?? 0,
  }
}

/**
 * Claims the next reading for this server, by the clock of the database. @returns the shared values, null before the first; `isOurs`: nobody has
 * claimed one within `seconds`
 */
export async function claimReading(db: Db, seconds: number): Promise<{ isOurs: boolean; shared: GaugeValues | null }> {
  const { rows: claimed } = await db.execute<{ value: GaugeValues | null }>(sql`
    insert into settings (name, value, updated_at) values (${SHARED}, 'null'::jsonb, now())
    on conflict (name) do update set updated_at = excluded.updated_at where settings.updated_at <= now() - make_interval(secs => ${seconds})
    returning value`)
  if (claimed[0]) return { isOurs: true, shared: claimed[0].value }
  const { rows } = await db.execute<{ value: GaugeValues | null }>(sql`select value from settings where name = ${SHARED}`)
  return { isOurs: false, shared: rows[0]?.value ?? null }
}

/** Shares the values with the other servers. */
export async function shareValues(db: Db, values: GaugeValues): Promise<void> {
  await db.execute(sql`update settings set value = ${JSON.stringify(values)}::jsonb where name = ${SHARED}`)
}
