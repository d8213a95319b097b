import { randomUUID } from 'node:crypto'
import { formatMoney } from '#domain/money.ts'
import { orderMailFacts } from '#server/orders/mail-facts.ts'
import { findBuyerEmail, type OrderRecord, touchOrder } from '#server/orders/order-record.ts'
import { sumKept } from '#server/orders/refunded-lines.ts'
import { insertPayment } from '#server/payments/incoming/payment-record.ts'
import { postTransaction } from '#server/payments/ledger/ledger-entries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'

const REASON = 'You paid more than was due'

/**
 * Records that all that was paid more than was due for a locked order was sent back, and notifies the buyer.
 * @throws the refusal `nothing_to_refund`
 */
export async function refundKept(
  tx: Db,
  { order, lines }: OrderRecord,
  { actor, at, requestId }: { actor: Actor; at: Date; requestId: string },
): Promise<void> {
  const amountCents = await sumKept(tx, order.id)
  if (amountCents === 0) refuse('nothing_to_refund')
  const reference = randomUUID()
  const { id: orderId, currency } = order
  await insertPayment(tx, { orderId, kind: 'credit_refund', method: 'manual', reference, currency, amountCents, actorId: actor.userId, at })
  await postTransaction(tx, {
    reason: 'credit_refund',
    reference,
    orderId,
    currency,
    at,
    entries: [
      { account: 'clearing', debitCents: -amountCents },
      { account: 'credit', debitCents: amountCents },
    ],
  })
  await touchOrder(tx, orderId, at)
  const after = { amountCents, reason: REASON }
  await recordAudit(tx, { actor, action: 'order.refund', targetType: 'order', targetId: orderId, after, requestId })
  const to = await findBuyerEmail(tx, order.userId)
  const facts = { ...orderMailFacts(order, lines), refundCents: amountCents, reason: `${REASON}: ${formatMoney(amountCents, currency)}` }
  await queueMail(tx, { dedupeKey: `order-refunded:${reference}`, template: 'order-refunded', to, facts, at })
}
