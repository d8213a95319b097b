import { sql } from 'drizzle-orm'
import { JOB_KINDS } from '#contract/reporting/jobs.ts'
import { countUnsealed } from '#server/platform/audit-seals/sealed-entries.ts'
import type { Db } from '#server/platform/db/client.ts'
import { type Backlog, jobBacklog, outboxBacklog } from '#server/platform/health/backlog-stats.ts'
import type { Queue } from '#server/platform/outbox.ts'

/** Waiting work of one kind; `oldestSeconds` is 0 where none waits. */
type Waiting = Backlog & { oldestSeconds: number }

/** Values of the gauges over the database. */
export interface GaugeValues {
  outbox: (Waiting & { dead: number })[]
  jobs: Waiting[]
  holdsOpen: number
  holdsOverdue: number
  /** When the newest backup was finished; null without one. */
  backedUpAt: string | null
  /** Audit entries that should be sealed and are not. */
  auditUnsealed: number
  /** Differences of the ledger, when they were read and how long that took; null until it was. */
  ledger: { count: number; at: string; tookMs: number } | null
}

/** The row of the settings that servers share the values in. */
const SHARED = 'gauges'

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`

const orZero = <One extends Backlog>(backlog: One) => ({ ...backlog, oldestSeconds: backlog.oldestSeconds ?? 0 })

/** Background jobs that are due and wait, of every kind. */
async function readJobs(db: Db, now: Date): Promise<Waiting[]> {
  const byKind = new Map((await jobBacklog(db, now)).map((row) => [row.kind, orZero(row)]))
  return JOB_KINDS.map((kind) => byKind.get(kind) ?? { kind, waiting: 0, oldestSeconds: 0 })
}

async function readBackup(db: Db): Promise<string | null> {
  const { rows } = await db.execute<{ at: Date | null }>(sql`select max(finished_at) as at from operations where kind = 'backup' and ok`)
  return rows[0]?.at ? new Date(rows[0].at).toISOString() : null
}

/** Reads everything but the ledger. */
export async function readValues(db: Db, queues: readonly Queue[], now: Date): Promise<Omit<GaugeValues, 'ledger'>> {
  const { rows } = await db.execute<{ open: number; overdue: number }>(sql`
    select count(*)::int as open, (count(*) filter (where hold_until < ${at(now)}))::int as overdue from orders
      where hold_until is not null`)
  return {
    outbox: (await outboxBacklog(db, queues, now)).map(orZero),
    jobs: await readJobs(db, now),
    holdsOpen: rows[0]?.open ?? 0,
    holdsOverdue: rows[0]?.overdue ?? 0,
    backedUpAt: await readBackup(db),
    auditUnsealed: await countUnsealed(db, now),
  }
}

/**
 * Claims the next reading for this server, by the clock of the database.
 * @returns the shared values, null before the first; `isOurs`: nobody has claimed one within `seconds`
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
