import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { sqlState } from './failure.ts'
import { makeClient, withClient } from './watched-client.ts'

const TURNS = 6
const CONNECT_MS = 5000
/** Two clients met in one session, or a statement was left in another one: its name is taken, or not known. */
const LOST_NAME: ReadonlySet<string | null> = new Set(['42P05', '26000'])

/**
 * Kind of pooler that an address leads through: `forgetful` is a transaction pooler that does not carry prepared statements from session to
 * session.
 */
type FoundPooler = 'none' | 'transaction' | 'forgetful'

/** Remedy for a pooler that is `forgetful`. */
export const NEEDS_NAMES = 'Use PgBouncer 1.21 or newer with max_prepared_statements = 200.'

/** Finding where `isUnlimited`. */
export const NO_LIMITS = 'The sessions of the pooler have no lock_timeout or no statement_timeout.'

/**
 * Finds out what an address leads through: asks two open clients by turns, with a prepared statement, for the process that serves them.
 * Without a pooler that is one process a client; behind a transaction pooler it is whichever is free, and an old one loses the statement.
 */
export async function findPooler(connectionString: string): Promise<FoundPooler> {
  const clients: pg.Client[] = []
  try {
    for (let at = 0; at < 2; at += 1) {
      const client = makeClient({ connectionString, connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS })
      clients.push(client)
      await client.connect()
    }
    const name = randomUUID() // an old pooler keeps what the last one left
    const seen = clients.map(() => new Set<number>())
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const [at, client] of turn % 2 === 0 ? [...clients.entries()] : [...clients.entries()].reverse()) {
        const { rows } = await client.query<{ pid: number }>({ name, text: `select pg_backend_pid() as pid, ${at}` })
        seen[at]?.add(rows[0]?.pid ?? 0)
      }
    }
    return new Set(seen.flatMap((pids) => [...pids])).size !== clients.length || seen.some(({ size }) => size > 1) ? 'transaction' : 'none'
  } catch (error) {
    if (LOST_NAME.has(sqlState(error))) return 'forgetful'
    throw error
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}

/** Returns whether a statement could wait or run for ever. */
export async function isUnlimited(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query("select 1 from pg_settings where name in ('lock_timeout', 'statement_timeout') and setting = '0'")
  return rows.length > 0
}

/** Returns how PgBouncer names its version; null where it does not tell this user, or another program answers. */
export function versionOfPooler(connectionString: string): Promise<string | null> {
  const admin = new URL(connectionString)
  admin.pathname = '/pgbouncer'
  return withClient(
    { connectionString: admin.href, connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS },
    async (client) => (await client.query<{ version: string }>('show version')).rows[0]?.version ?? null,
  ).catch(() => null)
}
