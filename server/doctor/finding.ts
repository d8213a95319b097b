import type { Config } from '#server/platform/config.ts'

/** Result of one check. */
export interface Finding {
  /** Fine, to be looked at, or broken. */
  level: 'ok' | 'warn' | 'FAIL'
  name: string
  what: string
  /** The cure; null when there is nothing to fix. */
  fix: string | null
}

/** The setup that is checked, and the world around it, which tests replace. */
export interface Setup {
  config: Config
  now: () => Date
  /** Recipient of a test email; null for none. */
  sendTo: string | null
  /** Address that must redirect to PUBLIC_URL; null: its own with `http`, where that has the usual port. */
  plainUrl: string | null
}

/** A finding without a fault. */
export const ok = (name: string, what: string): Finding => ({ level: 'ok', name, what, fix: null })
/** A finding that does not stop the shop. */
export const warn = (name: string, what: string, fix: string): Finding => ({ level: 'warn', name, what, fix })
/** A finding with which the shop does not work. */
export const fail = (name: string, what: string, fix: string): Finding => ({ level: 'FAIL', name, what, fix })

/** Returns the reason of an error on one line, with that of the error that caused it. */
export function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  if (!(first instanceof Error)) return String(first)
  const cause = first.cause === undefined ? '' : reasonOf(first.cause)
  return (first.message === 'fetch failed' && cause ? cause : first.message).replace(/\s+/g, ' ').trim()
}
