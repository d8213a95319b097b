import { type Currency, formatMoney, toDecimal } from '#domain/money.ts'
import { computeOrderTotals } from '#domain/order-totals.ts'
import {
  checkPayLater,
  confirmBy,
  isBeyondLimit,
  isNewBuyer,
  NETWORK_HOURS,
  networkLimitUsdCents,
  type PayLaterTerms,
  payLaterLimit,
} from '#domain/pay-later.ts'
import type { PricedCart } from '#server/cart/price-cart.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { UnitOfWork } from '#server/platform/db/unit-of-work.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { insertNewBuyerOrder, type KnownBuyer, lockNetwork, sumOpenOfNetwork, sumOpenPayLater } from './buyer-exposure.ts'

/** A request to pay later, with the terms of the shop. */
export interface PayLaterRequest {
  buyer: Pick<Actor, 'userId' | 'role' | 'businessStatus'>
  known: KnownBuyer
  terms: PayLaterTerms
  chargesCards: boolean
  /** The order's total (`usdTotalOf`). */
  orderUsdCents: number
  /** The same in the currency of the cart, in which the buyer reads every amount. */
  total: { currency: Currency; cents: number }
}

/** The total of a cart at USD prices, in cents, as its order stores it. */
export function usdTotalOf({ activePromo, input, totals }: PricedCart): number {
  if (input.currency === 'USD') return totals.totalCents
  return computeOrderTotals({ ...input, promo: activePromo?.promo ?? null, currency: 'USD' }).totalCents
}

/** The total of a cart in its own currency. */
export const totalOf = ({ input, totals }: Pick<PricedCart, 'input' | 'totals'>): PayLaterRequest['total'] => ({
  currency: input.currency,
  cents: totals.totalCents,
})

/**
 * Eligibility of a buyer for Pay Later, without the limit of the network; amounts in USD cents. `problem` null: this cart may be paid
 * later.
 */
export async function payLaterEligibility(db: Db, request: PayLaterRequest) {
  const { buyer, known, terms, chargesCards, orderUsdCents, total } = request
  const limit = payLaterLimit(terms, known, chargesCards)
  const openUsdCents = limit.limitUsdCents === null ? 0 : (known.openUsdCents ?? (await sumOpenPayLater(db, buyer.userId)))
  const amounts = { openUsdCents, orderUsdCents }
  const { isConfirmed, hasPaid, ownLimitUsdCents = null } = known
  const problem = checkPayLater(terms, { ...buyer, isConfirmed, hasPaid, ownLimitUsdCents }, { ...amounts, chargesCards })
  return { ...limit, ...amounts, total, isConfirmed, hasPaid, chargesCards, problem }
}

export type Eligibility = Awaited<ReturnType<typeof payLaterEligibility>>

/** Formats an amount of USD cents in the currency of the cart, at the ratio of its total in both; never more than it is worth. */
export function showInCart(usdCents: number, { orderUsdCents, total }: Pick<Eligibility, 'orderUsdCents' | 'total'>): string {
  if (total.currency === 'USD' || orderUsdCents === 0) return formatMoney(usdCents, 'USD')
  return formatMoney(Number((BigInt(usdCents) * BigInt(total.cents)) / BigInt(orderUsdCents)), total.currency)
}

/** The remainder of a buyer's limit before this order, in USD cents; null: no limit applies. */
export const remainingCents = ({ limitUsdCents, openUsdCents }: Eligibility): number | null =>
  limitUsdCents === null ? null : Math.max(0, limitUsdCents - openUsdCents)

/** The condition that ends the limit of new buyers, as the end of a sentence. */
function untilOf({ isConfirmed, hasPaid }: Eligibility): string {
  return ` until you've ${[...(hasPaid ? [] : ['paid an order']), ...(isConfirmed ? [] : ['confirmed your email'])].join(' and ')}`
}

const joinOr = (steps: readonly string[]) => `${steps.slice(0, -1).join(', ')}, or ${steps.at(-1)}`

