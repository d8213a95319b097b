/** Reason why the database failed: it is away or read-only, it is busy, or it has no room. */
type DatabaseFailure = 'not_ready' | 'busy' | 'disk_full'

/** A statement of the embedded database that was ended because it ran too long, or because its thread stopped. */
export class EmbeddedDatabaseError extends Error {
  readonly failure: 'busy' | 'not_ready'
  constructor(message: string, failure: 'busy' | 'not_ready') {
    super(message)
    this.name = 'EmbeddedDatabaseError'
    this.failure = failure
  }
}

/** Failures of an operation of the system: `ECONNREFUSED` and its like. */
const SYSTEM: Record<string, DatabaseFailure> = {
  ECONNREFUSED: 'not_ready',
  ECONNRESET: 'not_ready',
  ECONNABORTED: 'not_ready',
  ENETUNREACH: 'not_ready',
  EHOSTUNREACH: 'not_ready',
  EPIPE: 'not_ready',
  ETIMEDOUT: 'not_ready',
  EAI_AGAIN: 'not_ready',
  ENOTFOUND: 'not_ready',
  ENOSPC: 'disk_full',
}

/** Sentences of `pg` and `pg-pool` about a lost connection, which have no code. */
const LOST =
  /^(Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|timeout exceeded when trying to connect|Cannot use a pool after calling end)/

/** A SQLSTATE of class 40 or 53 that is not named here passes when the call is repeated. */
function ofState(state: string): DatabaseFailure | null {
  if (state.startsWith('08') || /^57P0[1-5]$/.test(state)) return 'not_ready'
  if (state === '53300' || state === '25006' || state === '40003') return 'not_ready'
  if (state === '57014' || state === '55P03' || state === '40001' || state === '40P01') return 'busy'
  if (state === '53100' || state === '53200') return 'disk_full'
  return state.startsWith('53') || state.startsWith('40') ? 'busy' : null
}

/**
 * Maps an error of the database to the refusal that its caller gets: `not_ready` (away, or read-only), `busy` (asked again it may work) or
 * `disk_full`. Null: not the database's state, so a bug or bad input.
 */
export function databaseFailure(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null
  if (error instanceof EmbeddedDatabaseError) return error.failure
  if (error instanceof AggregateError && error.errors.length > 0) return databaseFailure(error.errors[0]) // every address of a host refused
  const code = 'code' in error ? String(error.code) : ''
  const isLost = LOST.test(error.message) || ('severity' in error && error.severity === 'FATAL') // which ends the connection, or refuses it
  return SYSTEM[code] ?? ofState(code) ?? (isLost ? 'not_ready' : databaseFailure(error.cause))
}

/** The SQLSTATE of a database error, through the query builder's wrapping; null for any other error. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)) return error.code
  return sqlState(error.cause)
}

/** The constraint that a database error names; null where it names none. */
export function violatedConstraint(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('constraint' in error && typeof error.constraint === 'string') return error.constraint
  return violatedConstraint(error.cause)
}
