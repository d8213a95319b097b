import type { OrderStatus } from '#domain/order.ts'
import type { SellerOrderRow } from '#server/orders/order-record.ts'
import type { Shipment } from '#server/orders/shipment-list.ts'
import type { Actor } from '#server/platform/http/actor.ts'

/** Change of status of an order with every seller order that allows it, or of one seller order alone. */
export interface Transition {
  to: OrderStatus
  /** The one seller whose seller order changes; absent: all. */
  businessId?: string | undefined
  reason?: string | undefined
  /** Reason of staff for going on while a milestone is unpaid. */
  unpaidReason?: string | undefined
  carrier?: string | undefined
  trackingNumber?: string | undefined
}

/** Actor (null: the shop itself), time and request of a transition. */
export interface TransitionContext {
  actor: Actor | null
  /** The actor acts as the order's buyer, whatever the role. */
  isBuyer?: boolean
  at: Date
  requestId?: string
}

/** Transition as it was applied: the seller orders that changed, and the new status of the whole order. */
export interface AppliedTransition {
  transition: Transition
  /** The seller orders as they were before. */
  parts: readonly SellerOrderRow[]
  /** The parcels that left with it. */
  shipments: readonly Shipment[]
  to: OrderStatus
}
