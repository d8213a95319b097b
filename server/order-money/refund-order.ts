import { orderMoney, type RefundBody } from '#contract/order-money.ts'
import type { Order } from '#contract/orders.ts'
import { type Asker, confirmPassword } from '#server/account/confirm-password.ts'
import { answerOnce, type OnceAnswered } from '#server/checkout/answer-once.ts'
import { fingerprint } from '#server/checkout/fingerprint.ts'
import { type Db, inTransaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { found, refuse, refuseField } from '#server/http/refusal.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { lockOrder } from '#server/orders/repository.ts'
import { insertRefundLines, listGoneLines } from '#server/refund-lines/repository.ts'
import { requestRefund } from '#server/refunds/request-refund.ts'
import { listSoldParts } from '#server/seller-ledger/repository.ts'
import { shareRefund } from './share-refund.ts'

/** What `POST /api/admin/orders/{id}/refund` asks for. */
export interface RefundOrderRequest {
  id: string
  body: RefundBody
  idempotencyKey: string | null
}

/**
 * Sends money of an order back for staff, once for each key, never more than is left of what was paid (ruling 5, A12).
 * Refuses a missing key, a wrong password, `refund_too_large`, `nothing_to_refund`, `pieces_gone` and, for an older version, `edit_conflict`.
 */
export async function refundOrder(deps: Deps, asker: Asker, request: RefundOrderRequest): Promise<OnceAnswered<Order>> {
  const { id, idempotencyKey: key } = request
  const { password, ...body } = request.body
  if (key === null) return refuse('idempotency_key_missing')
  if (body.amount === 0) refuseField('amount', 'Please enter an amount above 0')
  const lockUser = await confirmPassword(deps, asker, password, 'password')
  const { method, path, status } = orderMoney.refund
  const { userId } = asker.actor
  const at = deps.now()
  // the key's fingerprint is kept: the password is no part of it
  const keyed = { userId, key, status, fingerprint: fingerprint(method, path, { id, ...body }) }
  return inTransaction(deps.db, async (tx) => {
    await lockUser(tx)
    return answerOnce(tx, keyed, at, () => refundOnce(tx, asker, { id, body: request.body, cause: `call:${userId}:${key}` }, at))
  })
}

async function refundOnce(
  tx: Db,
  { actor, requestId }: Asker,
  { id, body, cause }: { id: string; body: RefundBody; cause: string },
  at: Date,
): Promise<Order> {
  const record = found(await lockOrder(tx, id, null))
  if (body.version !== undefined && body.version !== record.order.version) {
    refuse('edit_conflict', { extra: { current: await readOrder(tx, actor, id) } })
  }
  const refundable = { record, sold: await listSoldParts(tx, id), gone: await listGoneLines(tx, id) }
  const { shares, lines } = shareRefund(refundable, body)
  const refund = await requestRefund(tx, record, { shares, reason: body.reason, cause, actor, at, requestId })
  if (refund) await insertRefundLines(tx, refund.id, lines)
  return readOrder(tx, actor, id)
}
