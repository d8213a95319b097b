import type { OrderStatus } from '#domain/order.ts'
import type { SellerOrderRow } from '#server/orders/order-record.ts'
import type { Actor } from '#server/platform/http/actor.ts'

/** A move of an order with every part that may make it, or of one seller's part alone. */
export interface Move {
  to: OrderStatus
  /** The one seller whose part moves; absent: all. */
  businessId?: string | undefined
  reason?: string | undefined
  carrier?: string | undefined
  trackingNumber?: string | undefined
}

/** Who moves it (null: the shop itself), when, and the request that asked for it. */
export interface Mover {
  actor: Actor | null
  /** The actor does it as the order's buyer, whatever else the actor is. */
  isBuyer?: boolean
  at: Date
  requestId?: string
}

/** A move as it was made: which parts made it, and where the whole order stands now. */
export interface MadeMove {
  move: Move
  /** The parts as they were before it. */
  parts: readonly SellerOrderRow[]
  to: OrderStatus
}
