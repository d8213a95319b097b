import { setTimeout as wait } from 'node:timers/promises'
import { databaseFailure, sqlState } from './failure.ts'
import { withClient } from './watched-client.ts'

const TRY_EVERY_MS = 500
const SAY_EVERY_MS = 5000
const CONNECT_MS = 5000

/** Host and port of a database's address, without user and password. */
function hostOf(connectionString: string): string {
  const { hostname, port, searchParams } = new URL(connectionString)
  return `${searchParams.get('host') ?? (decodeURIComponent(hostname) || 'localhost')}:${port || '5432'}`
}

/** A reason in plain words, never with the address or its password. */
function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  const code = first instanceof Error && 'code' in first ? String(first.code) : ''
  const words: Record<string, string> = {
    ECONNREFUSED: 'connection refused',
    ENOTFOUND: 'unknown host',
    EAI_AGAIN: 'the name cannot be looked up',
    ETIMEDOUT: 'no answer',
    '57P03': 'it is starting up',
    '53300': 'it has too many connections',
  }
  return words[code] ?? (first instanceof Error ? first.message : String(first))
}

/** The server is there and refuses this user, password or database: waiting is of no use. */
const isRefusal = (error: unknown) => /^(28|3D)/.test(sqlState(error) ?? '')
const isTimeout = (error: unknown) => error instanceof Error && error.message.startsWith('timeout expired')

/**
 * Waits until the PostgreSQL server takes connections.
 * @param seconds how long to wait at most
 * @param say is given a line every five seconds of waiting
 * @param setting that has the address
 * @throws Error naming the setting: at once where it refuses user, password or database, else when the time is up
 */
export async function waitForPostgres(
  connectionString: string,
  seconds: number,
  say: (line: string) => void,
  setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL' = 'DATABASE_URL',
): Promise<void> {
  const host = hostOf(connectionString)
  const startedAt = performance.now()
  let saidAt = startedAt
  for (;;) {
    try {
      return await withClient({ connectionString, connectionTimeoutMillis: CONNECT_MS }, async () => {})
    } catch (error) {
      const isAway = !isRefusal(error) && (databaseFailure(error) === 'not_ready' || isTimeout(error))
      if (!isAway) throw new Error(`${setting}: ${host} refused the connection (${reasonOf(error)})`, { cause: error })
      if (performance.now() - startedAt >= seconds * 1000)
        throw new Error(`${setting}: no answer from ${host} after ${seconds} s (${reasonOf(error)})`, { cause: error })
      if (performance.now() - saidAt >= SAY_EVERY_MS) {
        saidAt = performance.now()
        say(`Waiting for the database at ${host} (${setting}) …`)
      }
    }
    await wait(TRY_EVERY_MS)
  }
}
