import type { ApprovalStatus } from './business.ts'
import type { OrderStatus, PaymentMethod, PaymentStatus } from './order.ts'
import type { Role } from './user.ts'

/** Days after which a buyer is reminded of an unpaid Pay Later order (D106). */
export const REMIND_AFTER_DAYS = 14

/** Days after which staff may cancel an unpaid Pay Later order and put its goods back (D106). */
export const OVERDUE_AFTER_DAYS = 30

/** On which terms buyers may pay later while cards can be charged too (D106). */
export type PayLaterTerms = {
  isOffered: boolean
  /** The most that one buyer may have open, in USD cents; null: no limit. */
  limitUsdCents: number | null
}

/** Everybody, without a limit: what the specifications say. */
export const DEFAULT_PAY_LATER: PayLaterTerms = { isOffered: true, limitUsdCents: null }

/** Who wants to pay later, and how much: in USD cents, what is open of earlier orders and this order. */
export interface PayLaterWish {
  role: Role
  businessStatus: ApprovalStatus | null
  openUsdCents: number
  orderUsdCents: number
}

/** Whether what is open together with this order is more than one buyer may have open. */
export function isBeyondLimit(
  { limitUsdCents }: PayLaterTerms,
  { openUsdCents, orderUsdCents }: Pick<PayLaterWish, 'openUsdCents' | 'orderUsdCents'>,
): boolean {
  return limitUsdCents !== null && openUsdCents + orderUsdCents > limitUsdCents
}

/** Why somebody may not pay later where cards can be charged; null: it is fine. Where they cannot, nobody is asked: everybody may. */
export function checkPayLater(terms: PayLaterTerms, wish: PayLaterWish): 'pay_later_off' | 'pay_later_reserved' | 'pay_later_limit' | null {
  if (!terms.isOffered) return 'pay_later_off'
  const isTrusted = wish.role !== 'business_admin' || wish.businessStatus === 'approved'
  if (!isTrusted) return 'pay_later_reserved'
  return isBeyondLimit(terms, wish) ? 'pay_later_limit' : null
}

const DAY_MS = 86_400_000

/** For how many whole days a Pay Later order has waited for its payment, once a reminder was due; null before, and where nothing is owed. */
export function daysUnpaid(
  order: { createdAt: string; status: OrderStatus; paymentMethod: PaymentMethod; paymentStatus: PaymentStatus },
  now: Date,
): number | null {
  if (order.paymentMethod !== 'pay_later' || order.paymentStatus !== 'unpaid' || order.status === 'cancelled') return null
  const days = Math.floor((now.getTime() - new Date(order.createdAt).getTime()) / DAY_MS)
  return days >= REMIND_AFTER_DAYS ? days : null
}
