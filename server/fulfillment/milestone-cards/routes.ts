import type { FastifyInstance } from 'fastify'
import { milestoneCards } from '#contract/fulfillment/milestone-cards.ts'
import { hasOrder } from '#server/orders/order-record.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { createUserLimit, PAYMENTS_PER_USER } from '#server/platform/http/throttle.ts'
import { openStripe } from '#server/platform/vendors/stripe.ts'
import { payMilestone } from './pay-milestone.ts'

/** Binds the card payment of a milestone. */
export function milestoneCardRoutes(app: FastifyInstance, deps: Deps): void {
  const provider = deps.config.stripe && openStripe(deps.config.stripe)
  const limit = provider && createUserLimit(deps, 'payment', PAYMENTS_PER_USER)
  route(
    app,
    milestoneCards.begin,
    async ({ actor, params }) => {
      await limit?.(actor.userId)
      return payMilestone(deps, provider, actor, params.id)
    },
    { exists: ({ actor, params }) => hasOrder(deps.db, params.id, { userId: actor.userId }) },
  )
}
