import type { BulkResult } from '#contract/fulfillment/order-transitions.ts'
import type { OrderStatus } from '#domain/order.ts'
import { listNumbers } from '#server/orders/order-record.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { RefusalError } from '#server/platform/http/refusal.ts'
import { transitionOrder } from './transition-order.ts'

/** Changes the status of several orders for staff, each in its own transaction; those that are refused are listed with the reason. */
export async function transitionOrders(
  deps: Deps,
  actor: Actor,
  request: { ids: readonly string[]; to: OrderStatus; reason?: string | undefined; requestId: string },
): Promise<BulkResult> {
  const { ids, ...transition } = request
  const numbers = await listNumbers(deps.db, ids)
  const refused: BulkResult['refused'] = []
  const asked = [...new Set(ids)]
  for (const id of asked) {
    try {
      await transitionOrder(deps, actor, { ...transition, id })
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
      refused.push({ id, number: numbers.get(id) ?? null, reason: error.message })
    }
  }
  return { moved: asked.length - refused.length, refused }
}
