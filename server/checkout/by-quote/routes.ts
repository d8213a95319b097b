import type { FastifyInstance } from 'fastify'
import { quoteOrders } from '#contract/checkout/quote-orders.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { answerOf } from '#server/platform/http/send-answer.ts'
import { hasQuote } from '#server/quotes/quote-record.ts'
import { acceptQuote } from './accept-quote.ts'

/** Binds the acceptance of an offer. */
export function quoteOrderRoutes(app: FastifyInstance, deps: Deps): void {
  route(
    app,
    quoteOrders.accept,
    async ({ actor, params, body, idempotencyKey, request, reply }) =>
      answerOf(await acceptQuote(deps, actor, { id: params.id, body, idempotencyKey, requestId: request.id }), reply),
    { exists: ({ actor, params }) => hasQuote(deps.db, actor.userId, params.id) },
  )
}
