import { type Currency, formatMoney } from '#domain/money.ts'
import type { PromoRefusal } from '#domain/promotion.ts'

/** Why a known code gives nothing now, as the buyer reads it beside the code (D79, D80). */
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
