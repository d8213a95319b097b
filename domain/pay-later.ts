import type { ApprovalStatus } from './business.ts'
import { PAYMENT_TERM_DAYS } from './invoice.ts'
import { isByTransfer, type OrderStatus, OWED_STATUSES, type PaymentMethod, type PaymentStatus } from './order.ts'
import { DAY_MS, HOUR_MS } from './time.ts'
import type { Role } from './user.ts'

/** Days before and after its due day on which a buyer is reminded of a Pay Later order. */
export const REMINDER_DAYS = [-3, 3, 10, 20] as const

/** Days for which a reminder is still sent that came late, as after an outage. */
const REMINDER_GRACE_DAYS = 7

/** Days after its due day on which staff are notified of an unpaid order. */
export const OVERDUE_DAYS = 16

/** Days after which staff are notified of an unpaid order with the usual terms. */
export const OVERDUE_AFTER_DAYS = PAYMENT_TERM_DAYS + OVERDUE_DAYS

/** Returns the reminder that is due now, in days from the due day; null: none is. */
export function reminderOf(dueAt: Date, now: Date): (typeof REMINDER_DAYS)[number] | null {
  const days = (now.getTime() - dueAt.getTime()) / DAY_MS
  return REMINDER_DAYS.findLast((day) => day <= days && days < day + REMINDER_GRACE_DAYS && (day > 0 || days < 0)) ?? null
}

/** Terms of Pay Later. The switch and the limit count where cards can be charged too, the rest always. */
export type PayLaterTerms = {
  isOffered: boolean
  /** The most that one buyer may have open, in USD cents; null: no limit. */
  limitUsdCents: number | null
  /** The most that a new buyer (`isNewBuyer`) may have open, in USD cents; null: no limit. */
  newBuyerLimitUsdCents: number | null
  /** Days after which an unpaid order is canceled whose buyer has not confirmed the email. */
  unconfirmedDays: number
}

/** Terms of a new shop: everybody may pay later, and only new buyers have a limit. */
export const DEFAULT_PAY_LATER: PayLaterTerms = {
  isOffered: true,
  limitUsdCents: null,
  newBuyerLimitUsdCents: 50_000_00,
  unconfirmedDays: 7,
}

/** Limit, in USD cents, of the open orders that new buyers of one network placed within `NETWORK_HOURS`. */
const NETWORK_LIMIT_USD_CENTS = 100_000_00

/** Hours for which an order counts for the network that it came from. */
export const NETWORK_HOURS = 24

/** Facts about a buyer that decide on Pay Later. */
export interface PayLaterBuyer {
  role: Role
  businessStatus: ApprovalStatus | null
  /** The email is confirmed. */
  isConfirmed: boolean
  /** An order was paid in full, and not all of it went back. */
  hasPaid: boolean
  /** Limit that staff gave this buyer instead of those of the shop, in USD cents; null or absent: none. */
  ownLimitUsdCents?: number | null
}

/** Says whether a buyer is new to the shop: it has no paid order of theirs, or no confirmed email. */
export const isNewBuyer = ({ isConfirmed, hasPaid }: Pick<PayLaterBuyer, 'isConfirmed' | 'hasPaid'>): boolean => !isConfirmed || !hasPaid

/** The most that a buyer may have open, in USD cents (null: no limit), and whether it is that of new buyers. */
interface PayLaterLimit {
  limitUsdCents: number | null
  isForNew: boolean
}

/** The limit that counts for a buyer: their own one, or the lower one of those of the shop that apply. */
export function payLaterLimit(
  { limitUsdCents, newBuyerLimitUsdCents }: PayLaterTerms,
  buyer: Pick<PayLaterBuyer, 'isConfirmed' | 'hasPaid' | 'ownLimitUsdCents'>,
  chargesCards: boolean,
): PayLaterLimit {
  if (typeof buyer.ownLimitUsdCents === 'number') return { limitUsdCents: buyer.ownLimitUsdCents, isForNew: false }
  const limit = chargesCards ? limitUsdCents : null
  const newLimit = isNewBuyer(buyer) ? newBuyerLimitUsdCents : null
  const isForNew = newLimit !== null && (limit === null || newLimit < limit)
  return { limitUsdCents: isForNew ? newLimit : limit, isForNew }
}

/** The most that the new buyers of one network may have open together; never less than one of them alone. Null: no limit. */
export function networkLimitUsdCents({ newBuyerLimitUsdCents }: PayLaterTerms): number | null {
  return newBuyerLimitUsdCents === null ? null : Math.max(NETWORK_LIMIT_USD_CENTS, newBuyerLimitUsdCents)
}

