import * as z from 'zod/mini'
import { pageFields, queryBoolean } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'

/** Something that the bell tells its reader. */
export const Notification = z.object({
  id: z.int(),
  kind: z.string(),
  title: z.string(),
  /** One sentence more; may be empty. */
  text: z.string(),
  /** Path of the screen that it is about. */
  path: z.string(),
  createdAt: z.string(),
  readAt: z.nullable(z.string()),
})
export type Notification = z.output<typeof Notification>

/** How many of the caller's notifications are unread. */
export const UnreadCount = z.object({ count: z.int() })

/** The most ids that one call marks. */
export const MOST_MARKED = 100

const ids = z.array(z.int().check(z.gte(1))).check(z.minLength(1), z.maxLength(MOST_MARKED))
const { page, limit } = pageFields

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/api/notifications',
    access: 'signedIn',
    summary: "The caller's own notifications, the newest first.",
    query: z.object({ page, limit, unreadOnly: z.optional(queryBoolean) }),
    response: z.array(Notification),
    list: true,
  }),
  unread: endpoint({
    method: 'GET',
    path: '/api/notifications/unread',
    access: 'signedIn',
    summary: "How many of the caller's notifications are unread. Asking does not keep a session alive.",
    response: UnreadCount,
    isPassive: true,
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/api/notifications/read',
    access: 'signedIn',
    summary: "Marks these of the caller's notifications as read, or `all` of them; answers how many are still unread.",
    body: z.union([z.object({ ids }), z.object({ all: z.literal(true) })]),
    response: UnreadCount,
  }),
}
