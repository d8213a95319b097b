import * as z from 'zod/mini'
import { pageFields, queryBoolean } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { NOTIFICATION_CHOICES, NOTIFICATION_KINDS } from '#domain/notification-kinds.ts'
import { isTimeZone } from '#domain/time.ts'

/** A notification of the signed-in user. */
export const Notification = z.object({
  id: z.int(),
  kind: z.string(),
  title: z.string(),
  /** A further sentence; may be empty. */
  text: z.string(),
  /** Path of the screen it is about. */
  path: z.string(),
  createdAt: z.string(),
  readAt: z.nullable(z.string()),
})
export type Notification = z.output<typeof Notification>

/** Number of the caller's unread notifications. */
export const UnreadCount = z.object({ count: z.int() })

/** Maximum number of ids in one call. */
const MAX_MARKED = 100

const ids = z.array(z.int().check(z.gte(1))).check(z.minLength(1), z.maxLength(MAX_MARKED))
const { page, limit } = pageFields

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/api/notifications',
    access: 'signedIn',
    summary: "Lists the caller's notifications, newest first.",
    query: z.object({ page, limit, unreadOnly: z.optional(queryBoolean) }),
    response: z.array(Notification),
    list: true,
  }),
  unread: endpoint({
    method: 'GET',
    path: '/api/notifications/unread',
    access: 'signedIn',
    summary: "Returns the number of the caller's unread notifications. Does not count as use of the session.",
    response: UnreadCount,
    isPassive: true,
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/api/notifications/read',
    access: 'signedIn',
    summary: "Marks these of the caller's notifications as read, or `all` of them; returns the number of unread ones.",
    body: z.union([z.object({ ids }), z.object({ all: z.literal(true) })]),
    response: UnreadCount,
  }),
}

const Choice = z.object({ kind: z.enum(NOTIFICATION_KINDS), choice: z.enum(NOTIFICATION_CHOICES) })

/** Choices of the caller for notifications, one for each kind of the caller's role. */
export const ChosenNotifications = z.object({
  /** Time zone of the daily email; null: that of the shop. */
  timeZone: z.nullable(z.string()),
  shopTimeZone: z.string(),
  choices: z.array(Choice),
})
export type ChosenNotifications = z.output<typeof ChosenNotifications>

/** Kinds that are left out stay as they are. */
const ChooseBody = z.object({
  timeZone: z.nullable(z.string().check(z.refine(isTimeZone, { error: 'Please choose a time zone such as America/Chicago' }))),
  choices: z.array(Choice).check(z.maxLength(NOTIFICATION_KINDS.length)),
})

export const notificationChoices = {
  read: endpoint({
    method: 'GET',
    path: '/api/account/notification-choices',
    access: 'signedIn',
    summary: 'Returns how the caller gets notifications: an email at once, one email a day, or only the bell.',
    response: ChosenNotifications,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/account/notification-choices',
    access: 'signedIn',
    summary: 'Saves how the caller gets notifications. What already waits for the daily email comes with it.',
    body: ChooseBody,
    response: ChosenNotifications,
  }),
}
