import type { FastifyInstance } from 'fastify'
import { orderTransitions } from '#contract/fulfillment/order-transitions.ts'
import { findOrder, hasOrder } from '#server/orders/order-record.ts'
import { scopeOf } from '#server/orders/present-order.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { cancelOrder } from './cancel-order.ts'
import { correctTracking } from './correct-tracking.ts'
import { transitionOrder } from './transition-order.ts'
import { transitionOrders } from './transition-orders.ts'

/** Binds status changes of orders and seller orders: by staff, and by customers who cancel. */
export function transitionRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  const hasPart = async ({ params }: { params: { id: string; businessId: string } }) => {
    const record = await findOrder(db, params.id, null)
    return record?.parts.some(({ businessId }) => businessId === params.businessId) ?? false
  }
  route(
    app,
    orderTransitions.cancel,
    ({ actor, params, body, request }) => cancelOrder(deps, actor, { ...params, ...body, requestId: request.id }),
    {
      exists: ({ actor, params }) => hasOrder(db, params.id, scopeOf(actor, 'orders.write')),
    },
  )
  route(
    app,
    orderTransitions.setStatus,
    ({ actor, params, body: { status, ...body }, request }) =>
      transitionOrder(deps, actor, { ...params, ...body, to: status, requestId: request.id }),
    { exists: ({ params }) => hasOrder(db, params.id, null) },
  )
  route(
    app,
    orderTransitions.setPartStatus,
    ({ actor, params, body: { status, ...body }, request }) =>
      transitionOrder(deps, actor, { ...params, ...body, to: status, requestId: request.id }),
    { exists: hasPart },
  )
  route(
    app,
    orderTransitions.correctTracking,
    ({ actor, params, body, request }) => correctTracking(deps, actor, { ...params, ...body, requestId: request.id }),
    { exists: hasPart },
  )
  route(app, orderTransitions.moveMany, ({ actor, body: { status, ...body }, request }) =>
    transitionOrders(deps, actor, { ...body, to: status, requestId: request.id }),
  )
}
