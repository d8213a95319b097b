import { formatMoney, toDecimal } from '#domain/money.ts'
import { checkPayLater, type PayLaterTerms } from '#domain/pay-later.ts'
import { computeTotals } from '#domain/totals.ts'
import { type PricedCart, totalsLines } from '#server/cart/price-cart.ts'
import type { Db } from '#server/db/client.ts'
import type { Actor } from '#server/http/actor.ts'
import { refuse } from '#server/http/refusal.ts'
import { sumOpenPayLater } from './repository.ts'

type Buyer = Pick<Actor, 'userId' | 'role' | 'businessStatus'>

/** The total of a cart at USD prices, in cents, as an order of it keeps it (D114). */
export function usdTotalOf({ activePromo, input, lines }: PricedCart): number {
  return computeTotals({ ...input, promo: activePromo?.promo ?? null, currency: 'USD', lines: totalsLines(lines, 'USD') }).totalCents
}

/** How a buyer stands with Pay Later while cards can be charged; amounts in USD cents. `problem` null: this cart may be paid later. */
export async function payLaterStanding(db: Db, terms: PayLaterTerms, buyer: Buyer, priced: PricedCart) {
  const openUsdCents = terms.limitUsdCents === null ? 0 : await sumOpenPayLater(db, buyer.userId)
  const orderUsdCents = usdTotalOf(priced)
  const { businessStatus, role } = buyer
  const problem = checkPayLater(terms, { role, businessStatus, openUsdCents, orderUsdCents })
  return { problem, limitUsdCents: terms.limitUsdCents, openUsdCents, orderUsdCents }
}

/** How a buyer stands with Pay Later. */
export type Standing = Awaited<ReturnType<typeof payLaterStanding>>

/** The amounts of a standing, as the sentence of a refusal names them. */
export function factsOf({ limitUsdCents, openUsdCents, orderUsdCents }: Standing): Record<string, string> {
  const inWords = (cents: number) => formatMoney(cents, 'USD')
  return { limit: inWords(limitUsdCents ?? 0), open: inWords(openUsdCents), order: inWords(orderUsdCents) }
}

/**
 * Refuses an order that its buyer may not pay later (D106): 409, beyond the limit with `limit`, `open` and `order` in USD.
 * The buyer's cart must be locked: two orders of one buyer at once must not pass the limit together.
 */
export async function requirePayLater(tx: Db, terms: PayLaterTerms, buyer: Buyer, priced: PricedCart): Promise<void> {
  const standing = await payLaterStanding(tx, terms, buyer, priced)
  if (standing.problem === null) return
  if (standing.problem !== 'pay_later_limit') refuse(standing.problem)
  const { limitUsdCents, openUsdCents, orderUsdCents } = standing
  const extra = { limit: toDecimal(limitUsdCents ?? 0), open: toDecimal(openUsdCents), order: toDecimal(orderUsdCents) }
  refuse('pay_later_limit', { facts: factsOf(standing), extra })
}
