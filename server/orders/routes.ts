import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { orders } from '#contract/orders.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { cancelOrder } from './cancel-order.ts'
import { listAllOrders } from './list-orders.ts'
import { listOrders } from './lists/repository.ts'
import { moveOrder } from './move-order.ts'
import { moveOrders } from './move-orders.ts'
import { presentSummary, scopeOf } from './present-order.ts'
import { readOrder } from './read-order.ts'
import { hasOrder } from './repository.ts'

/** Orders of the caller, and of everybody for staff. */
export function orderRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  route(app, orders.listOwn, async ({ actor, query }) => {
    const { status, search, sort, page = 1, limit = PAGE_LIMIT } = query
    const { items, total } = await listOrders(db, { userId: actor.userId, status, search, sort, page, limit })
    return { items: items.map(presentSummary), total }
  })
  route(app, orders.byId, ({ actor, params }) => readOrder(db, actor, params.id))
  route(
    app,
    orders.cancel,
    ({ actor, params, body, request }) => cancelOrder(deps, actor, { ...params, reason: body?.reason, requestId: request.id }),
    { exists: ({ actor, params }) => hasOrder(db, params.id, scopeOf(actor)) },
  )
  route(app, orders.listAll, ({ query }) => listAllOrders(db, query))
  route(app, orders.adminById, ({ actor, params }) => readOrder(db, actor, params.id))
  route(
    app,
    orders.setStatus,
    ({ actor, params, body: { status, ...body }, request }) =>
      moveOrder(deps, actor, { ...params, ...body, to: status, requestId: request.id }),
    { exists: ({ params }) => hasOrder(db, params.id, null) },
  )
  route(app, orders.moveMany, ({ actor, body: { status, ...body }, request }) =>
    moveOrders(deps, actor, { ...body, to: status, requestId: request.id }),
  )
}