/** Open amount of a buyer and the amount of a new order, in USD cents. */
interface OpenAmounts {
  openUsdCents: number
  orderUsdCents: number
}

/** Says whether what is open together with this order is more than a limit. */
export function isBeyondLimit(limitUsdCents: number | null, { openUsdCents, orderUsdCents }: OpenAmounts): boolean {
  return limitUsdCents !== null && openUsdCents + orderUsdCents > limitUsdCents
}

/**
 * Returns the reason for which a buyer may not pay later; null: the buyer may. Where cards cannot be charged, only the limit of new buyers
 * counts.
 */
export function checkPayLater(
  terms: PayLaterTerms,
  buyer: PayLaterBuyer,
  { chargesCards, ...amounts }: OpenAmounts & { chargesCards: boolean },
): 'pay_later_off' | 'pay_later_reserved' | 'pay_later_limit' | null {
  if (chargesCards && !terms.isOffered) return 'pay_later_off'
  const isTrusted = buyer.role !== 'business_admin' || buyer.businessStatus === 'approved'
  if (chargesCards && !isTrusted) return 'pay_later_reserved'
  return isBeyondLimit(payLaterLimit(terms, buyer, chargesCards).limitUsdCents, amounts) ? 'pay_later_limit' : null
}

/** Amount in USD cents above which staff are notified of an unpaid order at once. */
const LARGE_ORDER_USD_CENTS = 25_000_00

/** Number of products sold out by one unpaid order from which staff are notified at once. */
const MANY_EMPTIED = 5

/** Says whether staff should look at an unpaid order at once: it is large, or takes the last unit of many products. */
export function isLargeUnpaid({ totalUsdCents, emptied }: { totalUsdCents: number; emptied: number }): boolean {
  return totalUsdCents > LARGE_ORDER_USD_CENTS || emptied >= MANY_EMPTIED
}

/** The fewest and the most days that a buyer may have to confirm the email of an unpaid order. */
export const UNCONFIRMED_DAYS = { least: 3, most: 60 } as const

/** A mail that came late, as after an outage, still leaves so much time before the next one, and before the end. */
const LEAST_NOTICE_MS = 20 * HOUR_MS

/** An unpaid order whose buyer has not confirmed the email yet. */
export interface UnconfirmedOrder {
  placedAt: Date
  /** When it is canceled. */
  confirmBy: Date
  /** Number of emails that have asked for it. */
  asked: number
}

/** Returns the deadline for the buyer of an order that is placed now to confirm the email. */
export const confirmBy = (placedAt: Date, { unconfirmedDays }: PayLaterTerms): Date =>
  new Date(placedAt.getTime() + unconfirmedDays * DAY_MS)

/**
 * Returns what is due for an unpaid order whose buyer has not confirmed the email: a mail on its third day and on the day before its last
 * one (of 7 days, the third and the sixth), then its end. `confirmBy` is later than before where a mail comes late: both always come before
 * the end.
 */
export function nextForUnconfirmed(
  { placedAt, confirmBy: end, asked }: UnconfirmedOrder,
  now: Date,
): { step: 'wait' | 'cancel' } | { step: 'ask'; confirmBy: Date } {
  const days = Math.round((end.getTime() - placedAt.getTime()) / DAY_MS)
  const dueAt = [placedAt.getTime() + Math.min(3, days - 2) * DAY_MS, end.getTime() - DAY_MS][asked] ?? end.getTime()
  if (now.getTime() < dueAt) return { step: 'wait' }
  const left = 2 - asked
  if (left <= 0) return { step: 'cancel' }
  return { step: 'ask', confirmBy: new Date(Math.max(end.getTime(), now.getTime() + left * LEAST_NOTICE_MS)) }
}

/** A Pay Later order as its wait for a payment follows from it; `termDays` null: it is paid by a plan. */
interface WaitingOrder {
  createdAt: string
  status: OrderStatus
  paymentMethod: PaymentMethod
  paymentStatus: PaymentStatus
  termDays: number | null
}

/** Returns whether staff should act on an order that has been unpaid for so many days. */
export const isOverdue = (days: number, { termDays }: Pick<WaitingOrder, 'termDays'>): boolean => days >= (termDays ?? 0) + OVERDUE_DAYS

/**
 * Returns the whole days for which a Pay Later order has waited for its payment, once it is due; null before, and where nothing is owed.
 */
export function daysUnpaid(order: WaitingOrder, now: Date): number | null {
  if (order.termDays === null) return null
  if (!isByTransfer(order) || !OWED_STATUSES.includes(order.paymentStatus) || order.status === 'cancelled') return null
  const days = Math.floor((now.getTime() - new Date(order.createdAt).getTime()) / DAY_MS)
  return days >= order.termDays ? days : null
}
