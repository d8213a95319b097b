import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { database as metrics } from '#server/platform/metrics/metrics.ts'
import { collectAfterCommit } from './after-commit.ts'
import { checkNotLost, hasDatabase, openFolder } from './data-folder.ts'
import { lockDataDir } from './data-lock.ts'
import { databaseFailure, sqlState } from './failure.ts'
import { isUnlimited, NO_LIMITS } from './find-pooler.ts'
import { holdConnection } from './hold-connection.ts'
import { compareUsable, migrate, needsMigrations } from './migrate.ts'
import { openPglite } from './pglite.ts'
import { type Replica, replicaReader } from './replica.ts'
import { LISTEN, Revisions } from './revisions.ts'
import { createStatementTimer, keepContext } from './statement-time.ts'
import { consoleLog, type DatabaseLog, DatabaseWatch } from './watch.ts'
import { cutConnection, makeWatchedClient, SESSION, withClient, withPatience } from './watched-client.ts'

/** A pool or a transaction: what every repository function takes first. */
export type Db = PgDatabase<NodePgQueryResultHKT>

/** The shop's database, open and migrated. */
export interface Database {
  db: NodePgDatabase
  pool: pg.Pool
  kind: 'embedded' | 'postgres'
  /** Numbers of the state of the public data; `follow` begins to listen to other servers. */
  revisions: Revisions
  /** For reads that may lag; null without DATABASE_READ_URL. */
  replica: Replica | null
  /** Resolves within a second: whether the database answers and takes writes. */
  isReady: () => Promise<boolean>
  /** Takes note of an error of work in the background; answers whether it is an outage, which the watch logs once. */
  isOutage: (error: unknown) => boolean
  /** Functions of the embedded database only. */
  embedded: {
    /** The whole database as one tar file; statements wait for it. */
    dump: () => Promise<ArrayBuffer>
    /** Returns the ms for which its thread has not answered. */
    silentFor: () => number
    /** The data directory; null in memory. */
    dataDir: string | null
  } | null
  close: () => Promise<void>
}

/** `timestamptz` and `bigint` come as Date and number; amounts stay far below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Names of the pools, as the metrics have them. */
const poolNames = new WeakMap<object, 'primary' | 'embedded'>()

export const toDb = <Client extends pg.Pool | pg.PoolClient>(pool: Client) => drizzle(pool, { casing: 'snake_case' })

const WRITABLE = "select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as is_writable"
const READ_ONLY = Object.assign(new Error('The database takes no writes'), { code: '25006' })
const READY_MS = 1000
const CONNECT_MS = 10_000
/** Says what is missing where work needs a session and there is a pooler only. */
export const NEEDS_DIRECT_URL = 'DATABASE_DIRECT_URL must be set with DATABASE_POOLER=transaction: a connection past the pooler is needed'
/** Silence in ms, beyond the server's own `statement_timeout`, after which a connection is given up as lost. */
const LOST_AFTER_MS = 20_000
/**
 * Interval at which a new connection is tried, so that a server that waits for its clients to go (a smart stop) is noticed while the old
 * ones work.
 */
const LOOK_EVERY_MS = 10_000
/** A read-only server, and one that stops and takes no new connections: those that are open lead nowhere either. */
const MOVED: ReadonlySet<string> = new Set(['25006', '57P03'])
/** Limit in ms for a statement of a request in the embedded database, where all statements take turns. */
const EMBEDDED_MS = 5000
/** The same limit for the start and for jobs. */
export const EMBEDDED_JOB_MS = 30_000

const isWritable = async (client: Pick<pg.ClientBase, 'query'>): Promise<boolean> =>
  (await client.query<{ is_writable: boolean }>(WRITABLE)).rows[0]?.is_writable === true

/** `asked`, or false when that takes longer than a second or fails. */
async function withinASecond(asked: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), READY_MS)
  })
  return Promise.race([asked.catch(() => false), timeout]).finally(() => clearTimeout(timer))
}

/** Asks on a connection of its own, so that the pool's state does not matter. */
function probe(connectionString: string): Promise<boolean> {
  return withClient({ connectionString, connectionTimeoutMillis: READY_MS, query_timeout: READY_MS }, isWritable)
}

/** Options of opening any database. */
export interface Opening {
  /** Receives outages. */
  log?: DatabaseLog
  /** Looks at the database as it was found; what it throws ends the opening before anything is written. */
  beforeMigrating?: (pool: pg.Pool) => Promise<void>
  /** False: pending migrations end the opening. */
  migrates?: boolean
}

/** Options of a PostgreSQL server. */
interface PostgresOpening extends Opening {
  /** `transaction`: the address leads through a pooler that gives each transaction another session. */
  pooler?: 'none' | 'transaction'
  /** The same database past the pooler, for migrations; null where there is no such address. By default the address itself. */
  directUrl?: string | null
  /** Maximum number of connections. */
  poolSize?: number
}

const nothing = async () => {}

/**
 * Brings the database to this version's migrations; newer ones that only add are logged.
 * @param onSession runs work on a session of its own, without limits; null where there is none
 * @throws Error that says what to do, where this version can't work with the database
 */
