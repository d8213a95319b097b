import { fractionOf } from '#domain/money.ts'
import { dueCents } from '#domain/order.ts'
import type { KnownBuyer } from '#server/checkout/online/buyer-exposure.ts'
import type { PayLaterRequest } from '#server/checkout/online/check-pay-later.ts'
import type { OrderRecord } from '#server/orders/order-record.ts'
import type { ShopSettings } from '#server/platform/settings/setting-groups.ts'
import type { PricedChange } from './price-change.ts'

/** The buyer of a changed order, and what the limit follows from. */
interface Debtor {
  known: KnownBuyer
  settings: ShopSettings
  chargesCards: boolean
}

/** Returns what a change adds to the debt of its buyer, for the Pay Later limit; null where it adds nothing. */
export function addedDebt(record: OrderRecord, priced: PricedChange, { known, settings, chargesCards }: Debtor): PayLaterRequest | null {
  const { order, parts } = record
  const { totalCents } = priced.totals
  const credit = creditOf(record)
  const before = credit({ dueCents: dueCents(parts, order.paidCents), totalCents: order.totalCents, totalUsdCents: order.totalUsdCents })
  const after = credit({ dueCents: priced.settled.dueCents, totalCents, totalUsdCents: priced.totalUsdCents })
  if (after <= before) return null
  const buyer = { userId: order.userId, role: 'customer', businessStatus: null } as const // whoever it is, staff order
  const total = { currency: order.currency, cents: totalCents }
  return { buyer, known, terms: settings.payLater, chargesCards, orderUsdCents: after - before, total }
}

interface Amounts {
  dueCents: number
  totalCents: number
  totalUsdCents: number
}

/** Says in USD cents what of an order is on credit: with a payment plan only what its plan asks after the delivery. */
function creditOf({ order: { paymentPlan } }: OrderRecord) {
  const percent = paymentPlan?.reduce((sum, { trigger, percent: part }) => sum + (trigger === 'delivery' ? part : 0), 0) ?? 100
  return ({ dueCents: due, totalCents, totalUsdCents }: Amounts): number =>
    totalCents === 0 ? 0 : fractionOf(totalUsdCents, Math.min(due, fractionOf(totalCents, percent, 100)), totalCents)
}
