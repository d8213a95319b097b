import type { PromoCode } from '#contract/pricing/promotions.ts'
import { toDecimal } from '#domain/money.ts'
import { promoState } from '#domain/promotion.ts'
import type { PromotionRow } from './promotion-list.ts'

const amount = (cents: number | null) => (cents === null ? null : toDecimal(cents))

function valueOf({ percentHundredths, type, valueUsdCents }: PromotionRow): number {
  if (type === 'percentage') return (percentHundredths ?? 0) / 100
  return type === 'fixed' ? toDecimal(valueUsdCents ?? 0) : 0
}

/** Presents a promo code with its state at `now`. */
export function presentPromotion(row: PromotionRow, now: Date): PromoCode {
  const {
    code,
    createdAt,
    description,
    endsAt,
    hinted,
    id,
    includesFreight,
    isActive,
    perCustomerLimit,
    startsAt,
    timesUsed,
    type,
    usageLimit,
    version,
  } = row
  return {
    id,
    code,
    type,
    value: valueOf(row),
    valueEUR: type === 'fixed' ? amount(row.valueEurCents) : null,
    description,
    minimumOrder: amount(row.minimumUsdCents),
    minimumOrderEUR: amount(row.minimumEurCents),
    isActive,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    usageLimit,
    perCustomerLimit,
    timesUsed,
    hinted,
    includesFreight,
    state: promoState(row, now),
    createdAt: createdAt.toISOString(),
    version,
  }
}
