import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import { currentTraceparent, inTrace } from '#server/platform/traces.ts'

/** A job to run; `signal` aborts at shutdown. */
export interface Work {
  id: string
  data: unknown
  /** Attempts before this one. */
  retries: number
  /** True if the job is not retried after a failure. */
  isLastTry: boolean
  signal: AbortSignal
}

/** A kind of job: how it runs, is retried and is scheduled. */
export interface WorkKind {
  name: string
  /** Version of its data: `run` knows it and the ones before; raise it when older servers could not do the job. By default 1. */
  version?: number
  /** Runs the job. @returns a short summary of the result */
  run: (work: Work) => Promise<string>
  /** Attempts after the first; the pause before each grows from `pauseSeconds`. */
  retries: number
  pauseSeconds: number
  /** Polling interval of the queue. */
  pollSeconds: number
  /** Maximum duration of an attempt. */
  maxSeconds: number
  /** Retention of the record of a finished job; by default 30 days. */
  keptSeconds?: number
  /** Daily schedule (UTC); absent if it runs only on request. */
  daily?: { hour: number; minute: number }
  /** Checked in every process at the start and then at this interval; enqueued when due, once per interval by all processes together. */
  often?: { seconds: number; isDue: () => Promise<boolean> }
}

/** Returns the next run after `now` of a daily cron expression (UTC). */
export function nextTime(cron: string, now: Date): Date {
  const [minute = '0', hour = '0'] = cron.split(' ')
  const next = new Date(now)
  next.setUTCHours(Number(hour), Number(minute), 0, 0)
  if (next <= now) next.setUTCDate(next.getUTCDate() + 1)
  return next
}

/** The shop's database. `embedded`: this process is the only one with it. */
interface QueueDatabase {
  pool: Pool
  kind: 'embedded' | 'postgres'
}

/** Queue of background jobs, stored in the shop's database. */
export interface Queue {
  start: (kinds: readonly WorkKind[], onError: (error: unknown) => void) => Promise<void>
  /**
   * Enqueues a job, unless one with the same `key` waits or runs.
   * @returns its id; null if it was not enqueued.
   * @throws Error before `start`
   */
  send: (name: string, data: object, key: string) => Promise<string | null>
  /** Returns whether a job of this kind waits or runs. @throws Error before `start` */
  isBusy: (name: string) => Promise<boolean>
  /** Enqueues a failed job again. */
  retry: (name: string, id: string) => Promise<void>
  isStarted: () => boolean
  /** Stops taking jobs and waits up to `graceMs` for running ones; those that do not finish are retried at the next start. */
  stop: (graceMs: number) => Promise<void>
}

const SCHEMA = 'pgboss'
/** States of a job that waits or runs. */
const UNFINISHED: ReadonlySet<string> = new Set(['created', 'retry', 'active'])
const DAY_SECONDS = 86_400
const HEARTBEAT_SECONDS = 20
const SUPERVISE_SECONDS = 20
/** Time after which a job that this server does not know is offered again. */
const PUT_BACK_SECONDS = 10

/** Executes statements on the shop's pool; after an error the connection is rolled back before it is reused. */
function executorOf(pool: Pool, isFull: () => boolean) {
  return {
    executeSql: async (text: string, values?: unknown[]) => {
      if (isFull()) throw Object.assign(new Error('The disk is full'), { code: 'ENOSPC' })
      const client = await pool.connect()
      try {
        const result: unknown = await client.query(text, values)
        // several statements in one call return a list of results
        const results = (Array.isArray(result) ? result : [result]) as { rows: unknown[] }[]
        return { rows: results.flatMap(({ rows }) => rows) }
      } catch (error) {
        await client.query('rollback').catch(() => {})
        throw error
      } finally {
        client.release()
      }
    },
  }
}

/** The step of a trace that enqueued a job; null where there was none. */
function traceparentOf(data: unknown): string | null {
  const found = typeof data === 'object' && data !== null && 'traceparent' in data ? data.traceparent : null
  return typeof found === 'string' ? found : null
}

/** The version of a job's data; jobs from before versions have none. */
function versionOf(data: unknown): number {
  const found = typeof data === 'object' && data !== null && 'v' in data ? data.v : 1
  return typeof found === 'number' ? found : 1
}

/** Restores errors, which pg-boss passes on as plain objects. */
function errorOf(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  const { message, ...facts } = typeof thrown === 'object' && thrown !== null ? { message: undefined, ...thrown } : { message: undefined }
  return Object.assign(new Error(typeof message === 'string' ? message : 'Background job failed'), facts)
}

function bossOf({ pool, kind }: QueueDatabase, isFull: () => boolean): PgBoss {
  return new PgBoss({
    db: executorOf(pool, isFull),
    backend: kind === 'embedded' ? 'pglite' : 'postgres',
    schema: SCHEMA,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    reindex: false,
    monitorVacuum: false,
  })
}

/**
 * Creates the queue on the shop's database; nothing runs before `start`. A statement or a transaction is one round trip without a state of
 * the session, so that it works through a transaction pooler, too.
 * @param isFull returns true while the disk is too full for writes
 */
