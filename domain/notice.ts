import { normalizeIdentifier } from './text.ts'
import { DAY_MS } from './time.ts'

/** Statuses of a notice about content of the shop (Regulation (EU) 2022/2065, Article 16). */
export const NOTICE_STATUSES = ['new', 'decided'] as const
/** Decisions about a notice. */
export const NOTICE_DECISIONS = ['removed', 'restricted', 'kept'] as const
/** One of `NOTICE_DECISIONS`. */
export type NoticeDecision = (typeof NOTICE_DECISIONS)[number]

/** Labels of the decisions about a notice. */
export const NOTICE_DECISION_LABELS: Readonly<Record<NoticeDecision, string>> = {
  removed: 'Removed',
  restricted: 'Restricted',
  kept: 'No action',
}

/** Days in which staff decide about a notice, and about an objection. */
const DECIDE_DAYS = 14

/** Months in which a seller may object to a decision (Regulation (EU) 2022/2065, Article 20). */
const OBJECTION_MONTHS = 6

/** Dates of a notice: received, decided the last time, and objected to. */
type NoticeDates = { createdAt: Date; decidedAt: Date | null; objectedAt: Date | null }

/** Returns true while an objection waits for a decision. */
export const hasOpenObjection = ({ decidedAt, objectedAt }: NoticeDates): boolean =>
  objectedAt !== null && (decidedAt === null || decidedAt <= objectedAt)

/** Returns the time by which staff should decide; null where nothing is to be decided. */
export function noticeDueAt(dates: NoticeDates): Date | null {
  const { createdAt, decidedAt, objectedAt } = dates
  const since = decidedAt === null ? createdAt : hasOpenObjection(dates) ? objectedAt : null
  return since && new Date(since.getTime() + DECIDE_DAYS * DAY_MS)
}

/**
 * Returns the end of the time in which a seller may object; null before the decision, where it was not against the seller, and after an
 * objection.
 */
export function objectionUntil({
  decision,
  decidedAt,
  objectedAt,
}: Pick<NoticeDates, 'decidedAt' | 'objectedAt'> & { decision: NoticeDecision | null }): Date | null {
  if (decision === null || decision === 'kept' || decidedAt === null || objectedAt !== null) return null
  const until = new Date(decidedAt)
  const day = until.getUTCDate()
  until.setUTCMonth(until.getUTCMonth() + OBJECTION_MONTHS)
  if (until.getUTCDate() !== day) until.setUTCDate(0) // a shorter month: its last day
  return until
}

/** Beginning of the numbers of notices: NO-482915. */
export const NOTICE_PREFIX = 'NO'

/** First parts of the paths of pages that notices are about. */
const KINDS = ['products', 'producers', 'blog'] as const

/** Page of the shop that a notice may be about. */
export type NoticePlace = { path: string; kind: (typeof KINDS)[number] | null; slug: string }

/**
 * Returns the page of the shop that an address leads to; null where it is of another site, or no address. `kind` null: neither a product
 * nor a producer nor an article.
 */
export function noticePlace(address: string, publicUrl: string): NoticePlace | null {
  const typed = normalizeIdentifier(address)
  if (!/^(https?:\/\/|\/(?!\/))/i.test(typed) || !URL.canParse(typed, publicUrl)) return null
  const url = new URL(typed, publicUrl)
  if (url.host !== new URL(publicUrl).host) return null
  const [, folder = '', slug = ''] = /^\/([a-z]+)\/([a-z0-9-]+)\/?$/.exec(url.pathname) ?? []
  const kind = KINDS.find((known) => known === folder) ?? null
  return { path: url.pathname + url.search, kind, slug: kind === null ? '' : slug }
}
