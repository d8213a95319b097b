import { join } from 'node:path'
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { lockDataDir } from './data-lock.ts'
import { migrate } from './migrate.ts'
import { makePreparingClient } from './name-statements.ts'
import { openPglite } from './pglite.ts'
import * as schema from './schema.ts'

/** A pool or a transaction: what every repository function takes first. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>

/** The shop's database, open and migrated. */
export interface Database {
  db: NodePgDatabase<typeof schema>
  pool: pg.Pool
  kind: 'embedded' | 'postgres'
  /** The embedded database as one file, for tests. */
  dump: (() => Promise<ArrayBuffer>) | null
  close: () => Promise<void>
}

/** `timestamptz` and `bigint` come as Date and number; amounts stay far below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export const toDb = (pool: pg.Pool) => drizzle(pool, { schema, casing: 'snake_case' })

/** Opens a PostgreSQL server. `lock_timeout` and `statement_timeout` bound what one request can hold. */
export async function openPostgres(connectionString: string): Promise<Database> {
  const pool = new pg.Pool({
    Client: makePreparingClient(),
    connectionString,
    max: 16,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    options: '-c lock_timeout=10000 -c statement_timeout=15000 -c timezone=UTC',
  })
  pool.on('error', () => {
    // an idle connection was cut; the pool makes a new one
  })
  await migrate(pool)
  return { db: toDb(pool), pool, kind: 'postgres', dump: null, close: () => pool.end() }
}

/** Opens the embedded database in `dataDir`, alone; in memory (for tests) where no directory is given. */
export async function openEmbedded(options: { dataDir?: string; snapshot?: ArrayBuffer }): Promise<Database> {
  const unlock = options.dataDir ? lockDataDir(options.dataDir) : () => {}
  try {
    const embedded = await openPglite({
      ...(options.dataDir && { dataDir: join(options.dataDir, 'postgres') }),
      ...(options.snapshot && { snapshot: options.snapshot }),
    })
    const Client = makePreparingClient()
    const onConnect = async (client: pg.ClientBase) => {
      await client.query('deallocate all') // the one session of the thread outlives its connections
    }
    const pool = new pg.Pool({
      Client,
      onConnect,
      stream: embedded.connect,
      max: 1,
      idleTimeoutMillis: 0,
      user: 'postgres',
      database: 'postgres',
    })
    pool.on('error', () => {
      // the thread stopped; queries after this fail one by one
    })
    if (!options.snapshot) await migrate(pool)
    const close = async () => {
      await pool.end()
      await embedded.close()
      unlock()
    }
    return { db: toDb(pool), pool, kind: 'embedded', dump: embedded.dump, close }
  } catch (error) {
    unlock()
    throw error
  }
}

const RETRIED = new Set(['40001', '40P01'])
const TRIES = 4

/** The SQLSTATE of a database error, through the query builder's wrapping; null for any other error. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)) return error.code
  return sqlState(error.cause)
}

const CUT = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])

/** Whether an error says that the database cannot be reached, or that the connection to it was cut. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && CUT.has(String(error.code))) return true
  const texts = /^(Connection terminated|timeout exceeded when trying to connect|The embedded database stopped)/ // from pg and pglite.ts, without a code
  return texts.test(error.message) || isUnreachable(error.cause)
}

/** The constraint that a database error names; null where it names none. */
export function violatedConstraint(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('constraint' in error && typeof error.constraint === 'string') return error.constraint
  return violatedConstraint(error.cause)
}

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
    try {
      return await db.transaction(work)
    } catch (error) {
      if (attempt === TRIES || !(RETRIED.has(sqlState(error) ?? '') || isRetried(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, 10 * attempt + Math.random() * 40))
    }
  }
}

/** Runs reads that all see the database as it is at one moment. Nothing may be written, and the network not be awaited, in `work`. */
export function inSnapshot<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(work, { isolationLevel: 'repeatable read', accessMode: 'read only' })
}
