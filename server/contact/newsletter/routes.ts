import type { FastifyInstance } from 'fastify'
import { newsletter } from '#contract/contact/newsletter.ts'
import { normalizeEmail } from '#domain/user.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { createAddressLimit, FORMS_PER_ADDRESS } from '#server/platform/http/throttle.ts'
import { hashToken, isToken } from '#server/platform/secrets/token.ts'
import { subscribeReader } from './subscribe-reader.ts'
import { confirmSubscriber, endSubscription } from './subscription-record.ts'

/** Newsletter subscriptions: requesting, confirming, unsubscribing. */
export function newsletterRoutes(app: FastifyInstance, deps: Deps): void {
  const limit = createAddressLimit(deps, 'newsletter', FORMS_PER_ADDRESS)
  route(app, newsletter.subscribe, async ({ body, request }) => {
    await limit(request.ip)
    if (!body.website) await subscribeReader(deps, normalizeEmail(body.email))
    return { ok: true as const }
  })
  route(app, newsletter.confirm, async ({ body: { token } }) => {
    if (!isToken(token) || !(await confirmSubscriber(deps.db, hashToken(token), deps.now()))) refuse('link_invalid')
    return { ok: true as const }
  })
  route(app, newsletter.unsubscribe, async ({ body: { token } }) => {
    if (!isToken(token) || !(await endSubscription(deps.db, token, deps.now()))) {
      refuse('link_invalid', { detail: "This link isn't complete. Open the complete link from your email again." })
    }
    return { ok: true as const }
  })
}
