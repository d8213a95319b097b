import type { FastifyInstance } from 'fastify'
import { shipments } from '#contract/fulfillment/shipments.ts'
import { findSellerOrder } from '#server/fulfillment/seller-orders/seller-order-list.ts'
import { hasOrder } from '#server/orders/order-record.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, requireApproved } from '#server/platform/http/actor.ts'
import { route } from '#server/platform/http/route.ts'
import { answerOf } from '#server/platform/http/send-answer.ts'
import { addOwnShipment, addShipment } from './add-shipment.ts'
import { markDelivered, markOwnDelivered } from './mark-delivered.ts'

/** Binds the parcels of orders, for sellers and staff. */
export function shipmentRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  type Named = { actor: Actor; params: { id: string } }
  const isOwn = async ({ actor, params }: Named) =>
    actor.businessId !== null && (await findSellerOrder(db, actor.businessId, params.id)) !== null
  const ownOfApproved = { requires: requireApproved, exists: isOwn }
  const ofAnyone = { exists: ({ params }: Named) => hasOrder(db, params.id, null) }
  route(
    app,
    shipments.ship,
    async ({ actor, params: { id }, body, idempotencyKey, request, reply }) =>
      answerOf(await addOwnShipment(deps, actor, { id, body, idempotencyKey, requestId: request.id }), reply),
    ownOfApproved,
  )
  route(
    app,
    shipments.deliver,
    ({ actor, params, request }) => markOwnDelivered(deps, actor, { ...params, requestId: request.id }),
    ownOfApproved,
  )
  route(
    app,
    shipments.staffShip,
    async ({ actor, params: { id }, body, idempotencyKey, request, reply }) =>
      answerOf(await addShipment(deps, actor, { id, body, idempotencyKey, requestId: request.id }), reply),
    ofAnyone,
  )
  route(
    app,
    shipments.staffDeliver,
    ({ actor, params, request }) => markDelivered(deps, actor, { ...params, requestId: request.id }),
    ofAnyone,
  )
}
