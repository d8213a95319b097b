import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { database as metrics } from '#server/platform/metrics/metrics.ts'
import { databaseFailure, sqlState } from './failure.ts'
import { type Revisions, readPosition } from './revisions.ts'
import { createStatementTimer, keepContext } from './statement-time.ts'
import { type DatabaseLog, factsOf } from './watch.ts'
import { cutConnection, makeWatchedClient, SESSION } from './watched-client.ts'

/*
 * Reads that may lag go to replicas. An address may lead to several of them, so each connection knows how far its own replica is. It is
 * asked once a second: up to which position of the primary's log has it come, and which catalog does it have? Whatever fails there is read
 * from the primary again.
 */

/** Time for a replica to get what the primary has just committed, before it is asked. */
const PROBE_AFTER_MS = 100
const PROBE_MS = 1000
const LOST_AFTER_MS = 20_000
/** Time after which an outage of the replicas is logged again. */
const SAY_EVERY_MS = 60_000

const PROBE = `select pg_is_in_recovery() as is_replica, case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position,
  coalesce((select value from revisions where name = 'catalog'), 0) as catalog`
const READING = `${SESSION}; set default_transaction_read_only = on`

/** Progress of the replica that a connection leads to. */
interface Progress {
  /** Time by which everything that the primary had committed is there, as `performance.now()` has it. */
  upTo: number
  catalog: number
}

/** Replicas of the database, for reads that may lag. */
export interface Replica {
  pool: pg.Pool
  /** The slowest of the replicas that are connected, or the time since one was; null: none has been. */
  lagSeconds: () => number | null
  /** Returns whether a read would go there now. */
  isUsed: () => boolean
  close: () => Promise<void>
}

/** Set while a read runs that may lag. */
const lagging = new AsyncLocalStorage<true>()

/** Runs a read that may lag: its statements and snapshots go to a replica that is good enough, else to the primary. */
export const onReplica = <Result>(read: () => Result): Result => lagging.run(true, read)

/** Reads on a connection to a replica; null: the primary must be asked. */
type TryRead = <Result>(read: (client: pg.PoolClient) => Promise<Result>) => Promise<{ result: Result } | null>

const readers = new WeakMap<object, TryRead>()

/** Returns how a read that may lag is tried on a replica; undefined for other reads, and where there are no replicas. */
export const replicaReader = (db: object): TryRead | undefined => {
  const pool = (db as { $client?: object }).$client
  return lagging.getStore() && pool ? readers.get(pool) : undefined
}

/** Returns true for a statement that only reads. One that writes goes to the primary. */
const isRead = (statement: unknown): boolean => {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text // what pg takes
  return typeof text === 'string' && /^\s*(select|with)\b/i.test(text)
}

