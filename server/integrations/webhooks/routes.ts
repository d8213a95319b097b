import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { staffWebhooks, webhooks } from '#contract/integrations/webhooks.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, requireUnsuspended } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { createUserLimit } from '#server/platform/http/throttle.ts'
import { countDeliveries, findDelivery, listDeliveries } from './delivery-list.ts'
import { presentDelivery, presentWebhook } from './present-webhook.ts'
import { changeWebhook, createWebhook, deleteWebhook, rotateSecret } from './save-webhook.ts'
import { resendDelivery, testWebhook } from './send-again.ts'
import { findWebhook, listWebhooks, type WebhookOwner } from './webhook-record.ts'

/** Messages that a person asks for: enough to set up a receiver, too few to trouble one. */
const ASKED = { limit: 30, windowMs: MINUTE_MS }

/** Binds the webhooks of businesses and of the platform. */
export function webhookRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, webhooks, ({ businessId }) => found(businessId))
  bind(app, deps, staffWebhooks, () => null)
}

interface Named {
  actor: Actor | null
  params: { id: string }
}

/** @param ownerOf whose webhooks a caller may see and change */
function bind(app: FastifyInstance, deps: Deps, calls: typeof webhooks, ownerOf: (actor: Actor) => WebhookOwner): void {
  const { db, now } = deps
  const limit = createUserLimit(deps, 'webhook-message', ASKED)
  const changeBy = (context: { actor: Actor | null; request: FastifyRequest }) => {
    const actor = found(context.actor)
    return { actor, owner: ownerOf(actor), requestId: context.request.id }
  }
  const isOwn = async ({ actor, params }: Named) => actor !== null && (await findWebhook(db, params.id, ownerOf(actor))) !== null
  const isSent = async ({ actor, params }: Named) => actor !== null && (await findDelivery(db, params.id))?.owner === ownerOf(actor)
  const own = { exists: isOwn, requires: requireUnsuspended }

  route(app, calls.list, async ({ actor }) => (await listWebhooks(db, ownerOf(found(actor)))).map((row) => presentWebhook(row, now())))
  route(app, calls.create, ({ body, ...context }) => createWebhook(deps, changeBy(context), body), { requires: requireUnsuspended })
  route(app, calls.byId, async ({ actor, params }) => presentWebhook(found(await findWebhook(db, params.id, ownerOf(found(actor)))), now()))
  route(app, calls.update, ({ params, body, ...context }) => changeWebhook(deps, changeBy(context), { ...params, ...body }), own)
  route(
    app,
    calls.remove,
    async ({ params, ...context }) => {
      await deleteWebhook(deps, changeBy(context), params.id)
      return { ok: true as const }
    },
    { exists: isOwn },
  )
  route(
    app,
    calls.test,
    async ({ params, ...context }) => {
      const change = changeBy(context)
      await limit(change.actor.userId)
      return testWebhook(deps, change, params.id)
    },
    own,
  )
  route(app, calls.rotate, ({ params, ...context }) => rotateSecret(deps, changeBy(context), params.id), own)
  route(
    app,
    calls.deliveries,
    async ({ params, query: { page = 1, limit: size = PAGE_LIMIT, state } }) => {
      const filter = { webhookId: params.id, state }
      const rows = await listDeliveries(db, filter, { limit: size, offset: (page - 1) * size })
      return { items: rows.map(presentDelivery), total: await countDeliveries(db, filter) }
    },
    { exists: isOwn },
  )
  route(
    app,
    calls.resend,
    async ({ params, ...context }) => {
      const change = changeBy(context)
      await limit(change.actor.userId)
      return resendDelivery(deps, change, params.id)
    },
    { exists: isSent, requires: requireUnsuspended },
  )
}
