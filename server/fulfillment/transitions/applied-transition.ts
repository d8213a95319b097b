import type { OrderStatus } from '#domain/order.ts'
import type { SellerOrderRow } from '#server/orders/order-record.ts'
import type { Actor } from '#server/platform/http/actor.ts'

/** A transition of an order with every part that may make it, or of one seller's part alone. */
export interface Transition {
  to: OrderStatus
  /** The one seller whose part moves; absent: all. */
  businessId?: string | undefined
  reason?: string | undefined
  carrier?: string | undefined
  trackingNumber?: string | undefined
}

/** Who moves it (null: the shop itself), when, and the request that asked for it. */
export interface TransitionContext {
  actor: Actor | null
  /** The actor does it as the order's buyer, whatever else the actor is. */
  isBuyer?: boolean
  at: Date
  requestId?: string
}

/** A transition as it was applied: which parts applied it, and where the whole order stands now. */
export interface AppliedTransition {
  transition: Transition
  /** The parts as they were before it. */
  parts: readonly SellerOrderRow[]
  to: OrderStatus
}
