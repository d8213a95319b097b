import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { notificationChoices, notifications } from '#contract/platform/notifications.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { countUnread, listNotifications, markRead, type NotificationRow } from './notification-record.ts'
import { readChoices, saveChoices } from './save-choices.ts'

const present = ({ id, kind, title, text, path, createdAt, readAt }: NotificationRow) => ({
  id,
  kind,
  title,
  text,
  path,
  createdAt: createdAt.toISOString(),
  readAt: readAt?.toISOString() ?? null,
})

/** The caller's own notifications, and how they are sent. */
export function notificationRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps
  route(app, notifications.list, async ({ actor, query: { page = 1, limit = PAGE_LIMIT, unreadOnly = false } }) => {
    const { rows, total } = await listNotifications(db, actor, { unreadOnly, limit, offset: (page - 1) * limit })
    return { items: rows.map(present), total }
  })
  route(app, notifications.unread, async ({ actor }) => ({ count: await countUnread(db, actor) }))
  route(app, notifications.markRead, async ({ actor, body }) => {
    await markRead(db, actor, 'ids' in body ? body.ids : null, now())
    return { count: await countUnread(db, actor) }
  })
  route(app, notificationChoices.read, ({ actor }) => readChoices(db, actor))
  route(app, notificationChoices.save, ({ actor, body }) => saveChoices(deps, actor, body))
}
