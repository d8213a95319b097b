import { paymentShares } from '#domain/commission.ts'
import { spreadByLeft } from '#domain/refund-amount.ts'
import type { OrderRecord } from '#server/orders/order-record.ts'
import { shopTaxCents } from '#server/orders/refunded-lines.ts'
import type { Db } from '#server/platform/db/client.ts'
import { listSales, postTransaction } from './ledger-entries.ts'

/**
 * Posts a payment of an order as it was before: it is split over the seller orders that are not canceled by what is left of each, and each
 * share over its seller, the platform and the tax account. The payment that completes the order posts all that is left.
 */
export async function recordSale(
  tx: Db,
  record: OrderRecord,
  { paymentId, amountCents }: { paymentId: string; amountCents: number },
  at: Date,
): Promise<void> {
  const { order } = record
  const live = record.parts.filter(({ status }) => status !== 'cancelled')
  const sold = order.paidCents === 0 ? new Map<string, { amountCents: number }>() : await listSales(tx, order.id)
  const before = live.map(({ businessId }) => sold.get(businessId)?.amountCents ?? 0)
  const shares = spreadByLeft(
    amountCents,
    live.map(({ totalCents }, index) => totalCents - (before[index] ?? 0)),
  )
  for (const [index, part] of live.entries()) {
    const [beforeCents, cents] = [before[index] ?? 0, shares[index] ?? 0]
    const { totalCents, commissionCents } = part
    const whole = { totalCents, commissionCents, taxCents: shopTaxCents(record, part) }
    const { seller, commission, tax } = paymentShares(whole, { beforeCents, amountCents: cents })
    await postTransaction(tx, {
      reason: 'sale',
      reference: [order.id, part.businessId, ...(beforeCents === 0 ? [] : [paymentId])].join(':'),
      orderId: order.id,
      currency: order.currency,
      at,
      entries: [
        { account: 'clearing', debitCents: cents },
        { account: 'seller', businessId: part.businessId, debitCents: -seller },
        { account: 'commission', debitCents: -commission },
        { account: 'tax', debitCents: -tax },
      ],
    })
  }
}
