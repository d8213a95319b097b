import { orderMailFacts } from '#server/orders/mail-facts.ts'
import { findBuyerEmail, lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import { insertPayment, markOrderPaid } from '#server/payments/incoming/payment-record.ts'
import { recordSale } from '#server/payments/ledger/record-sale.ts'
import { requestRefund } from '#server/payments/refunds/request-refund.ts'
import type { Db } from '#server/platform/db/client.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { markAsCard } from './card-payment-record.ts'

const REASON = 'Your payment arrived after the order was canceled and its products were released. We refund all of it.'

/**
 * Refunds a payment that arrived for a canceled order whose stock is gone: it is recorded as paid, so that every account shows both
 * movements, and refunded in full, once.
 */
export async function refundLatePayment(
  tx: Db,
  record: OrderRecord,
  { id: reference, amountCents }: { id: string; amountCents: number },
  at: Date,
): Promise<string> {
  const { order, lines } = record
  const paymentId = await insertPayment(tx, {
    orderId: order.id,
    kind: 'payment',
    method: 'card',
    reference,
    currency: order.currency,
    amountCents,
    at,
  })
  await markAsCard(tx, order.id) // it may have been changed to Pay Later: the money goes back the way it came
  await markOrderPaid(tx, order.id, { amountCents, at })
  const parts = record.parts.map((part) => ({ ...part, status: 'pending' as const }))
  await recordSale(tx, { ...record, parts }, { paymentId: paymentId ?? reference, amountCents }, at)
  const paid = await lockOrder(tx, order.id, null)
  if (!paid) throw new Error('The order is gone')
  const shares = paid.parts.map(({ businessId, totalCents }) => ({ businessId, amountCents: totalCents }))
  await requestRefund(tx, paid, { shares, reason: REASON, cause: { kind: 'late-payment', intentId: reference }, actor: null, at })
  await queueMail(tx, {
    dedupeKey: `order-late:${order.id}`,
    template: 'order-cancelled',
    to: await findBuyerEmail(tx, order.userId),
    facts: { ...orderMailFacts(order, lines), reason: REASON },
    at,
  })
  return 'came late: sent back'
}
