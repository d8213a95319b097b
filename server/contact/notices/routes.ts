import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { NOTICE_LIST } from '#contract/contact/notice-list.ts'
import { notices } from '#contract/contact/notices.ts'
import { HOUR_MS } from '#domain/time.ts'
import { normalizeEmail } from '#domain/user.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { exportRoute, fileColumns } from '#server/platform/http/export-route.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { createAddressLimit, createCounter } from '#server/platform/http/throttle.ts'
import { decideNotice, objectToNotice } from './decide-notice.ts'
import { countNotices, findNotice, listNoticeIds, listNotices } from './notice-list.ts'
import { presentNotice, presentOwnNotice } from './present-notice.ts'
import { sendNotice } from './send-notice.ts'

/** Limit of notices from one network. */
const NOTICES_PER_ADDRESS = { limit: 5, windowMs: HOUR_MS }

/** Limit of receipts to one address, so that nobody's mailbox can be flooded. */
const RECEIPTS_PER_RECIPIENT = { limit: 5, windowMs: HOUR_MS }

/** Binds notices about content: sent by anyone, decided by staff, objected to by sellers. */
export function noticeRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps
  const limit = createAddressLimit(deps, 'notice', NOTICES_PER_ADDRESS)
  const receipts = createCounter(deps, 'notice-receipt', RECEIPTS_PER_RECIPIENT)
  const exists = async ({ params }: { params: { id: string } }) => (await findNotice(db, null, params.id)) !== null
  const ownScope = ({ businessId }: Actor) => (businessId ? { businessId } : null)
  const isOwn = async ({ actor, params }: { actor: Actor; params: { id: string } }) => {
    const scope = ownScope(actor)
    return scope !== null && (await findNotice(db, scope, params.id)) !== null
  }

  route(app, notices.send, async ({ actor, body, request }) => {
    await limit(request.ip)
    const canMail = (await receipts(normalizeEmail(body.email))) === 0
    return sendNotice(deps, { actor, canMail, requestId: request.id }, body)
  })
  route(app, notices.list, async ({ query }) => {
    const { page = 1, limit: size = PAGE_LIMIT } = query
    const rows = await listNotices(db, null, query, { limit: size, offset: (page - 1) * size })
    return { items: rows.map((row) => presentNotice(row, now())), total: await countNotices(db, null, query) }
  })
  route(app, notices.byId, async ({ params }) => presentNotice(found(await findNotice(db, null, params.id)), now()))
  route(app, notices.decide, ({ actor, params, body, request }) => decideNotice(deps, { ...params, body, actor, requestId: request.id }), {
    exists,
  })
  exportRoute(app, deps, notices.export, {
    name: 'notices',
    columns: fileColumns(NOTICE_LIST, ['number', 'address', 'business', 'status', 'receivedAt']),
    ids: ({ query }) => listNoticeIds(db, query),
    rows: async (tx, { query }, part) => (await listNotices(tx, null, query, part)).map((row) => presentNotice(row, now())),
  })
  route(app, notices.listOwn, async ({ actor, query }) => {
    const scope = ownScope(actor)
    if (scope === null) return { items: [], total: 0 }
    const { page = 1, limit: size = PAGE_LIMIT } = query
    const rows = await listNotices(db, scope, query, { limit: size, offset: (page - 1) * size })
    return { items: rows.map((row) => presentOwnNotice(row, now())), total: await countNotices(db, scope, query) }
  })
  route(app, notices.ownById, async ({ actor, params }) => {
    const scope = ownScope(actor)
    return presentOwnNotice(found(scope && (await findNotice(db, scope, params.id))), now())
  })
  route(
    app,
    notices.object,
    ({ actor, params, body, request }) => objectToNotice(deps, { ...params, body, actor, requestId: request.id }),
    { exists: isOwn },
  )
}
