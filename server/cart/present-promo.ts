import type { Cart } from '#contract/cart/cart.ts'
import { type Currency, formatMoney } from '#domain/money.ts'
import type { OrderTotals } from '#domain/order-totals.ts'
import type { PromoRefusal } from '#domain/promotion.ts'
import type { StoredPromo } from '#server/pricing/promotions/promotion-list.ts'

/** Returns the reason why a known code takes nothing off now, as shown beside the code. */
export function promoNotice(refusal: PromoRefusal, code: string, currency: Currency): string {
  switch (refusal.code) {
    case 'promo_inactive':
      return `${code} is not active`
    case 'promo_not_started':
      return `${code} cannot be used yet`
    case 'promo_ended':
      return `${code} has expired`
    case 'promo_used_up':
      return `${code} has been used up`
    case 'promo_minimum_not_met':
      return `Add ${formatMoney(refusal.missingCents, currency)} more to use ${code}`
  }
}

/** Describes the code of a cart, with why it takes nothing off, or what it does not cover. */
export function presentPromo(stored: StoredPromo | null, totals: OrderTotals, currency: Currency): Cart['appliedPromoCode'] {
  if (!stored) return null
  const { code, description, type, includesFreight = false } = stored.promo
  const refusal = totals.promoRefusal
  const isFreightLeft =
    type === 'shipping' && !includesFreight && totals.charges.some(({ charge, cents }) => charge.class === 'freight' && cents > 0)
  const notice = refusal ? promoNotice(refusal, code, currency) : isFreightLeft ? `${code} is for parcels. Freight is not covered.` : null
  return { code, description, type, active: !refusal, notice }
}
