import type { FastifyInstance } from 'fastify'
import { cardPayments } from '#contract/payments/card-payments.ts'
import { hasOrder } from '#server/orders/order-record.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { countWebhook } from '#server/platform/metrics/count-events.ts'
import { openStripe, type ProviderEvent } from '#server/platform/vendors/stripe.ts'
import { checkPayment } from './check-payment.ts'
import { type EventFollower, handleEvent } from './handle-event.ts'
import { prepareDispute } from './reconcile-disputes.ts'
import type { Settlement } from './settle-intent.ts'

/** Maximum size of an event of the provider, in bytes. */
const MESSAGE_BYTES = 256 * 1024

/**
 * Binds the webhook of the payment provider, and the check of a payment for a buyer who comes back. `followers` act on events about
 * anything else.
 */
export async function cardPaymentRoutes(app: FastifyInstance, deps: Deps, followers: readonly EventFollower[]): Promise<void> {
  const provider = deps.config.stripe && openStripe(deps.config.stripe)
  async function follow(event: ProviderEvent, requestId: string): Promise<Settlement | null> {
    if (provider && event.isOurMode) {
      if (event.about?.kind === 'dispute') await prepareDispute(deps, provider, event.about.dispute)
      for (const follower of followers) await follower.before(deps, provider, event)
    }
    return handleEvent(deps, event, followers, requestId)
  }
  await app.register(async (scope) => {
    // its signature is about the bytes: nobody may read them as JSON first
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MESSAGE_BYTES }, (_request, body, done) => done(null, body))
    route(scope, cardPayments.receiveEvent, async ({ request }) => {
      const signature = request.headers['stripe-signature']
      const { body } = request
      const event =
        provider && typeof signature === 'string' && Buffer.isBuffer(body)
          ? await provider.constructEvent(body, signature, deps.now())
          : null
      if (!event) {
        countWebhook(null, 'refused')
        refuse('bad_signature')
      }
      const settlement = await follow(event, request.id).catch((error: unknown) => {
        countWebhook(event.type, 'failed')
        throw error
      })
      countWebhook(event.type, settlement === null ? 'repeated' : settlement.needsStaff ? 'staff' : 'done')
      if (settlement?.needsStaff) request.log.error({ event: event.id, outcome: settlement.outcome }, 'a payment does not fit its order')
      return { received: true }
    })
  })
  route(app, cardPayments.check, ({ actor, params }) => checkPayment(deps, provider, actor, { id: params.id, followers }), {
    exists: ({ actor, params }) => hasOrder(deps.db, params.id, { userId: actor.userId }),
  })
}
