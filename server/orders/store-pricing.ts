import type { Currency } from '#domain/money.ts'
import type { Promo } from '#domain/promotion.ts'
import type { ShippingMethod } from '#domain/shipping.ts'
import { computeTotals, type ShopRules, type Totals, type TotalsInput, type TotalsLine } from '#domain/totals.ts'

/** Input of an order's total, stored with the order: the proof of what was charged. */
export interface StoredPricing {
  currency: Currency
  shippingMethod: ShippingMethod
  rules: ShopRules
  promo: (Omit<Promo, 'startsAt' | 'endsAt'> & { startsAt: string | null; endsAt: string | null }) | null
  lines: readonly TotalsLine[]
  /** List prices in USD of the same lines, in their order. */
  usdPriceCents: number[]
  placedAt: string
}

/** Writes down what a total follows from. @param usdLines the same lines at USD prices */
export function storePricing({ now, promo, ...input }: TotalsInput, usdLines: readonly TotalsLine[]): StoredPricing {
  return {
    ...input,
    promo: promo && { ...promo, startsAt: promo.startsAt?.toISOString() ?? null, endsAt: promo.endsAt?.toISOString() ?? null },
    usdPriceCents: usdLines.map((line) => line.basePriceCents),
    placedAt: now.toISOString(),
  }
}

/** Computes an order's total again from what was stored with it. */
export function replayTotals(stored: unknown): Totals {
  return computeTotals(inputOf(stored as StoredPricing)) // only storePricing writes this column
}

/** Computes the USD total again. */
export function replayUsdTotals(stored: unknown): Totals {
  const pricing = stored as StoredPricing // only storePricing writes this column
  const lines = pricing.lines.map((line, index) => ({ ...line, basePriceCents: pricing.usdPriceCents[index] ?? line.basePriceCents }))
  return computeTotals({ ...inputOf(pricing), currency: 'USD', lines })
}

function inputOf({ promo, placedAt, usdPriceCents: _usd, ...input }: StoredPricing): TotalsInput {
  const date = (text: string | null) => (text === null ? null : new Date(text))
  return {
    ...input,
    promo: promo && { ...promo, startsAt: date(promo.startsAt), endsAt: date(promo.endsAt) },
    now: new Date(placedAt),
  }
}
