import { businessDaysBetween } from '#domain/business.ts'
import { REQUEST_DAYS } from '#domain/quote-state.ts'
import { pluralize } from '#domain/text.ts'
import { DAY_MS } from '#domain/time.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { remind } from './notify-quote.ts'
import { listEnding, listEndingSoon, listUnanswered } from './quote-record.ts'

/** Days before its end on which the buyer is reminded of an offer. */
const ENDS_DAYS = 3
/** Business days after which a seller is reminded of a request. */
const ANSWER_DAYS = 2
/** Days after an end in which it is announced: sent emails are deleted after 90 days, and none may be sent again. */
const MAX_AGE_DAYS = 30

/**
 * Reminds buyers of offers that end in three days, notifies both sides of what has ended, and reminds sellers once of requests after two
 * business days. What has expired follows from the clock: no offer waits for this job. @returns a summary in words
 */
export async function remindQuotes({ db, now }: Deps): Promise<string> {
  const at = now()
  const after = (days: number) => new Date(at.getTime() + days * DAY_MS)
  const ending = await listEndingSoon(db, at, ENDS_DAYS)
  const ended = await listEnding(db, { from: after(-MAX_AGE_DAYS), to: at })
  const expired = await listUnanswered(db, { from: after(-REQUEST_DAYS - MAX_AGE_DAYS), to: after(-REQUEST_DAYS) })
  const waiting = (await listUnanswered(db, { from: after(-REQUEST_DAYS), to: after(-ANSWER_DAYS) })).filter(
    ({ createdAt, waitsFor, request }) =>
      waitsFor === 'seller' && request.by === undefined && businessDaysBetween(createdAt, at) >= ANSWER_DAYS,
  )
  const due = [
    ...ending.map((row) => ({ row, what: 'ends' as const })),
    ...[...ended, ...expired].map((row) => ({ row, what: 'ended' as const })),
    ...waiting.map((row) => ({ row, what: 'waits' as const })),
  ]
  for (const { row, what } of due) await inTransaction(db, (tx) => remind(tx, row, what, at))
  return due.length === 0 ? 'No reminders due.' : `${pluralize(due.length, 'reminder')} about quotes due.`
}
