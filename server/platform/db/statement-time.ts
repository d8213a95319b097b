import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { database } from '#server/platform/metrics/metrics.ts'
import { endStep, startStep } from '#server/platform/traces.ts'
import type { Step } from '#server/platform/vendors/otlp-traces.ts'
import { secondConnection } from './hold-connection.ts'
import type { DatabaseLog } from './watch.ts'

/** Time in ms that the database took for a request, summed over its statements. */
export interface StatementTime {
  ms: number
}

const running = new AsyncLocalStorage<StatementTime>()

/** Runs `work`; the time of its statements is added to `time`. */
export const withStatementTime = (time: StatementTime, work: () => void): void => running.run(time, work)

/** Time in ms from which a statement is logged. */
const SLOW_MS = 500
const MAX_TEXT = 1000

/** Returns the text of a statement without its quoted strings. Values travel apart from it, in its parameters. */
function textOf(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text // what pg takes
  return typeof text === 'string' ? text.slice(0, MAX_TEXT).replace(/'[^']*(?:'|$)/g, "'…'") : ''
}

/** A statement as a step of a trace, named by its first word. */
function stepOf(statement: unknown): Step {
  const text = textOf(statement)
  const name = /^\W*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  return { kind: 'statement', name, facts: { 'db.system.name': 'postgresql', 'db.query.text': text } }
}

/** Begins to measure a statement. @returns the function that ends it, which takes the error of one that failed */
export type TimeStatement = (statement: unknown) => (error?: unknown) => void

/**
 * Creates what measures the statements of a pool: for its request, for the metrics, for the trace, and for the log when one takes longer
 * than 500 ms.
 * @param isLogging false while the shop starts: migrations may take their time
 */
export function createStatementTimer(pool: 'primary' | 'read' | 'embedded', log: DatabaseLog, isLogging: () => boolean): TimeStatement {
  const labels = { pool }
  return (statement) => {
    const startedAt = performance.now()
    const request = running.getStore()
    const span = startStep(() => stepOf(statement))
    return (error) => {
      const ms = performance.now() - startedAt
      if (request) request.ms += ms
      database.seconds.observe(labels, ms / 1000)
      if (span) endStep(span, error)
      if (ms > SLOW_MS && isLogging()) log.warn({ ms: Math.round(ms), statement: textOf(statement) }, 'slow statement')
    }
  }
}

type Connected = Parameters<pg.Pool['connect']>[0]

/**
 * Lets work that waits for a connection go on in its own context: the pool calls it in that of the work which gives its connection back.
 * Refuses work that holds one already (`hold-connection.ts`).
 */
export function keepContext(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (done?: Connected) => unknown
  const connectOnce = (done?: Connected) => {
    const error = secondConnection()
    if (error && done) return process.nextTick(done, error, undefined, () => {})
    if (error) return Promise.reject(error)
    return done ? connect(AsyncLocalStorage.bind(done)) : connect()
  }
  pool.connect = connectOnce as typeof pool.connect // both of its forms
}
