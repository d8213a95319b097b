import type * as z from 'zod/mini'
import type { TaxView, TotalStepView, TotalsView } from '#contract/cart/cart.ts'
import { toDecimal } from '#domain/money.ts'
import type { OrderTotals } from '#domain/order-totals.ts'
import { percentOfRate } from '#domain/tax-decision.ts'
import type { TotalStep } from '#domain/totals.ts'

/** Totals as they travel: decimals of the currency. */
export function presentTotals(totals: OrderTotals): z.output<typeof TotalsView> {
  return {
    subtotal: toDecimal(totals.subtotalCents),
    discount: toDecimal(totals.discountCents),
    shipping: toDecimal(totals.shippingCents),
    tax: toDecimal(totals.taxCents),
    total: toDecimal(totals.totalCents),
  }
}

/** The tax of a total by its rates. */
export function presentTax({ mode, taxLines }: Pick<OrderTotals, 'mode' | 'taxLines'>): z.output<typeof TaxView> {
  const lines = taxLines.map(({ label, percent, reason, text, baseCents, taxCents }) => {
    return { label, percent: percentOfRate(percent), base: toDecimal(baseCents), amount: toDecimal(taxCents), reason, text }
  })
  return { mode, lines }
}

/** The explanation of a total, line by line. */
export function presentSteps(steps: readonly TotalStep[]): z.output<typeof TotalStepView>[] {
  return steps.map(({ kind, text, amountCents }) => ({ kind, text, amount: toDecimal(amountCents) }))
}

/** A tax percentage as the rate of the wire: 8 gives 0.08. */
export function taxRateOf(taxPercent: number): number {
  return Math.round(taxPercent * 10_000) / 1_000_000
}
