import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { inbox } from '#contract/contact/inbox.ts'
import { INBOX_LIST } from '#contract/contact/inbox-list.ts'
import type { Deps } from '#server/platform/deps.ts'
import { exportRoute, fileColumns } from '#server/platform/http/export-route.ts'
import { route } from '#server/platform/http/route.ts'
import { answerOf } from '#server/platform/http/send-answer.ts'
import { changeMessage } from './change-message.ts'
import { countInbox, findInboxMessage, listInbox, listMessageIds } from './inbox-list.ts'
import { presentMessage } from './present-message.ts'
import { readThread, replyToMessage } from './reply-to-message.ts'

/** Messages to the team, for staff. */
export function messageStaffRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  route(app, inbox.list, async ({ query }) => {
    const { page = 1, limit = PAGE_LIMIT } = query
    const rows = await listInbox(db, query, { limit, offset: (page - 1) * limit })
    return { items: rows.map(presentMessage), total: await countInbox(db, query) }
  })
  const exists = async ({ params }: { params: { id: string } }) => (await findInboxMessage(db, params.id)) !== null
  route(app, inbox.byId, ({ params }) => readThread(db, params.id))
  route(
    app,
    inbox.reply,
    async ({ actor, params, body, idempotencyKey, request, reply }) =>
      answerOf(await replyToMessage(deps, actor, { ...params, ...body, idempotencyKey, requestId: request.id }), reply),
    { exists },
  )
  route(app, inbox.change, ({ actor, params, body, request }) => changeMessage(deps, actor, body, { ...params, requestId: request.id }), {
    exists,
  })
  exportRoute(app, deps, inbox.export, {
    name: 'messages',
    columns: fileColumns(INBOX_LIST, ['reference', 'created', 'topic', 'name', 'email', 'phone', 'company', 'message', 'details']),
    ids: ({ query }) => listMessageIds(db, query),
    rows: async (tx, { query }, part) => (await listInbox(tx, query, part)).map(presentMessage),
  })
}
