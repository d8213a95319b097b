import { afterCommit } from '#server/platform/db/after-commit.ts'
import type { Db } from '#server/platform/db/client.ts'
import { RefusalError } from '#server/platform/http/refusal.ts'
import { access, files, http, money, work } from './metrics.ts'

/*
 * What areas tell the metrics: one function for each subject. What has a `tx` counts after its commit: a retried or undone transaction
 * counts nothing.
 */

const second = 1000

/** Counts an order of `cents` of its currency. Call it once for each order, in its transaction. */
export function countOrder(
  tx: Db,
  method: 'card' | 'later' | 'phone',
  { currency, totalCents }: { currency: string; totalCents: number },
): void {
  afterCommit(tx, () => {
    money.orders.inc({ method, currency })
    money.cents.inc({ what: 'ordered', currency }, totalCents)
  })
}

/** Counts money that has moved, in cents. */
export function countMoney(tx: Db, what: 'paid' | 'refunded' | 'paid_out' | 'disputed', currency: string, cents: number): void {
  afterCommit(tx, () => money.cents.inc({ what, currency }, cents))
}

/** Counts a step of an incoming payment. */
export function countPayment(tx: Db, outcome: 'paid' | 'failed' | 'mismatch' | 'twice' | 'late'): void {
  afterCommit(tx, () => money.payments.inc({ outcome }))
}

/** Types of events that are counted under their own name; others are `other`. */
const EVENT_TYPES = new Set([
  ...['succeeded', 'processing', 'payment_failed', 'canceled'].map((step) => `payment_intent.${step}`),
  ...['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated'].map((step) => `charge.dispute.${step}`),
  'charge.refunded',
  'charge.refund.updated',
  'refund.updated',
  'refund.failed',
  'account.updated',
  'transfer.reversed',
])
// a series that begins with its first failure would hide that one from `increase`
for (const type of EVENT_TYPES) money.webhooks.inc({ type, outcome: 'failed' }, 0)
money.webhooks.inc({ type: 'other', outcome: 'failed' }, 0)
money.webhooks.inc({ type: 'other', outcome: 'refused' }, 0)
for (const currency of ['USD', 'EUR']) {
  for (const method of ['card', 'later', 'phone']) money.orders.inc({ method, currency }, 0)
  for (const what of ['ordered', 'paid', 'refunded', 'paid_out', 'disputed']) money.cents.inc({ what, currency }, 0)
}

/** Counts an event of the payment provider; `type` is null where the event could not be read. */
export function countWebhook(type: string | null, outcome: 'done' | 'repeated' | 'staff' | 'refused' | 'failed'): void {
  money.webhooks.inc({ type: type !== null && EVENT_TYPES.has(type) ? type : 'other', outcome })
}

/** Outcomes of attempts that were refused, by code; `refused` for the others. */
const OUTCOMES: Readonly<Record<string, string>> = {
  invalid_credentials: 'wrong',
  wrong_password: 'wrong',
  invalid_second_factor: 'wrong',
  too_many_requests: 'limited',
  busy: 'busy',
}

/** Returns true for the answer of a sign-in that waits for its second factor. */
const waits = (answer: unknown) => typeof answer === 'object' && answer !== null && 'secondFactor' in answer

/** Makes a function that runs attempts and counts their outcomes. */
const attempts =
  (counted: { inc: (labels: { outcome: string }) => void }, outcomeOf: (result: unknown) => string = () => 'ok') =>
  async <Result>(run: () => Promise<Result>): Promise<Result> => {
    try {
      const result = await run()
      counted.inc({ outcome: outcomeOf(result) })
      return result
    } catch (error) {
      counted.inc({ outcome: error instanceof RefusalError ? (OUTCOMES[error.refusal.code] ?? 'refused') : 'failed' })
      throw error
    }
  }

/** Runs an attempt to sign in and counts its outcome. */
export const countLogin = attempts(access.logins, (answer) => (waits(answer) ? 'second_factor' : 'ok'))

/** Runs an attempt to confirm who it is and counts its outcome. */
export const countStepUp = attempts(access.stepUps)

/** Runs the upload of a form with pictures and counts its outcome. */
export const countUpload = attempts(files.uploads)

/** Limits that refuse with 429. */
export type LimitName = 'reads' | 'writes' | 'api_tokens' | 'sign_in' | 'link_mails' | 'registrations' | 'per_network' | 'per_user'

/** Counts a request that a limit refused. */
export const countLimited = (limit: LimitName): void => http.limited.inc({ limit })

/** Counts an attempt to send an email; `dead`: it is tried no more. */
export const countMail = (outcome: 'sent' | 'failed' | 'dead'): void => work.mails.inc({ outcome })

/** Measures an operation on stored files. */
export async function timeFiles<Result>(
  driver: 'disk' | 's3',
  operation: 'write' | 'read' | 'stat' | 'delete' | 'list',
  run: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now()
  try {
    return await run()
  } finally {
    files.seconds.observe({ driver, operation }, (performance.now() - startedAt) / second)
  }
}

/**
 * Makes what measures the runs of a kind of background job. `isInterrupted` returns true if the shutdown ended the run: then it did not
 * fail.
 */
export function createJobTimer(kind: string): <Result>(run: () => Promise<Result>, isInterrupted: () => boolean) => Promise<Result> {
  for (const outcome of ['done', 'failed']) work.jobs.inc({ kind, outcome }, 0)
  return async (run, isInterrupted) => {
    const startedAt = performance.now()
    let outcome = 'done'
    try {
      return await run()
    } catch (error) {
      outcome = isInterrupted() ? 'interrupted' : 'failed'
      throw error
    } finally {
      work.jobs.inc({ kind, outcome })
      work.jobSeconds.observe({ kind }, (performance.now() - startedAt) / second)
    }
  }
}
