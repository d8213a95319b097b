import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { type InboxMessage, inbox } from '#contract/contact/inbox.ts'
import type { Deps } from '#server/platform/deps.ts'
import { exportRoute } from '#server/platform/http/export-route.ts'
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
    columns: [
      { title: 'Reference', value: ({ reference }: InboxMessage) => reference },
      { title: 'Received at', value: ({ createdAt }) => new Date(createdAt) },
      { title: 'Topic', value: ({ topic }) => topic },
      { title: 'Name', value: ({ name }) => name, width: 24 },
      { title: 'Email', value: ({ email }) => email, width: 30 },
      { title: 'Phone', value: ({ phone }) => phone },
      { title: 'Company', value: ({ company }) => company, width: 24 },
      { title: 'Message', value: ({ message }) => message, width: 60 },
      { title: 'Details', value: ({ details }) => details.map(({ label, value }) => `${label}: ${value}`).join('\n'), width: 40 },
      { title: 'Status', value: ({ status }) => status },
      { title: 'Answered at', value: ({ answeredAt }) => answeredAt && new Date(answeredAt) },
      { title: 'Answered by', value: ({ answeredBy }) => answeredBy },
      { title: 'Note', value: ({ note }) => note, width: 40 },
    ],
    ids: ({ query }) => listMessageIds(db, query),
    rows: async (tx, { query }, part) => (await listInbox(tx, query, part)).map(presentMessage),
  })
}
