import { fractionOf } from '#domain/money.ts'
import { dueCents } from '#domain/order.ts'
import { readBuyer } from '#server/checkout/online/buyer-exposure.ts'
import type { PayLaterRequest } from '#server/checkout/online/check-pay-later.ts'
import type { OrderRecord } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import type { PricedChange } from './price-change.ts'

/**
 * Returns what a change adds to what its buyer has open, for the Pay Later limit; null where it adds nothing, and for an order that is paid
 * by card, which is not among what is open.
 */
export async function addedDebt(
  db: Db,
  { order, parts }: OrderRecord,
  priced: PricedChange,
  chargesCards: boolean,
): Promise<PayLaterRequest | null> {
  if (order.paymentMethod !== 'pay_later') return null
  const { totalCents } = priced.totals
  const before = { dueCents: dueCents(parts, order.paidCents), totalCents: order.totalCents, totalUsdCents: order.totalUsdCents }
  const after = { dueCents: priced.settled.dueCents, totalCents, totalUsdCents: priced.totalUsdCents }
  const orderUsdCents = creditOf(order, after) - creditOf(order, before)
  if (orderUsdCents <= 0) return null
  const [known, { payLater: terms }] = [await readBuyer(db, order.userId), await readSettings(db)]
  const buyer = { userId: order.userId, role: 'customer', businessStatus: null } as const // staff order for businesses, too
  return { buyer, known, terms, chargesCards, orderUsdCents, total: { currency: order.currency, cents: totalCents } }
}

interface Amounts {
  dueCents: number
  totalCents: number
  totalUsdCents: number
}

/** Returns the part of an order on credit, in USD cents: with a payment plan only what its plan asks after the delivery. */
function creditOf({ paymentPlan }: OrderRecord['order'], { dueCents: due, totalCents, totalUsdCents }: Amounts): number {
  const percent = paymentPlan?.reduce((sum, { trigger, percent: part }) => sum + (trigger === 'delivery' ? part : 0), 0) ?? 100
  return totalCents === 0 ? 0 : fractionOf(totalUsdCents, Math.min(due, fractionOf(totalCents, percent, 100)), totalCents)
}