async function bringUpToDate(
  pool: pg.Pool,
  { log, migrates }: Required<Pick<Opening, 'log' | 'migrates'>>,
  onSession: ((work: (client: pg.ClientBase) => Promise<void>) => Promise<void>) | null,
): Promise<void> {
  const { pending, unknown } = await compareUsable(pool)
  if (unknown.length > 0) log.warn({ migrations: unknown }, 'The database has migrations of a newer version, which only add to it')
  if (pending.length === 0) return
  if (!migrates) throw new Error(needsMigrations(pending))
  if (!onSession) throw new Error(`${needsMigrations(pending)}\n${NEEDS_DIRECT_URL}`)
  await onSession((client) => withPatience(null, () => migrate(client)))
}

/** Opens a PostgreSQL server and migrates it. `lock_timeout` and `statement_timeout` bound what one request can hold. */
export async function openPostgres(
  connectionString: string,
  {
    log = consoleLog,
    beforeMigrating = nothing,
    migrates = true,
    pooler = 'none',
    directUrl = connectionString,
    poolSize = 16,
  }: PostgresOpening = {},
): Promise<Database> {
  const watch = new DatabaseWatch(log, () => probe(connectionString))
  const clients = new Set<pg.PoolClient>()
  /** Connections to a server that was demoted or wants to stop: they end when they are released. */
  const stale = new WeakSet<object>()
  let isOpen = false
  const pool = new pg.Pool({
    Client: makeWatchedClient({
      longestMs: LOST_AFTER_MS,
      onFailure: report,
      onOverdue: cutConnection,
      time: createStatementTimer('primary', log, () => isOpen),
    }),
    connectionString,
    max: poolSize,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(pooler === 'none' && { onConnect: async (client: pg.ClientBase) => void (await client.query(SESSION)) }),
  })
  keepContext(pool)
  poolNames.set(pool, 'primary')
  pool.on('error', () => {
    // an idle connection was cut: its client has reported it, the pool makes a new one
  })
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  let releasedAt = Number.NEGATIVE_INFINITY
  pool.on('release', (_error, client) => {
    releasedAt = performance.now()
    if (stale.has(client)) void client.end()
  })
  /**
   * Calls take turns on all connections, and one has just ended its turn: who asks whether the database is there need not queue up behind
   * them.
   */
  const isBusy = () => pool.idleCount === 0 && pool.totalCount >= poolSize && performance.now() - releasedAt < READY_MS
  function report(error: unknown): void {
    if (error instanceof Error && 'code' in error && MOVED.has(String(error.code))) dropConnections()
    countFailure('primary', error)
    watch.report(error)
  }
  function dropConnections(): void {
    revisions.reconnect()
    for (const client of clients) stale.add(client)
    for (let idle = pool.idleCount; idle > 0; idle -= 1) pool.connect((_error, _client, release) => release(true))
  }
  async function isReady(): Promise<boolean> {
    const isThere = await (isBusy() ? probe(connectionString) : isWritable(pool))
    if (!isThere) report(READ_ONLY)
    return isThere
  }
  const revisions = new Revisions(pool, directUrl, { log })
  const looking = setInterval(() => {
    probe(connectionString).then((isThere) => isThere || report(READ_ONLY), report)
  }, LOOK_EVERY_MS).unref()
  const close = async () => {
    clearInterval(looking)
    watch.close()
    await revisions.close()
    await pool.end()
  }
  try {
    await beforeMigrating(pool)
    const direct = directUrl === null ? null : { connectionString: directUrl, connectionTimeoutMillis: CONNECT_MS, keepAlive: true }
    await bringUpToDate(pool, { log, migrates }, direct && ((work) => withClient(direct, work)))
    isOpen = true
    if (pooler === 'transaction' && (await isUnlimited(pool))) log.warn({}, `${NO_LIMITS} Set both with connect_query.`)
  } catch (error) {
    await close()
    throw error
  }
  return {
    db: toDb(pool),
    pool,
    kind: 'postgres',
    revisions,
    replica: null,
    isReady: () => withinASecond(isReady()),
    isOutage: (error) => watch.isOutage(error),
    embedded: null,
    close,
  }
}

/** Returns whether nothing was ever written to a database: its first migration makes this table. */
async function hasNoTable(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>("select to_regclass('public.schema_migrations') is not null as found")
  return rows[0]?.found === false
}

/** Counts a failure that says that the connection is gone, or could not be made. */
function countFailure(pool: 'primary' | 'embedded', error: unknown): void {
  if (databaseFailure(error) === 'not_ready') metrics.errors.inc({ pool })
}

/**
 * Opens the embedded database in `dataDir`, alone, and migrates it; in memory (for tests) where no directory is given.
 * @throws Error when another process has it open, or its folder is not whole
 */
