import { type Currency, formatMoney } from '#domain/money.ts'
import type { PromoRefusal } from '#domain/promotion.ts'

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
