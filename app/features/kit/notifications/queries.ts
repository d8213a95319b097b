import type { Read } from '#app/lib/api.ts'
import type { Page } from '#contract/client.ts'
import type { ChosenNotifications, Notification } from '#contract/platform/notifications.ts'
import { isStaffRole } from '#domain/user.ts'

/** Page sizes of the notifications screen and of the bell's panel. */
export const PAGE = 20
export const LATEST = 10

/** Keys begin with the token, so that the next user of this browser never sees them. */
export const notificationsKey = (token: string | null) => ['notifications', token] as const

/** Says in an empty list what will appear in it. */
export const appearsHere = (role: string | undefined): string =>
  isStaffRole(role)
    ? 'New orders, messages, returns and anything that needs attention appear here.'
    : 'News about your orders and your account appears here.'

/** Number of unread notifications. */
export const unreadQuery = (token: string | null): Read<{ count: number }> => ({
  queryKey: [...notificationsKey(token), 'unread'],
  read: (api, signal) => api.notifications.unread({ signal }),
  staleTime: 5000,
})

/** One page of the caller's own, the newest first. */
export const notificationsQuery = (
  token: string | null,
  { page, unreadOnly, limit }: { page: number; unreadOnly: boolean; limit: number },
): Read<Page<Notification>> => ({
  queryKey: [...notificationsKey(token), 'list', page, unreadOnly, limit],
  read: (api, signal) =>
    api.notifications.list({ query: { page: String(page), limit: String(limit), ...(unreadOnly && { unreadOnly: 'true' }) }, signal }),
  staleTime: 0,
})

/** The caller's choices for notifications. */
export const choicesQuery = (token: string | null): Read<ChosenNotifications> => ({
  queryKey: [...notificationsKey(token), 'choices'],
  read: (api, signal) => api.notificationChoices.read({ signal }),
  staleTime: 0,
})
