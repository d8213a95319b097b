import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkout } from '#contract/checkout/checkout.ts'
import { hasOrder } from '#server/orders/order-record.ts'
import type { Deps } from '#server/platform/deps.ts'
import { networkOf } from '#server/platform/http/network.ts'
import { route } from '#server/platform/http/route.ts'
import { answerOf } from '#server/platform/http/send-answer.ts'
import { createUserLimit, PAYMENTS_PER_USER } from '#server/platform/http/throttle.ts'
import { openStripe } from '#server/platform/vendors/stripe.ts'
import { createPaymentIntent } from './create-payment-intent.ts'
import { placeOrder } from './place-order.ts'
import { readPayLaterEligibility } from './read-pay-later-eligibility.ts'
import { reorderItems } from './reorder-items.ts'

/** From cart to order, and from an order back into the cart. */
export function checkoutRoutes(app: FastifyInstance, deps: Deps): void {
  const networkOfRequest = ({ ip }: FastifyRequest) => (deps.config.limitsRates ? networkOf(ip) : null)
  route(app, checkout.placeOrder, async ({ actor, body, idempotencyKey, request, reply }) => {
    const asked = { body, idempotencyKey, requestId: request.id, network: networkOfRequest(request) }
    return answerOf(await placeOrder(deps, actor, asked), reply)
  })
  route(app, checkout.payLater, ({ actor, query, request }) =>
    readPayLaterEligibility(deps, actor, { currency: query.currency, network: networkOfRequest(request) }),
  )
  const provider = deps.config.stripe && openStripe(deps.config.stripe)
  const limit = provider && createUserLimit(deps, 'payment', PAYMENTS_PER_USER)
  route(app, checkout.createPaymentIntent, async ({ actor, body, idempotencyKey, request, reply }) => {
    await limit?.(actor.userId)
    return answerOf(await createPaymentIntent(deps, provider, actor, { body, idempotencyKey, requestId: request.id }), reply)
  })
  route(
    app,
    checkout.reorder,
    ({ actor, params, query }) => reorderItems(deps, { userId: actor.userId, currency: query.currency }, params.id),
    { exists: ({ actor, params }) => hasOrder(deps.db, params.id, { userId: actor.userId }) },
  )
}
