import { orderMoney, type RefundBody } from '#contract/fulfillment/order-money.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { RefundCause } from '#domain/refund-cause.ts'
import type { Reauthentication } from '#server/identity/auth/confirm-password.ts'
import { lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { listGoneLines } from '#server/orders/refunded-lines.ts'
import { listSales } from '#server/payments/ledger/ledger-entries.ts'
import { requestRefund } from '#server/payments/refunds/request-refund.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuseStale } from '#server/platform/http/refusal.ts'
import type { OnceAnswered } from '#server/platform/idempotency/answer-once.ts'
import { refundKept } from './refund-kept.ts'
import { type RefundCall, refundOnce } from './refund-once.ts'
import { shareRefund } from './share-refund.ts'
import { stopRefunded } from './stop-refunded.ts'

/**
 * Refunds an order for staff, once for each key, never more than is left of what was paid. Units that have not left are not shipped then.
 * @throws the refusals of `refundOnce`, `refund_too_large`, `nothing_to_refund`, `pieces_gone` and, for an older version, `edit_conflict`.
 */
export function refundOrder(deps: Deps, reauthentication: Reauthentication, call: RefundCall<RefundBody>): Promise<OnceAnswered<Order>> {
  const { id } = call
  return refundOnce(deps, reauthentication, orderMoney.refund, call, async (tx, { body, cause, at }) => {
    const { actor, requestId } = reauthentication
    const record = found(await lockOrder(tx, id, null))
    if (body.version !== undefined && body.version !== record.order.version) {
      refuseStale(['order', id], await readOrder(tx, actor, id))
    }
    if (body.isKept) await refundKept(tx, record, { actor, at, requestId })
    else await refundConfirmed(tx, record, { body, cause, actor, at, requestId })
    return readOrder(tx, actor, id)
  })
}

/** Refund of a locked order by staff who have confirmed that it is them. */
interface ConfirmedRefund {
  body: Pick<RefundBody, 'amount' | 'lines' | 'businessId' | 'reason'>
  cause: RefundCause
  actor: Actor
  at: Date
  requestId: string
}

/** Refunds a locked order; units that have not left are not shipped then. */
export async function refundConfirmed(tx: Db, record: OrderRecord, { body, cause, actor, at, requestId }: ConfirmedRefund): Promise<void> {
  const { id } = record.order
  const refundable = { record, sold: await listSales(tx, id), gone: await listGoneLines(tx, id) }
  const { shares, lines } = shareRefund(refundable, body)
  const refund = await requestRefund(tx, record, { shares, lines, reason: body.reason ?? '', cause, actor, at, requestId })
  if (refund) await stopRefunded(tx, record, { id: refund.id, lines }, { actor, at, requestId })
}
