import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type JobWithMetadata, PgBoss } from 'pg-boss'

/** A piece of work as its worker gets it; `signal` aborts when the server stops. */
export interface Work {
  id: string
  data: unknown
  /** Tries before this one. */
  retries: number
  /** Whether a failure of this try is the end of it. */
  isLastTry: boolean
  signal: AbortSignal
}

/** One kind of work: how it is done, tried again and repeated. */
export interface WorkKind {
  name: string
  /** @returns what came of it, in a few words. */
  run: (work: Work) => Promise<string>
  /** Tries after the first; the pause before them grows from `pauseSeconds`. */
  retries: number
  pauseSeconds: number
  /** How often the queue is looked at. */
  pollSeconds: number
  /** Longest time of one try. */
  longestSeconds: number
  /** When it runs every day (UTC); absent: only when it is asked for. */
  daily?: { hour: number; minute: number }
  /** Looked at when the queue starts and then every so many seconds, in every process: asked for when it says so. */
  often?: { seconds: number; isDue: () => Promise<boolean> }
}

/** When work that runs by this daily cron line (UTC) is next due after `now`. */
export function nextTime(cron: string, now: Date): Date {
  const [minute = '0', hour = '0'] = cron.split(' ')
  const next = new Date(now)
  next.setUTCHours(Number(hour), Number(minute), 0, 0)
  if (next <= now) next.setUTCDate(next.getUTCDate() + 1)
  return next
}

/** The queue of work in the background, kept in the shop's own database. */
export interface Queue {
  start: (kinds: readonly WorkKind[], onError: (error: unknown) => void) => Promise<void>
  /** Puts work into the queue; one waiting or running piece for each `key`. @returns its id; null when that one is there already. @throws Error before `start`. */
  send: (name: string, data: object, key: string) => Promise<string | null>
  /** Lets failed work wait for its next try. */
  retry: (name: string, id: string) => Promise<void>
  isStarted: () => boolean
  /** Takes no more work and waits up to `graceMs` for what runs; what does not end in time is tried again at the next start. */
  stop: (graceMs: number) => Promise<void>
}

const SCHEMA = 'pgboss'
const DAY_SECONDS = 86_400
const HEARTBEAT_SECONDS = 20
const LOOK_AFTER_SECONDS = 20

/** Statements on the shop's pool; after an error the connection leaves its transaction before anybody else gets it. */
function executorOf(pool: Pool, isFull: () => boolean) {
  return {
    executeSql: async (text: string, values?: unknown[]) => {
      if (isFull()) throw Object.assign(new Error('There is no room to write'), { code: 'ENOSPC' })
      const client = await pool.connect()
      try {
        const result: unknown = await client.query(text, values)
        // several statements in one answer with a list of results
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

/** pg-boss hands out copies of errors that are no `Error` any more. */
function errorOf(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  const { message, ...facts } = typeof thrown === 'object' && thrown !== null ? { message: undefined, ...thrown } : { message: undefined }
  return Object.assign(new Error(typeof message === 'string' ? message : 'Work in the background failed'), facts)
}

function bossOf(pool: Pool, isEmbedded: boolean, isFull: () => boolean): PgBoss {
  return new PgBoss({
    db: executorOf(pool, isFull),
    backend: isEmbedded ? 'pglite' : 'postgres',
    schema: SCHEMA,
    superviseIntervalSeconds: LOOK_AFTER_SECONDS,
    monitorIntervalSeconds: LOOK_AFTER_SECONDS,
    reindex: false,
    monitorVacuum: false,
  })
}

/**
 * Makes the queue on the pool of the shop's database; nothing of it runs before `start`.
 * @param isEmbedded whether this process has the database for itself
 * @param isFull whether nothing may be written for lack of room
 */
export function makeQueue(pool: Pool, isEmbedded: boolean, isFull: () => boolean = () => false): Queue {
  let boss: PgBoss | null = null
  const stopping = new AbortController()
  const workers = new Map<string, string>()
  const looks: Promise<void>[] = []
  const started = (): PgBoss => {
    if (!boss) throw new Error('The queue has not been started')
    return boss
  }

  async function open(kind: WorkKind): Promise<void> {
    const options = {
      retryLimit: kind.retries,
      retryDelay: kind.pauseSeconds,
      retryBackoff: true,
      expireInSeconds: kind.longestSeconds,
      deleteAfterSeconds: 30 * DAY_SECONDS,
    }
    const known = await started().getQueue(kind.name)
    if (known) await started().updateQueue(kind.name, options)
    else await started().createQueue(kind.name, { ...options, policy: 'exclusive', heartbeatSeconds: HEARTBEAT_SECONDS })
    // what ran when the process was killed waits for nobody: the database was this process's alone
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
      await started().schedule(kind.name, `${minute} ${hour} * * *`, null, { tz: 'UTC', singletonKey: 'clock' })
    }
  }

  /** Puts work into the queue whenever it is due, for as long as the queue runs. */
  async function look(name: string, { seconds, isDue }: NonNullable<WorkKind['often']>, onError: (error: unknown) => void): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        if (await isDue()) await send(name, {}, 'often')
      } catch (error) {
        if (!stopping.signal.aborted) onError(error)
      }
      await wait(seconds * 1000, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  async function send(name: string, data: object, key: string): Promise<string | null> {
    const id = await started().send(name, data, { singletonKey: key })
    const worker = workers.get(name)
    if (worker) started().notifyWorker(worker)
    return id
  }

  async function listen(kind: WorkKind): Promise<void> {
    const work = async ([job]: JobWithMetadata<unknown>[]) => {
      if (!job) return null
      const { id, data, retryCount: retries, retryLimit } = job
      const signal = AbortSignal.any([job.signal, stopping.signal])
      return { text: await kind.run({ id, data, retries, isLastTry: retries >= retryLimit, signal }) }
    }
    const options = { includeMetadata: true, pollingIntervalSeconds: kind.pollSeconds } as const
    workers.set(kind.name, await started().work(kind.name, options, work))
  }

  return {
    start: async (kinds, onError) => {
      const opening = bossOf(pool, isEmbedded, isFull)
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
      for (const { name, often } of kinds) if (often) looks.push(look(name, often, onError))
    },
    send,
    retry: async (name, id) => {
      await started().retry(name, id)
    },
    isStarted: () => boss !== null,
    stop: async (graceMs) => {
      const ending = boss
      boss = null
      stopping.abort()
      await Promise.all(looks)
      await ending?.stop({ graceful: true, timeout: graceMs })
    },
  }
}
