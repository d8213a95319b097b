import type { Cart, PromoQuote } from '#contract/cart/cart.ts'
import { toDecimal } from '#domain/money.ts'
import { computeOrderTotals } from '#domain/order-totals.ts'
import { checkPromo, normalizeCode, type Promo } from '#domain/promotion.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { findPromo } from '#server/pricing/promotions/promotion-list.ts'
import { setPromoCode } from './cart-record.ts'
import { readCartFacts } from './cart-values.ts'
import { changeCart } from './change-cart.ts'
import { type CartOwner, type CartRequest, countryIn, loadCart } from './load-cart.ts'
import { promoNotice } from './present-promo.ts'
import type { PricedCart } from './price-cart.ts'

/** Applies a code in place of the one before; an empty code changes nothing (S243). 422 with the reason where it does not count now. */
export async function applyPromo(deps: Deps, owner: CartOwner, text: string): Promise<Cart> {
  return changeCart(deps, owner, async (tx, { facts, ...request }) => {
    const code = normalizeCode(text)
    if (code === null) return facts.stored
    const promo = await usablePromo(tx, code, request, await loadCart(tx, request, facts))
    await setPromoCode(tx, owner.userId, promo.code)
    return { ...facts.stored, promoCode: promo.code }
  })
}

/** Says what a code would save in place of the applied one. 422 with the reason where it does not count now. */
export async function quotePromo({ db, now }: Deps, owner: CartOwner, text: string): Promise<PromoQuote> {
  const request = { ...owner, now: now() }
  const facts = await readCartFacts(db, owner.userId, request.now, { country: countryIn(owner.place) })
  const plain = await loadCart(db, request, { ...facts, stored: { ...facts.stored, promoCode: null } })
  const promo = await usablePromo(db, normalizeCode(text) ?? '', request, plain)
  const { promoCode } = facts.stored
  const applied = promoCode === null ? null : ((await findPromo(db, promoCode, owner.userId))?.promo ?? null)
  return { ...savingOf(promo, plain), applied: applied && savingOf(applied, plain) }
}

/** Returns the code if it counts for the cart. */
async function usablePromo(db: Db, code: string, { userId, currency, now }: CartRequest, { totals }: PricedCart): Promise<Promo> {
  const promotion = await findPromo(db, code, userId)
  if (!promotion) return refuseCode('This code does not exist')
  const { promo } = promotion
  const refusal = checkPromo(promo, totals.subtotalCents, currency, now)
  return refusal ? refuseCode(promoNotice(refusal, promo.code, currency)) : promo
}

/** Returns what a code takes off products and shipping of a cart that is priced without one. */
function savingOf(promo: Promo, { input, totals }: PricedCart): { code: string; saves: number } {
  const { discountCents, shippingCents } = computeOrderTotals({ ...input, promo })
  return { code: promo.code, saves: toDecimal(discountCents + totals.shippingCents - shippingCents) }
}

function refuseCode(message: string): never {
  return refuse('promo_invalid', { errors: [{ field: 'code', message }] })
}
