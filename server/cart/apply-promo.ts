import type { Cart } from '#contract/cart/cart.ts'
import { checkPromo, normalizeCode } from '#domain/promotion.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { findPromo } from '#server/pricing/promotions/promotion-list.ts'
import { setPromoCode } from './cart-record.ts'
import { changeCart } from './change-cart.ts'
import { type CartOwner, loadCart } from './load-cart.ts'
import { promoNotice } from './present-promo.ts'

/** Applies a code in place of the one before; an empty code changes nothing (S243). 422 with the reason where it does not count now. */
export async function applyPromo(deps: Deps, owner: CartOwner, text: string): Promise<Cart> {
  return changeCart(deps, owner, async (tx, { facts, ...request }) => {
    const code = normalizeCode(text)
    if (code === null) return facts.stored
    const promotion = await findPromo(tx, code, owner.userId)
    if (!promotion) return refuseCode('This code does not exist')
    const { totals } = await loadCart(tx, request, facts)
    const refusal = checkPromo(promotion.promo, totals.subtotalCents, owner.currency, request.now)
    if (refusal) refuseCode(promoNotice(refusal, promotion.promo.code, owner.currency))
    await setPromoCode(tx, owner.userId, promotion.promo.code)
    return { ...facts.stored, promoCode: promotion.promo.code }
  })
}

function refuseCode(message: string): never {
  return refuse('promo_invalid', { errors: [{ field: 'code', message }] })
}