export async function openEmbedded(
  options: { dataDir?: string; snapshot?: ArrayBuffer },
  { log = consoleLog, beforeMigrating = nothing, migrates = true }: Opening = {},
): Promise<Database> {
  const { dataDir, snapshot } = options
  const unlock = dataDir ? lockDataDir(dataDir) : () => {}
  try {
    const wasThere = dataDir !== undefined && hasDatabase(dataDir)
    const open = (folder?: string) => openPglite({ ...(folder && { dataDir: folder }), ...(snapshot && { snapshot }) })
    const embedded = dataDir ? await openFolder(dataDir, open) : await open()
    const onConnect = async (client: pg.ClientBase) => {
      client.on('notification', ({ payload = '' }) => revisions.hear(payload)) // comes with the answer to the commit
      await client.query(`deallocate all; ${LISTEN}`) // the one session of the thread outlives its connections
    }
    const watch = new DatabaseWatch(log, () => withinASecond(isWritable(pool)))
    /** Clients whose statement was ended: that they lose their connection says nothing. */
    const overdue = new WeakSet<pg.Client>()
    let isOpen = false
    const pool = new pg.Pool({
      Client: makeWatchedClient({
        longestMs: dataDir ? EMBEDDED_MS : null, // what is in memory only would be lost with the thread
        onFailure: (error, client) => {
          if (overdue.has(client)) return
          countFailure('embedded', error)
          watch.report(error)
        },
        onOverdue: (client) => {
          overdue.add(client)
          log.warn({}, 'A statement took too long: the embedded database was started anew')
          embedded.restart()
        },
        time: createStatementTimer('embedded', log, () => isOpen),
      }),
      onConnect,
      stream: embedded.connect,
      max: 1,
      idleTimeoutMillis: 0,
      user: 'postgres',
      database: 'postgres',
    })
    const revisions = new Revisions(pool, null, { isAlone: true })
    keepContext(pool)
    poolNames.set(pool, 'embedded')
    pool.on('error', () => {
      // the thread stopped; the next connection starts it anew
    })
    if (dataDir && wasThere && (await hasNoTable(pool))) {
      try {
        checkNotLost(dataDir) // a restore may have been cut short
      } catch (error) {
        embedded.restart() // ends the thread before it writes anything
        await embedded.close()
        throw error
      }
    }
    if (!snapshot) {
      await beforeMigrating(pool)
      await bringUpToDate(pool, { log, migrates }, async (work) => {
        const client = await pool.connect()
        await work(client).finally(() => client.release())
      })
    }
    isOpen = true
    const close = async () => {
      watch.close()
      await pool.end()
      await embedded.close()
      unlock()
    }
    /** Holds the one connection meanwhile: statements then wait for it, and not, with their time running, for the thread. */
    const dump = async () => {
      const client = await pool.connect()
      try {
        return await embedded.dump()
      } finally {
        client.release()
      }
    }
    /** A long statement of somebody else is no reason to be not ready: all take turns here. */
    const isBusy = () => pool.totalCount > 0 && pool.idleCount === 0 && embedded.silentFor() < EMBEDDED_JOB_MS
    const isReady = async () => isBusy() || withinASecond(isWritable(pool))
    const { silentFor } = embedded
    return {
      db: toDb(pool),
      pool,
      kind: 'embedded',
      revisions,
      replica: null,
      isReady,
      isOutage: (error) => watch.isOutage(error),
      embedded: { dump, silentFor, dataDir: dataDir ?? null },
      close,
    }
  } catch (error) {
    unlock()
    throw error
  }
}

const RETRIED = new Set(['40001', '40P01'])
const TRIES = 4

/**
 * Runs `work` in a transaction, again when the database chose it as the victim of a deadlock or a serialisation failure.
 * @param isRetried says after which other errors it is run again as well
 */
export async function inTransaction<Result>(
  db: Db,
  work: (tx: Db) => Promise<Result>,
  isRetried: (error: unknown) => boolean = () => false,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    let failure: unknown
    let finish = () => {}
    const noting = (tx: Db) => {
      finish = collectAfterCommit(tx, db)
      return holdConnection(() => work(tx)).catch((error: unknown) => {
        failure = error
        throw error
      })
    }
    try {
      const result = await db.transaction(noting)
      finish()
      return result
    } catch (thrown) {
      const error = failure ?? thrown // a rollback on a lost connection fails too, and says less
      if (attempt === TRIES || !(RETRIED.has(sqlState(error) ?? '') || isRetried(error))) throw error
      metrics.retries.inc({ pool: poolNames.get((db as { $client?: object }).$client ?? {}) ?? 'primary' })
      await new Promise((resolve) => setTimeout(resolve, 10 * attempt + Math.random() * 40))
    }
  }
}

/**
 * Runs reads that all see the database as it is at one moment. Nothing may be written, and the network not be awaited, in `work`; it runs
 * again on the primary where a replica fails.
 */
export async function inSnapshot<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  const read = (at: Db) =>
    at.transaction((tx) => holdConnection(() => work(tx)), { isolationLevel: 'repeatable read', accessMode: 'read only' })
  const found = await replicaReader(db)?.((client) => read(toDb(client)))
  return found ? found.result : read(db)
}

/** Runs a statement of a transaction that may take minutes: one whose triggers write all products of a seller or a category. */
export async function runLong<Result>(tx: Db, work: () => Promise<Result>): Promise<Result> {
  await tx.execute("set local statement_timeout = '5min'")
  return withPatience(null, work)
}
