import { sharesOf } from '#domain/commission.ts'
import type { OrderRecord } from '#server/orders/order-record.ts'
import { shopTaxCents } from '#server/orders/refunded-lines.ts'
import type { Db } from '#server/platform/db/client.ts'
import { postTransaction } from './ledger-entries.ts'

/**
 * Posts the sale of a paid order: each seller order that is not canceled, once, to its seller, the platform and the tax account. Call it
 * where the payment is recorded.
 */
export async function recordSale(tx: Db, record: OrderRecord, at: Date): Promise<void> {
  const { order, parts } = record
  for (const part of parts) {
    if (part.status === 'cancelled') continue
    const { seller, commission, tax } = sharesOf({ ...part, taxCents: shopTaxCents(record, part) })
    await postTransaction(tx, {
      reason: 'sale',
      reference: `${order.id}:${part.businessId}`,
      orderId: order.id,
      currency: order.currency,
      at,
      entries: [
        { account: 'clearing', debitCents: part.totalCents },
        { account: 'seller', businessId: part.businessId, debitCents: -seller },
        { account: 'commission', debitCents: -commission },
        { account: 'tax', debitCents: -tax },
      ],
    })
  }
}
