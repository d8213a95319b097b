import type { BulkResult } from '#contract/fulfillment/order-transitions.ts'
import type { OrderStatus } from '#domain/order.ts'
import { findOrder } from '#server/orders/order-record.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { RefusalError } from '#server/platform/http/refusal.ts'
import { transitionOrder } from './transition-order.ts'

/** A status requested for several orders. */
export interface BulkTransition {
  ids: readonly string[]
  to: OrderStatus
  reason?: string | undefined
  requestId: string
}

interface EachOrder {
  /** Changes one order in its own transaction. */
  change: (id: string) => Promise<unknown>
  /** Reads an order that was refused, as far as the caller may see it; `isDone`: it is already as it was to become. */
  find: (id: string) => Promise<{ number: string; isDone: boolean } | null>
}

/** Changes orders one after the other. An order that is already as it was to become is left alone, so the same call can be sent again. */
export async function changeEach(ids: readonly string[], { change, find }: EachOrder): Promise<BulkResult> {
  const result: BulkResult = { moved: 0, unchanged: 0, refused: [] }
  for (const id of new Set(ids)) {
    try {
      await change(id)
      result.moved += 1
    } catch (error) {
      if (!(error instanceof RefusalError) || error.refusal.code === 'step_up_required') throw error
      const order = await find(id)
      if (order?.isDone) result.unchanged += 1
      else result.refused.push({ id, number: order?.number ?? null, reason: error.message })
    }
  }
  return result
}

/** Changes the status of several orders for staff, each in its own transaction; those that are refused are listed with the reason. */
export async function transitionOrders(deps: Deps, actor: Actor, { ids, ...transition }: BulkTransition): Promise<BulkResult> {
  return changeEach(ids, {
    change: (id) => transitionOrder(deps, actor, { ...transition, id }),
    find: async (id) => {
      const record = await findOrder(deps.db, id, null)
      return record && { number: record.order.number, isDone: record.order.status === transition.to }
    },
  })
}
