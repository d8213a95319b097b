import type { RefundBody } from '#contract/fulfillment/order-money.ts'
import { formatMoney, toMinor } from '#domain/money.ts'
import { piecesCost, spreadRefund } from '#domain/refund-amount.ts'
import type { OrderRecord } from '#server/orders/order-record.ts'
import { costsOf } from '#server/orders/present-money.ts'
import type { GoneLine } from '#server/orders/refunded-lines.ts'
import type { RefundShare } from '#server/payments/refunds/order-refunds.ts'
import { refuse, refuseField } from '#server/platform/http/refusal.ts'

/** What a refund takes from each part, and the pieces that it is for. */
export interface SharedRefund {
  shares: RefundShare[]
  lines: { lineId: string; quantity: number; amountCents: number }[]
}

/** What is known of a locked order: the sellers whose parts were paid for, and the pieces that are gone. */
export interface Refundable {
  record: OrderRecord
  sold: ReadonlySet<string>
  gone: ReadonlyMap<string, GoneLine>
}

/** Says which parts of an order a refund takes its money from (D237). Bounds by what was paid are left to `requestRefund`. */
export function shareRefund(refundable: Refundable, { amount, lines, businessId }: RefundBody): SharedRefund {
  if (lines) return shareLines(refundable, lines, businessId)
  const { order, parts } = refundable.record
  if (businessId && !parts.some((part) => part.businessId === businessId)) refuseField('businessId', 'This seller has no part in the order')
  const asked = parts.filter((part) => refundable.sold.has(part.businessId) && (!businessId || part.businessId === businessId))
  const left = asked.map(({ totalCents, refundedCents }) => totalCents - refundedCents)
  const most = left.reduce((sum, cents) => sum + cents, 0)
  const cents = amount === undefined ? most : (toMinor(amount) ?? 0)
  if (cents > most && most > 0) refuse('refund_too_large', { facts: { amount: formatMoney(most, order.currency) } })
  const spread = spreadRefund(cents, left)
  return { shares: asked.map((part, index) => ({ businessId: part.businessId, amountCents: spread[index] ?? 0 })), lines: [] }
}

function shareLines({ record, sold, gone }: Refundable, asked: NonNullable<RefundBody['lines']>, businessId?: string): SharedRefund {
  const costs = costsOf(record)
  const wanted = Map.groupBy(asked, ({ productId }) => productId)
  const lines = [...wanted].map(([productId, many]) => {
    const line = record.lines.find((one) => one.productId === productId)
    if (!line || (businessId && line.businessId !== businessId)) return refuseField('lines', 'This product is not in the order')
    if (!sold.has(line.businessId)) refuse('nothing_to_refund') // its part was never paid for
    const quantity = many.reduce((sum, one) => sum + one.quantity, 0)
    const { quantity: goneQuantity, cents: goneCents } = gone.get(line.id) ?? { quantity: 0, cents: 0 }
    const left = line.quantity - goneQuantity
    if (quantity > left) refuse('pieces_gone', { facts: { name: line.name, left } })
    const whole = { costCents: costs.get(line.id) ?? 0, quantity: line.quantity, goneQuantity, goneCents }
    return { lineId: line.id, businessId: line.businessId, quantity, amountCents: piecesCost(whole, quantity) }
  })
  const bySeller = Map.groupBy(lines, (line) => line.businessId)
  const shares = [...bySeller].map(([seller, own]) => ({
    businessId: seller,
    amountCents: own.reduce((sum, { amountCents }) => sum + amountCents, 0),
  }))
  return { shares, lines: lines.map(({ lineId, quantity, amountCents }) => ({ lineId, quantity, amountCents })) }
}