/** Next steps for a buyer beyond the limit, the simplest first, as the start of a sentence. */
function nextSteps(eligibility: Eligibility): string {
  const { isForNew, hasPaid, openUsdCents, chargesCards } = eligibility
  const steps = [
    ...(remainingCents(eligibility) === 0 ? [] : ['reduce your order']),
    ...(isForNew && hasPaid ? ['confirm your email'] : []),
    ...(openUsdCents > 0 ? ['pay an open order'] : []),
    ...(chargesCards ? ['pay this order by card'] : []),
    'contact us',
  ]
  const text = steps.length > 1 ? joinOr(steps) : 'contact us'
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The facts that the sentence of a refusal names. */
export function factsOf(eligibility: Eligibility): Record<string, string> {
  const { limitUsdCents, orderUsdCents, isForNew } = eligibility
  return {
    limit: showInCart(limitUsdCents ?? 0, eligibility),
    until: isForNew ? untilOf(eligibility) : '',
    left: showInCart(remainingCents(eligibility) ?? 0, eligibility),
    order: showInCart(orderUsdCents, eligibility),
    ways: nextSteps(eligibility),
  }
}

/** Network (`networkOf`; null: networks have no limit) and time of an order. */
interface Origin {
  network: string | null
  at: Date
}

/** Returns whether a buyer counts towards the limit of a network: new ones do whom staff gave no limit of their own. */
const countsForNetwork = (known: KnownBuyer): boolean => isNewBuyer(known) && typeof known.ownLimitUsdCents !== 'number'

/** Returns whether this order takes the new buyers of a network beyond what they may have open together. */
export async function isBeyondNetwork(db: Db, { terms, known, orderUsdCents }: PayLaterRequest, { network, at }: Origin): Promise<boolean> {
  const limitUsdCents = networkLimitUsdCents(terms)
  if (network === null || limitUsdCents === null || !countsForNetwork(known)) return false
  const openUsdCents = await sumOpenOfNetwork(db, network, new Date(at.getTime() - NETWORK_HOURS * 3_600_000))
  return isBeyondLimit(limitUsdCents, { openUsdCents, orderUsdCents })
}

/** The refusal for new buyers of a network beyond its limit. It names no amount, which would reveal what others have ordered. */
export function networkSentence({ chargesCards }: PayLaterRequest): string {
  const card = chargesCards ? ', pay this order by card' : ''
  return `New buyers on your network have reached the Pay Later limit. Try again in ${NETWORK_HOURS} hours${card}, or contact us.`
}

/**
 * Refuses an order that its buyer may not pay later: 409, beyond the limit with `limit`, `open`, `order` and `left` in USD.
 * The buyer's cart must be locked, so that two orders of one buyer cannot pass the limit together. Orders of new buyers of one network are
 * serialized from here on.
 */
export async function requirePayLater(tx: Db, request: PayLaterRequest, { network, at }: Origin): Promise<void> {
  const eligibility = await payLaterEligibility(tx, request)
  const { limitUsdCents, openUsdCents, orderUsdCents, problem } = eligibility
  if (problem !== null && problem !== 'pay_later_limit') refuse(problem)
  const extra = { order: toDecimal(orderUsdCents) }
  if (problem !== null) {
    const amounts = {
      limit: toDecimal(limitUsdCents ?? 0),
      open: toDecimal(openUsdCents),
      left: toDecimal(remainingCents(eligibility) ?? 0),
    }
    refuse(problem, { facts: factsOf(eligibility), extra: { ...extra, ...amounts } })
  }
  if (network === null || !countsForNetwork(request.known) || networkLimitUsdCents(request.terms) === null) return
  await lockNetwork(tx, network)
  if (await isBeyondNetwork(tx, request, { network, at })) refuse('pay_later_limit', { detail: networkSentence(request), extra })
}

/** The deadline for the buyer of an order that is placed now to confirm the email; null: it is confirmed. */
export const confirmByOf = ({ known, terms }: Pick<PayLaterRequest, 'known' | 'terms'>, at: Date): Date | null =>
  known.isConfirmed ? null : confirmBy(at, terms)

/** Adds the record by which a new buyer's order is counted and its confirmation awaited; nothing for other buyers. */
export function watchNewBuyer(work: UnitOfWork, orderId: string, request: PayLaterRequest, { network, at }: Origin): void {
  const until = confirmByOf(request, at)
  const isCounted = network !== null && isNewBuyer(request.known)
  if (isCounted || until) {
    insertNewBuyerOrder(work, { orderId, network: isCounted ? network : null, placedAt: at, confirmBy: until, asked: 0 })
  }
}
