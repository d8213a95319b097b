import { AsyncLocalStorage } from 'node:async_hooks'
import type { Config } from './config.ts'
import type { Span, Step, Tracer } from './vendors/otlp-traces.ts'

/*
 * Traces, by hand in five places: request, statement, outgoing call, job, rendered page. Without OTEL_EXPORTER_OTLP_ENDPOINT none of the
 * libraries is loaded and `work` is simply called.
 */

let tracer: Tracer | null = null
const running = new AsyncLocalStorage<Span>()

/** The running sending of traces. */
interface Traces {
  /** Sends what has ended. */
  flush: () => Promise<void>
  /** Sends the rest and stops. */
  stop: () => Promise<void>
}

const NONE: Traces = { flush: async () => {}, stop: async () => {} }

/**
 * Begins to send traces to the collector of the settings; does nothing without one.
 * @param onFailure called when the collector took none
 */
export async function startTraces(settings: Config['traces'], version: string, onFailure: (error: unknown) => void): Promise<Traces> {
  if (!settings) return NONE
  const { openTracer } = await import('./vendors/otlp-traces.ts')
  const opened = openTracer(settings, { version, onFailure })
  tracer = opened
  return {
    flush: opened.flush,
    stop: async () => {
      if (tracer === opened) tracer = null
      await opened.stop()
    },
  }
}

/** Returns true if traces are sent. */
export const isTracing = (): boolean => tracer !== null

/** Returns the header value by which later work continues the running trace; null outside of one. */
export const currentTraceparent = (): string | null => running.getStore()?.traceparent ?? null

/** Runs `work` as a part of the step. */
export const withSpan = <Result>(span: Span, work: () => Result): Result => running.run(span, work)

/** Starts a step at the top of a trace, or below the one that `traceparent` names; null while no traces are sent. */
export const startTrace = (step: Step, traceparent: string | null): Span | null => tracer?.start(step, traceparent) ?? null

/** Starts a step below the running one; null outside of a trace, and in one that is not sent. */
export function startStep(makeStep: () => Step): Span | null {
  const parent = running.getStore()
  return tracer && parent?.isRecorded ? tracer.start(makeStep(), parent) : null
}

/** The code or the name of an error: its message may have a word of a person. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if ('code' in error && typeof error.code === 'string' && /^[A-Z0-9_]{2,60}$/.test(error.code)) return error.code
  return /^\w{1,60}$/.test(error.name) ? error.name : 'Error'
}

/** Ends a step. @param error what it failed with; absent where it went well */
export function endStep(span: Span, error?: unknown): void {
  if (error !== undefined && error !== null) span.fail(reasonOf(error))
  span.end()
}

async function runIn<Result>(span: Span | null, work: () => Promise<Result>): Promise<Result> {
  if (!span) return work()
  try {
    const result = await running.run(span, work)
    endStep(span)
    return result
  } catch (error) {
    endStep(span, error)
    throw error
  }
}

/** Runs `work` as a step of the running trace. */
export const inStep = <Result>(step: Step, work: () => Promise<Result>): Promise<Result> =>
  runIn(
    startStep(() => step),
    work,
  )

/** Runs `work` as a step of the trace that its cause was in; as a new trace where `traceparent` is null. */
export const inTrace = <Result>(traceparent: string | null, step: Step, work: () => Promise<Result>): Promise<Result> =>
  runIn(startTrace(step, traceparent), work)

/** Makes each of the calls to another service a step of the running trace. */
export function traceCalls<Calls extends object>(service: string, calls: Calls): Calls {
  const traced = Object.entries(calls).map(([name, call]: [string, (...args: unknown[]) => Promise<unknown>]) => [
    name,
    (...args: unknown[]) => inStep({ kind: 'call', name: `${service} ${name}` }, () => call(...args)),
  ])
  return Object.fromEntries(traced) as Calls // the same names and types
}
