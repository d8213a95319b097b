import { type OwnRefundBody, type SellerOrder, sellerOrders } from '#contract/seller-orders.ts'
import { awaitsCard } from '#domain/order.ts'
import { type Asker, confirmPassword } from '#server/account/confirm-password.ts'
import { answerOnce, type OnceAnswered } from '#server/checkout/answer-once.ts'
import { fingerprint } from '#server/checkout/fingerprint.ts'
import { type Db, inTransaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { found, refuse, refuseField } from '#server/http/refusal.ts'
import { shareRefund } from '#server/order-money/share-refund.ts'
import { lockOrder } from '#server/orders/repository.ts'
import { requestRefund } from '#server/refunds/request-refund.ts'
import { listSoldParts } from '#server/seller-ledger/repository.ts'
import { readOwnPart } from './read-part.ts'

/** What `POST /api/business/orders/{id}/refund` asks for. */
export interface OwnRefundRequest {
  id: string
  body: OwnRefundBody
  idempotencyKey: string | null
}

/**
 * Sends money of the seller's own part back to the buyer, once for each key, never more than is left of what was paid for the part (D289, A12).
 * Refuses a missing key, a wrong password, `refund_too_large`, `nothing_to_refund` and, for an older version, `edit_conflict`.
 */
export async function refundOwnPart(deps: Deps, asker: Asker, request: OwnRefundRequest): Promise<OnceAnswered<SellerOrder>> {
  const { id, idempotencyKey: key } = request
  const { password, ...body } = request.body
  if (key === null) return refuse('idempotency_key_missing')
  if (body.amount === 0) refuseField('amount', 'Please enter an amount above 0')
  const lockUser = await confirmPassword(deps, asker, password, 'password')
  const { method, path, status } = sellerOrders.refund
  const { userId } = asker.actor
  const at = deps.now()
  // the key's fingerprint is kept: the password is no part of it
  const keyed = { userId, key, status, fingerprint: fingerprint(method, path, { id, ...body }) }
  return inTransaction(deps.db, async (tx) => {
    // what the session said may have changed while the password was checked
    const user = await lockUser(tx)
    if (user.businessId !== asker.actor.businessId) refuse('not_found')
    return answerOnce(tx, keyed, at, () => refundOnce(tx, asker, { id, body: request.body, cause: `call:${userId}:${key}` }, at))
  })
}

async function refundOnce(
  tx: Db,
  { actor, requestId }: Asker,
  { id, body, cause }: { id: string; body: OwnRefundBody; cause: string },
  at: Date,
): Promise<SellerOrder> {
  const businessId = found(actor.businessId)
  const record = found(await lockOrder(tx, id, null))
  if (awaitsCard(record.order)) refuse('not_found')
  const current = await readOwnPart(tx, actor, id)
  if (body.version !== undefined && body.version !== current.version) refuse('edit_conflict', { extra: { current } })
  const refundable = { record, sold: await listSoldParts(tx, id), gone: new Map() }
  const { shares } = shareRefund(refundable, { ...body, businessId })
  await requestRefund(tx, record, { shares, reason: body.reason, cause, actor, at, requestId })
  return readOwnPart(tx, actor, id)
}
