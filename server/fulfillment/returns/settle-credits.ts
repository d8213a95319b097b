import { findOrder } from '#server/orders/order-record.ts'
import { refundReturnedTax } from '#server/payments/refunds/refund-vat.ts'
import type { Db } from '#server/platform/db/client.ts'
import { found } from '#server/platform/http/refusal.ts'
import { listCredits, updateReturn } from './order-returns.ts'
import { refundReturn, type Settler, shippingOf } from './refund-return.ts'

/**
 * Books items that were returned, and VAT that was returned, before the order was paid as refunds of the payment, which was less by
 * `deductedCents`; what they are worth more is sent. Call it after the payment that completed a locked order was recorded.
 */
export async function settleCredits(tx: Db, orderId: string, deductedCents: number, settler: Settler): Promise<void> {
  let leftCents = deductedCents
  for (const credit of await listCredits(tx, orderId)) {
    const record = found(await findOrder(tx, orderId, null)) // each refund changes what is left
    const shippingCents = credit.row.shippingCents || (await shippingOf(tx, record, credit)) // 0 on returns older than it
    const priced = { ...credit, row: { ...credit.row, shippingCents } }
    const refund = await refundReturn(tx, record, priced, settler, { deductedCents: leftCents })
    if (!refund) continue
    leftCents -= Math.min(leftCents, refund.amountCents)
    await updateReturn(tx, credit.row.id, { refundId: refund.id, shippingCents })
  }
  const record = found(await findOrder(tx, orderId, null))
  await refundReturnedTax(tx, record, { vatId: record.order.customer.vatId ?? '', at: settler.at, deductedCents: leftCents })
}