/** Sends the reads of `primary` that may lag to the replicas at this address. */
export function useReplicas(
  primary: pg.Pool,
  url: string,
  { revisions, maxLagMs, poolSize, log }: { revisions: Revisions; maxLagMs: number; poolSize: number; log: DatabaseLog },
): Replica {
  const progress = new WeakMap<object, Progress>()
  const clients = new Set<pg.PoolClient>()
  const busy = new WeakSet<object>()
  const startedAt = performance.now()
  let isAway = true
  let upTo: number | null = null
  let saidAt = Number.NEGATIVE_INFINITY

  const pool = new pg.Pool({
    Client: makeWatchedClient({
      longestMs: LOST_AFTER_MS,
      onFailure: (error) => {
        if (databaseFailure(error) === 'not_ready') metrics.errors.inc({ pool: 'read' })
      },
      onOverdue: cutConnection,
      time: createStatementTimer('read', log, () => true),
    }),
    connectionString: url,
    max: poolSize,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: PROBE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    onConnect: async (client: pg.ClientBase) => {
      await client.query(READING)
      await probe(client)
    },
  })
  keepContext(pool)
  pool.on('error', () => {
    // an idle connection was cut; the pool makes a new one
  })
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  pool.on('acquire', (client) => busy.add(client))
  pool.on('release', (_error, client) => busy.delete(client))

  async function probe(client: pg.ClientBase): Promise<void> {
    const timer = setTimeout(() => cutConnection(client), PROBE_MS)
    try {
      const { rows } = await client.query<{ is_replica: boolean; position: string | null; catalog: number }>(PROBE)
      const [row] = rows
      const position = row?.is_replica && row.position ? readPosition(row.position) : null
      const mark = position === null ? undefined : revisions.marks.findLast((one) => one.position <= position)
      if (row && mark) progress.set(client, { upTo: mark.at, catalog: row.catalog })
      else progress.delete(client) // a primary, or older than all that is remembered
    } finally {
      clearTimeout(timer)
    }
  }

  const isGood = (client: object): boolean => {
    const known = progress.get(client)
    return known !== undefined && performance.now() - known.upTo <= maxLagMs && known.catalog === revisions.valueOf('catalog')
  }

  function failed(error: unknown): void {
    if (performance.now() - saidAt < SAY_EVERY_MS) return
    saidAt = performance.now()
    log.warn(factsOf(error), 'Replicas do not answer: the primary does')
  }

  /** Returns a connection to a replica that is good enough; null if there is none now. */
  async function take(): Promise<pg.PoolClient | null> {
    if (isAway || (pool.idleCount === 0 && pool.totalCount >= poolSize)) return null
    const client = await pool.connect().catch((error: unknown) => {
      isAway = true
      failed(error)
      return null
    })
    if (!client || isGood(client)) return client
    client.release()
    return null
  }

  /** Reads on a replica; null: the primary must be asked. */
  async function tryRead<Result>(read: (client: pg.PoolClient) => Promise<Result>): Promise<{ result: Result } | null> {
    const client = await take()
    if (!client) return null
    try {
      const result = await read(client)
      client.release()
      return { result }
    } catch (error) {
      const failure = databaseFailure(error)
      client.release(failure !== null)
      if (failure === null && sqlState(error) === null) throw error // a refusal
      if (failure) failed(error)
      return null
    }
  }

  const query = primary.query.bind(primary) as (...args: unknown[]) => unknown
  const routed = (...args: unknown[]) => {
    if (!lagging.getStore() || typeof args.at(-1) === 'function' || !isRead(args[0])) return query(...args)
    return tryRead((client) => (client.query as (...args: unknown[]) => Promise<unknown>)(...args)).then((found) =>
      found ? found.result : query(...args),
    )
  }
  primary.query = routed as typeof primary.query // takes and answers what the pool's own does
  readers.set(primary, tryRead)

  function showLag(): void {
    const known = [...clients].flatMap((client) => progress.get(client)?.upTo ?? [])
    if (known.length > 0) upTo = Math.min(...known)
    if (upTo !== null) metrics.replicaLag.set({ pool: 'read' }, lagSeconds() ?? 0)
  }
  /** Counts to the newest position of the primary that is known: a replica that is as far is not behind. */
  function lagSeconds(): number | null {
    const newest = revisions.marks.at(-1)?.at ?? startedAt
    return upTo === null ? null : Math.max(0, Math.round(newest - upTo) / 1000)
  }

  async function look(): Promise<void> {
    try {
      const idle = [...clients].filter((client) => !busy.has(client))
      if (clients.size === 0) (await pool.connect()).release()
      await Promise.all(idle.map((client) => probe(client).catch(() => cutConnection(client))))
      isAway = clients.size === 0
    } catch (error) {
      isAway = true
      failed(error)
    }
    showLag()
  }
  let looking = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  revisions.keepMarks(() => {
    timer = setTimeout(() => {
      looking = looking.then(look)
    }, PROBE_AFTER_MS)
  })

  return {
    pool,
    lagSeconds,
    isUsed: () => !isAway && [...clients].some((client) => isGood(client)),
    close: async () => {
      clearTimeout(timer)
      await looking
      await pool.end()
    },
  }
}
