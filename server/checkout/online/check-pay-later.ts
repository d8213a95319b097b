import { formatMoney, toDecimal } from '#domain/money.ts'
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
import { computeTotals } from '#domain/totals.ts'
import { type PricedCart, totalsLines } from '#server/cart/price-cart.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Write } from '#server/platform/db/write-together.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { type KnownBuyer, lockNetwork, newBuyerWrite, sumOpenOfNetwork, sumOpenPayLater } from './buyer-exposure.ts'

/** Who wants to pay later for what, and what the shop asks of them. */
export interface PayLaterWish {
  buyer: Pick<Actor, 'userId' | 'role' | 'businessStatus'>
  known: KnownBuyer
  terms: PayLaterTerms
  chargesCards: boolean
  /** The order's total (`usdTotalOf`). */
  orderUsdCents: number
}

/** The total of a cart at USD prices, in cents, as an order of it keeps it (D114). */
export function usdTotalOf({ activePromo, input, lines }: PricedCart): number {
  return computeTotals({ ...input, promo: activePromo?.promo ?? null, currency: 'USD', lines: totalsLines(lines, 'USD') }).totalCents
}

/** How a buyer stands with Pay Later; amounts in USD cents. `problem` null: this cart may be paid later, as far as the buyer alone is asked. */
export async function payLaterStanding(db: Db, wish: PayLaterWish) {
  const { buyer, known, terms, chargesCards, orderUsdCents } = wish
  const limit = payLaterLimit(terms, known, chargesCards)
  const openUsdCents = limit.limitUsdCents === null ? 0 : (known.openUsdCents ?? (await sumOpenPayLater(db, buyer.userId)))
  const amounts = { openUsdCents, orderUsdCents }
  const { isConfirmed, hasPaid } = known
  const problem = checkPayLater(terms, { ...buyer, isConfirmed, hasPaid }, { ...amounts, chargesCards })
  return { ...limit, ...amounts, isConfirmed, hasPaid, chargesCards, problem }
}

/** How a buyer stands with Pay Later. */
export type Standing = Awaited<ReturnType<typeof payLaterStanding>>

const inWords = (cents: number) => formatMoney(cents, 'USD')

/** What is left of a buyer's limit before this order, in USD cents; null: no limit counts. */
export const leftOf = ({ limitUsdCents, openUsdCents }: Standing): number | null =>
  limitUsdCents === null ? null : Math.max(0, limitUsdCents - openUsdCents)

/** Until when the limit of new buyers counts. */
function untilOf({ isConfirmed, hasPaid }: Standing): string {
  return ` until you've ${[...(hasPaid ? [] : ['paid an order']), ...(isConfirmed ? [] : ['confirmed your email'])].join(' and ')}`
}

const orElse = (ways: readonly string[]) => `${ways.slice(0, -1).join(', ')}, or ${ways.at(-1)}`

/** What a buyer beyond the limit can do, the simplest first, as a sentence begins. */
function waysOn(standing: Standing): string {
  const { isForNew, hasPaid, openUsdCents, chargesCards } = standing
  const ways = [
    ...(leftOf(standing) === 0 ? [] : ['order less']),
    ...(isForNew && hasPaid ? ['confirm your email'] : []),
    ...(openUsdCents > 0 ? ['pay an open order'] : []),
    ...(chargesCards ? ['pay this order by card'] : []),
    'contact us',
  ]
  const text = ways.length > 1 ? orElse(ways) : 'contact us'
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The facts of a standing, as the sentence of a refusal names them. */
export function factsOf(standing: Standing): Record<string, string> {
  const { limitUsdCents, orderUsdCents, isForNew } = standing
  return {
    limit: inWords(limitUsdCents ?? 0),
    until: isForNew ? untilOf(standing) : '',
    left: inWords(leftOf(standing) ?? 0),
    order: inWords(orderUsdCents),
    ways: waysOn(standing),
  }
}

/** Where an order comes from (`networkOf`; null: the shop asks nobody), and when. */
export interface Origin {
  network: string | null
  at: Date
}

/** Tells whether this order takes the new buyers of a network beyond what they may have open together. */
export async function isBeyondNetwork(db: Db, { terms, known, orderUsdCents }: PayLaterWish, { network, at }: Origin): Promise<boolean> {
  const limitUsdCents = networkLimitUsdCents(terms)
  if (network === null || limitUsdCents === null || !isNewBuyer(known)) return false
  const openUsdCents = await sumOpenOfNetwork(db, network, new Date(at.getTime() - NETWORK_HOURS * 3_600_000))
  return isBeyondLimit(limitUsdCents, { openUsdCents, orderUsdCents })
}

/** Why the new buyers of a network have to wait. It names no amount: what others have ordered is nobody's business. */
export function networkSentence({ chargesCards }: PayLaterWish): string {
  const card = chargesCards ? ', pay this order by card' : ''
  return `New buyers on your network have reached the Pay Later limit. Try again in ${NETWORK_HOURS} hours${card}, or contact us.`
}

/**
 * Refuses an order that its buyer may not pay later (D106): 409, beyond the limit with `limit`, `open`, `order` and what is `left` in USD.
 * The buyer's cart must be locked: two orders of one buyer at once must not pass the limit together. New buyers of one network take turns from here on.
 */
export async function requirePayLater(tx: Db, wish: PayLaterWish, { network, at }: Origin): Promise<void> {
  const standing = await payLaterStanding(tx, wish)
  const { limitUsdCents, openUsdCents, orderUsdCents, problem } = standing
  if (problem !== null && problem !== 'pay_later_limit') refuse(problem)
  const extra = { order: toDecimal(orderUsdCents) }
  if (problem !== null) {
    const amounts = { limit: toDecimal(limitUsdCents ?? 0), open: toDecimal(openUsdCents), left: toDecimal(leftOf(standing) ?? 0) }
    refuse(problem, { facts: factsOf(standing), extra: { ...extra, ...amounts } })
  }
  if (network === null || !isNewBuyer(wish.known) || networkLimitUsdCents(wish.terms) === null) return
  await lockNetwork(tx, network)
  if (await isBeyondNetwork(tx, wish, { network, at })) refuse('pay_later_limit', { detail: networkSentence(wish), extra })
}

/** Until when the buyer of an order that is placed now has to confirm the email; null: it is confirmed. */
export const confirmByOf = ({ known, terms }: Pick<PayLaterWish, 'known' | 'terms'>, at: Date): Date | null =>
  known.isConfirmed ? null : confirmBy(at, terms)

/** What there is to watch of an order that this buyer places now. */
export function watchWrites(orderId: string, wish: PayLaterWish, { network, at }: Origin): Write[] {
  const until = confirmByOf(wish, at)
  const isCounted = network !== null && isNewBuyer(wish.known)
  return isCounted || until
    ? [newBuyerWrite({ orderId, network: isCounted ? network : null, placedAt: at, confirmBy: until, asked: 0 })]
    : []
}
