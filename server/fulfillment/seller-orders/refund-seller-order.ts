import { type OwnRefundBody, type SellerOrder, sellerOrders } from '#contract/fulfillment/seller-orders.ts'
import { type RefundCall, refundOnce } from '#server/fulfillment/corrections/refund-once.ts'
import { shareRefund } from '#server/fulfillment/corrections/share-refund.ts'
import type { Reauthentication } from '#server/identity/auth/confirm-password.ts'
import { listSales } from '#server/payments/ledger/ledger-entries.ts'
import { requestRefund } from '#server/payments/refunds/request-refund.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { OnceAnswered } from '#server/platform/idempotency/answer-once.ts'
import { lockSellerOrder } from './lock-seller-order.ts'
import { readSellerOrder } from './read-seller-order.ts'

/**
 * Refunds the caller's seller order, once for each key, never more than is left of what was paid for it.
 * Refuses a missing key, a wrong password, `refund_too_large`, `nothing_to_refund` and, for an older version, `edit_conflict`.
 */
export function refundSellerOrder(
  deps: Deps,
  reauthentication: Reauthentication,
  call: RefundCall<OwnRefundBody>,
): Promise<OnceAnswered<SellerOrder>> {
  const { id } = call
  return refundOnce(deps, reauthentication, sellerOrders.refund, call, async (tx, { body, cause, at }) => {
    const { actor, requestId } = reauthentication
    const { businessId, record } = await lockSellerOrder(tx, actor, { id, version: body.version })
    const refundable = { record, sold: await listSales(tx, id), gone: new Map() }
    const { shares } = shareRefund(refundable, { ...body, businessId })
    await requestRefund(tx, record, { shares, reason: body.reason ?? '', cause, actor, at, requestId })
    return readSellerOrder(tx, actor, id)
  })
}