export function createQueue(database: QueueDatabase, isFull: () => boolean = () => false): Queue {
  const isEmbedded = database.kind === 'embedded'
  let boss: PgBoss | null = null
  const stopping = new AbortController()
  const workers = new Map<string, string>()
  const versions = new Map<string, number>()
  const polls: Promise<void>[] = []
  const started = (): PgBoss => {
    if (!boss) throw new Error('The queue has not been started')
    return boss
  }

  async function open(kind: WorkKind): Promise<void> {
    const options = {
      retryLimit: kind.retries,
      retryDelay: kind.pauseSeconds,
      retryBackoff: true,
      expireInSeconds: kind.maxSeconds,
      deleteAfterSeconds: kind.keptSeconds ?? 30 * DAY_SECONDS,
    }
    const known = await started().getQueue(kind.name)
    if (known) await started().updateQueue(kind.name, options)
    else await started().createQueue(kind.name, { ...options, policy: 'exclusive', heartbeatSeconds: HEARTBEAT_SECONDS })
    // jobs that ran when the process was killed can be retried at once: no other process has the database
    if (isEmbedded) {
      const left = await started().findJobs<object>(kind.name)
      const active = left.filter(({ state }) => state === 'active').map(({ id }) => id)
      if (active.length > 0) {
        await started()
          .getDb()
          .executeSql(`update ${SCHEMA}.job set state = 'retry', start_after = now() where name = $1 and id = any($2::uuid[])`, [
            kind.name,
            active,
          ])
      }
    }
    await listen(kind)
    if (kind.daily) {
      const { hour, minute } = kind.daily
      const data = { v: kind.version ?? 1 }
      await started().schedule(kind.name, `${minute} ${hour} * * *`, data, { tz: 'UTC', singletonKey: 'clock' })
    }
  }

  /** Enqueues a job whenever it is due, until the queue stops. */
  async function pollDue(
    name: string,
    { seconds, isDue }: NonNullable<WorkKind['often']>,
    onError: (error: unknown) => void,
  ): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        if (await isDue()) await enqueue(name, {}, { singletonKey: 'often', singletonSeconds: seconds })
      } catch (error) {
        if (!stopping.signal.aborted) onError(error)
      }
      await wait(seconds * 1000, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  /**
   * Enqueues a job unless one with its key waits or runs, and with `singletonSeconds` unless any server enqueued one in this slot of time.
   */
  async function enqueue(name: string, data: object, once: { singletonKey: string; singletonSeconds?: number }): Promise<string | null> {
    const traceparent = currentTraceparent()
    const facts = { ...data, v: versions.get(name) ?? 1, ...(traceparent && { traceparent }) }
    const id = await started().send(name, facts, once)
    const worker = workers.get(name)
    if (worker) started().notifyWorker(worker)
    return id
  }

  /** Leaves a job to a newer server: it waits again as if nobody had taken it. */
  async function putBack(name: string, id: string): Promise<void> {
    const text = `update ${SCHEMA}.job set state = 'created', started_on = null, start_after = now() + interval '${PUT_BACK_SECONDS} seconds'
      where name = $1 and id = $2 and state = 'active'`
    await started().getDb().executeSql(text, [name, id])
  }

  async function listen(kind: WorkKind): Promise<void> {
    const version = kind.version ?? 1
    versions.set(kind.name, version)
    const workOn = async ([job]: JobWithMetadata<unknown>[]) => {
      if (!job) return null
      const { id, data, retryCount: retries, retryLimit } = job
      if (versionOf(data) > version) return putBack(kind.name, id)
      const signal = AbortSignal.any([job.signal, stopping.signal])
      const work = { id, data, retries, isLastTry: retries >= retryLimit, signal }
      return { text: await inTrace(traceparentOf(data), { kind: 'job', name: `job ${kind.name}` }, () => kind.run(work)) }
    }
    const options = { includeMetadata: true, pollingIntervalSeconds: kind.pollSeconds } as const
    workers.set(kind.name, await started().work(kind.name, options, workOn))
  }

  return {
    start: async (kinds, onError) => {
      const opening = bossOf(database, isFull)
      opening.on('error', (error: unknown) => onError(errorOf(error)))
      try {
        await opening.start()
        boss = opening
        for (const kind of kinds) await open(kind)
      } catch (error) {
        boss = null
        await opening.stop({ graceful: false }).catch(() => {})
        throw error
      }
      for (const { name, often } of kinds) if (often) polls.push(pollDue(name, often, onError))
    },
    send: (name, data, key) => enqueue(name, data, { singletonKey: key }),
    isBusy: async (name) => (await started().findJobs(name)).some(({ state }) => UNFINISHED.has(state)),
    retry: async (name, id) => {
      await started().retry(name, id)
    },
    isStarted: () => boss !== null,
    stop: async (graceMs) => {
      const ending = boss
      boss = null
      stopping.abort()
      await Promise.all(polls)
      await ending?.stop({ graceful: true, timeout: graceMs })
    },
  }
}
