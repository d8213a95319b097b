import type { FastifyInstance } from 'fastify'
import { checkout } from '#contract/orders.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { placeOrder } from './place-order.ts'

/** From cart to order. */
export function checkoutRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, checkout.placeOrder, async ({ actor, body, idempotencyKey, request, reply }) => {
    const { order, isReplay } = await placeOrder(deps, actor, { body, idempotencyKey, requestId: request.id })
    if (isReplay) reply.header('idempotency-replayed', 'true')
    return order
  })
}
