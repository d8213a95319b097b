import type * as z from 'zod/mini'
import type { TaxView } from '#contract/cart/cart.ts'
import type { OrderTotals } from '#domain/order-totals.ts'
import { taxLabel } from '#domain/tax-decision.ts'
import { presentTax } from '#server/cart/present-totals.ts'
import { lineKey } from '#server/orders/order-record.ts'
import { decisionsOf } from '#server/orders/store-pricing.ts'
import type { PricedSellerOrder } from './seller-order-list.ts'

/**
 * Presents the tax of a seller order by rate and reason, from its own lines alone. Lines that are older than their shares have one rate, by
 * which the seller order is taxed as a whole.
 */
export function presentOwnTax({ order, part, lines, pricing }: PricedSellerOrder): z.output<typeof TaxView> {
  const decide = decisionsOf(pricing, order.customer)
  const isOlder = lines.some(({ taxCents }) => taxCents === null)
  const { discountCents, shippingCents, taxCents } = part
  const whole = { lineTotalCents: part.subtotalCents, discountCents, shippingCents, taxCents }
  const taxLines: OrderTotals['taxLines'] = []
  for (const line of isOlder ? lines.slice(0, 1).map((first) => ({ ...first, ...whole })) : lines) {
    const decision = decide(lineKey(line))
    const { percent, reason, text } = decision
    let row = taxLines.find((one) => one.percent === percent && one.reason === reason && one.text === text)
    if (!row) taxLines.push((row = { label: taxLabel(decision), percent, reason, text, baseCents: 0, taxCents: 0 }))
    const own = line.taxCents ?? 0
    const shownCents = line.lineTotalCents - (line.discountCents ?? 0) + (decision.shipsTaxed ? (line.shippingCents ?? 0) : 0)
    row.baseCents += order.taxMode === 'added' ? shownCents : shownCents - own
    row.taxCents += own
  }
  return presentTax({ mode: order.taxMode, taxLines })
}
