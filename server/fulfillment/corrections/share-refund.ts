import { formatMoney, toMinor } from '#domain/money.ts'
import { type RefundShare, spreadByLeft, unitsCost } from '#domain/refund-amount.ts'
import { lineKey, type OrderRecord } from '#server/orders/order-record.ts'
import type { GoneLine } from '#server/orders/refunded-lines.ts'
import { costsOf } from '#server/orders/refunded-lines.ts'
import { refuse, refuseField } from '#server/platform/http/refusal.ts'

/**
 * Requested refund: an amount, units of products, or with neither all that is left; of one seller order where `businessId` names its
 * seller.
 */
interface RefundTerms {
  amount?: number | undefined
  lines?: readonly { productId: string; quantity: number }[] | undefined
  businessId?: string | undefined
}

/** Share of a refund in each seller order, and the lines with the units that it is for. */
interface SharedRefund {
  shares: RefundShare[]
  lines: { lineId: string; quantity: number; amountCents: number }[]
}

/** Locked order with what was paid of each seller order, and the units that were refunded or are coming back. */
interface Refundable {
  record: OrderRecord
  sold: ReadonlyMap<string, { amountCents: number }>
  gone: ReadonlyMap<string, GoneLine>
}

/** Splits a refund among the seller orders. Its limit, what was paid, is left to `requestRefund`. */
export function shareRefund(refundable: Refundable, { amount, lines, businessId }: RefundTerms): SharedRefund {
  if (lines) return shareLines(refundable, lines, businessId)
  const { order, parts } = refundable.record
  if (businessId && !parts.some((part) => part.businessId === businessId))
    refuseField('businessId', 'This seller has no items in the order')
  const refunded = parts.filter((part) => refundable.sold.has(part.businessId) && (!businessId || part.businessId === businessId))
  const left = refunded.map((part) => (refundable.sold.get(part.businessId)?.amountCents ?? 0) - part.refundedCents)
  const max = left.reduce((sum, cents) => sum + cents, 0)
  const cents = amount === undefined ? max : (toMinor(amount) ?? 0)
  if (cents > max && max > 0) refuse('refund_too_large', { facts: { amount: formatMoney(max, order.currency) } })
  const spread = spreadByLeft(cents, left)
  return { shares: refunded.map((part, index) => ({ businessId: part.businessId, amountCents: spread[index] ?? 0 })), lines: [] }
}

function shareLines({ record, sold, gone }: Refundable, requested: NonNullable<RefundTerms['lines']>, businessId?: string): SharedRefund {
  const costs = costsOf(record)
  const byProduct = Map.groupBy(requested, ({ productId }) => productId)
  const lines = [...byProduct].map(([productId, many]) => {
    const line = record.lines.find((one) => lineKey(one) === productId)
    if (!line || (businessId && line.businessId !== businessId)) return refuseField('lines', 'This product is not in the order')
    if (!sold.has(line.businessId)) refuse('nothing_to_refund') // its seller order was never paid for
    const quantity = many.reduce((sum, one) => sum + one.quantity, 0)
    const { quantity: goneQuantity, cents: goneCents } = gone.get(line.id) ?? { quantity: 0, cents: 0 }
    const left = line.quantity - goneQuantity
    if (quantity > left) refuse('pieces_gone', { facts: { name: line.name, left } })
    const whole = { costCents: costs.get(line.id) ?? 0, quantity: line.quantity, goneQuantity, goneCents }
    return { lineId: line.id, businessId: line.businessId, quantity, amountCents: unitsCost(whole, quantity) }
  })
  const bySeller = Map.groupBy(lines, (line) => line.businessId)
  const shares = [...bySeller].map(([seller, own]) => ({
    businessId: seller,
    amountCents: own.reduce((sum, { amountCents }) => sum + amountCents, 0),
  }))
  return { shares, lines: lines.map(({ lineId, quantity, amountCents }) => ({ lineId, quantity, amountCents })) }
}
