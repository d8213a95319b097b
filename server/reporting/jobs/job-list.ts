import { type SQL, sql } from 'drizzle-orm'
import { JOB_KINDS, type Job } from '#contract/reporting/jobs.ts'
import type { Db } from '#server/platform/db/client.ts'
import { nextTime } from '#server/platform/vendors/queue.ts'

/* Tables of the job queue (created by server/platform/vendors/queue.ts), read only. */

const KINDS = sql.raw(JOB_KINDS.map((kind) => `'${kind}'`).join(', '))
const STATES = {
  waiting: sql.raw("'created', 'retry'"),
  running: sql.raw("'active'"),
  done: sql.raw("'completed'"),
  failed: sql.raw("'failed'"),
  cancelled: sql.raw("'cancelled'"),
} as const
const ORDERS = {
  createdAt: sql.raw('created_on asc, id asc'),
  '-createdAt': sql.raw('created_on desc, id desc'),
  kind: sql.raw('name asc, created_on desc'),
  '-kind': sql.raw('name desc, created_on desc'),
} as const

/** Condition: not one of the jobs that run every minute and did what they should; they are listed by their kind only. */
const IS_NEWS = sql`not (name = 'audit-seal' and state = 'completed')`

/** Returns true if the queue's tables exist; a server creates them when it first starts its queue. */
async function hasQueue(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`select to_regclass('pgboss.job') is not null as found`)
  return rows[0]?.found === true
}

interface Row extends Record<string, unknown> {
  id: string
  name: Job['kind']
  state: string
  created_on: Date
  started_on: Date | null
  completed_on: Date | null
  start_after: Date
  retry_count: number
  output: unknown
}

function stateOf(state: string): Job['state'] {
  if (state === 'active') return 'running'
  if (state === 'completed') return 'done'
  return state === 'failed' || state === 'cancelled' ? state : 'waiting'
}

function textOf(output: unknown, name: 'text' | 'message'): string | null {
  const value = output !== null && typeof output === 'object' ? (output as Record<string, unknown>)[name] : null // jsonb of the queue
  return typeof value === 'string' ? value : null
}

const iso = (at: Date | string | null) => (at === null ? null : new Date(at).toISOString())

function toJob(row: Row): Job {
  const state = stateOf(row.state)
  const [start, end] = [row.started_on && new Date(row.started_on), row.completed_on && new Date(row.completed_on)]
  return {
    id: row.id,
    kind: row.name,
    state,
    createdAt: new Date(row.created_on).toISOString(),
    startedAt: iso(row.started_on),
    finishedAt: iso(row.completed_on),
    tookMs: start && end && state !== 'running' ? Math.max(0, Math.round(end.getTime() - start.getTime())) : null,
    retries: row.retry_count,
    dueAt: new Date(row.start_after).toISOString(),
    error: state === 'done' ? null : textOf(row.output, 'message'),
    result: textOf(row.output, 'text'),
  }
}

interface Filter {
  state?: Job['state'] | undefined
  kind?: Job['kind'] | undefined
  search?: string | undefined
  sort: keyof typeof ORDERS
  limit: number
  offset: number
}

/** Returns one page of background jobs, and their number. */
export async function listJobs(db: Db, { state, kind, search, sort, limit, offset }: Filter): Promise<{ items: Job[]; total: number }> {
  if (!(await hasQueue(db))) return { items: [], total: 0 }
  const conditions: SQL[] = [sql`name in (${KINDS})`]
  if (state) conditions.push(sql`state in (${STATES[state]})`)
  conditions.push(kind ? sql`name = ${kind}` : IS_NEWS)
  if (search) conditions.push(sql`position(lower(${search}) in lower(coalesce(output::text, '') || name)) > 0`)
  const where = sql.join(conditions, sql` and `)
  const { rows } = await db.execute<Row>(sql`
    select id, name, state::text as state, created_on, started_on, completed_on, start_after, retry_count, output
      from pgboss.job where ${where} order by ${ORDERS[sort]} limit ${limit} offset ${offset}
  `)
  const counted = await db.execute<{ total: number }>(sql`select count(*)::int as total from pgboss.job where ${where}`)
  return { items: rows.map(toJob), total: counted.rows[0]?.total ?? 0 }
}

/** Returns a job; null if there is none with that id. */
export async function findJob(db: Db, id: string): Promise<Job | null> {
  if (!(await hasQueue(db))) return null
  const { rows } = await db.execute<Row>(sql`
    select id, name, state::text as state, created_on, started_on, completed_on, start_after, retry_count, output
      from pgboss.job where id = ${id} and name in (${KINDS})
  `)
  return rows[0] ? toJob(rows[0]) : null
}

/** Returns the scheduled jobs, with their next run after `now`. */
export async function listSchedules(db: Db, now: Date): Promise<{ kind: Job['kind']; nextAt: string }[]> {
  if (!(await hasQueue(db))) return []
  const { rows } = await db.execute<{ name: Job['kind']; cron: string }>(
    sql`select name, cron from pgboss.schedule where name in (${KINDS}) order by name`,
  )
  return rows.map(({ name, cron }) => ({ kind: name, nextAt: nextTime(cron, now).toISOString() }))
}
