import type { FastifyInstance } from 'fastify'
import { phoneOrders } from '#contract/checkout/phone-orders.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { answerOf } from '#server/platform/http/send-answer.ts'
import { placePhoneOrder } from './place-phone-order.ts'
import { previewOrder } from './preview-order.ts'
import { readCustomer } from './read-customer.ts'

/** Orders that staff take by phone. */
export function phoneOrderRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, phoneOrders.customer, ({ params }) => readCustomer(deps.db, params.id))
  route(app, phoneOrders.preview, ({ body }) => previewOrder(deps, body))
  route(app, phoneOrders.place, async ({ actor, body, idempotencyKey, request, reply }) => {
    return answerOf(await placePhoneOrder(deps, actor, { body, idempotencyKey, requestId: request.id }), reply)
  })
}
