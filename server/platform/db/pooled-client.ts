import { connect } from 'node:net'
import type pg from 'pg'

/** Longest wait for a lock, and longest statement, of a request. */
const LIMITS = { lock_timeout: '10s', statement_timeout: '15s' } as const
/** Sent once by each connection that is a session: a pooler refuses it among the options of a start. */
export const SESSION = `${Object.entries(LIMITS)
  .map(([name, value]) => `set ${name} = '${value}'`)
  .join('; ')}; set timezone = 'UTC'`
/** The same limit for a statement outside of a transaction behind a pooler, where no session keeps a setting. */
export const CANCEL_AFTER_MS = 15_000

const setLocal = Object.entries(LIMITS)
  .map(([name, value]) => `; set local ${name} = '${value}'`)
  .join('')

/** A `begin` alone; pg-boss sends its own transactions as one text. */
const BEGIN = /^\s*begin\b[^;]*$/i

interface Named {
  text: string
  name?: string | undefined
}
const isNamed = (statement: unknown): statement is Named =>
  typeof statement === 'object' && statement !== null && 'text' in statement && typeof statement.text === 'string'

/**
 * Rewrites a statement for a transaction pooler, where the next transaction has another session: prepared statements lose their name, and a transaction
 * brings its limits in the round trip that begins it.
 */
export function toPooled(statement: unknown): unknown {
  if (typeof statement === 'string') return BEGIN.test(statement) ? statement + setLocal : statement
  if (!isNamed(statement)) return statement
  const { name: _, ...plain } = statement
  return BEGIN.test(plain.text) ? { ...plain, text: plain.text + setLocal } : plain
}

/** The number of a cancel request in PostgreSQL's protocol. */
const CANCEL_REQUEST = 80_877_102
const CANCEL_MS = 5000

/** Asks the database, on a connection of its own, to end what this client's statement does. */
export function cancelStatement(client: pg.Client): void {
  const { host, port, processID, secretKey } = client as unknown as { host: string; port: number; processID: number; secretKey: number } // not in the types of pg
  const request = Buffer.alloc(16)
  for (const [at, part] of [request.length, CANCEL_REQUEST, processID, secretKey].entries()) request.writeInt32BE(part, at * 4)
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.on('error', () => {
    // the statement goes on, and its connection is given up soon
  })
  socket.setTimeout(CANCEL_MS, () => socket.destroy())
  socket.write(request) // the other side closes it: a pooler forgets a request whose sender is gone
}
