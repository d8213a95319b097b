import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { SUBSCRIBER_LIST } from '#contract/contact/subscriber-list.ts'
import { subscribers } from '#contract/contact/subscribers.ts'
import type { Deps } from '#server/platform/deps.ts'
import { exportRoute, fileColumns } from '#server/platform/http/export-route.ts'
import { route } from '#server/platform/http/route.ts'
import { eraseSubscriber, presentSubscriber, unsubscribeReader } from './remove-reader.ts'
import { countSubscribers, listSubscriberIds, listSubscribers } from './subscriber-list.ts'

/** The list of newsletter subscriptions, for staff. */
export function newsletterStaffRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  route(app, subscribers.list, async ({ query }) => {
    const { page = 1, limit = PAGE_LIMIT } = query
    const rows = await listSubscribers(db, query, { limit, offset: (page - 1) * limit })
    return { items: rows.map(presentSubscriber), total: await countSubscribers(db, query) }
  })
  route(app, subscribers.unsubscribe, ({ actor, params, request }) => unsubscribeReader(deps, { ...params, actor, requestId: request.id }))
  route(app, subscribers.erase, async ({ actor, params, request }) => {
    await eraseSubscriber(deps, { ...params, actor, requestId: request.id })
    return { ok: true as const }
  })
  exportRoute(app, deps, subscribers.export, {
    name: 'newsletter',
    columns: fileColumns(SUBSCRIBER_LIST),
    ids: ({ query }) => listSubscriberIds(db, query),
    rows: async (tx, { query }, part) => (await listSubscribers(tx, query, part)).map(presentSubscriber),
  })
}
