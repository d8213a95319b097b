import type { Order } from '#contract/orders/orders.ts'
import { lockOrder, updateOrder } from '#server/orders/order-record.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'

/** Takes a problem with the payment of an order off its page; does nothing where another one has been reported since. */
export async function checkPayment(
  { db }: Deps,
  actor: Actor,
  { id, problem, requestId }: { id: string; problem: string; requestId: string },
): Promise<Order> {
  return inTransaction(db, async (tx) => {
    const { order } = found(await lockOrder(tx, id, null))
    if (order.paymentProblem === problem) {
      await updateOrder(tx, id, { paymentProblem: null })
      const before = { problem }
      await recordAudit(tx, { actor, action: 'order.payment_checked', targetType: 'order', targetId: id, before, requestId })
    }
    return readOrder(tx, actor, id)
  })
}
