import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { api, messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { notificationsKey, unreadQuery } from './queries.ts'

const FAILED = 'The notifications could not be marked as read'

async function mark(client: QueryClient, token: string | null, body: { ids: number[] } | { all: true }): Promise<boolean> {
  try {
    const left = await api.notifications.markRead({ body })
    client.setQueryData(unreadQuery(token).queryKey, left)
    await client.invalidateQueries({ queryKey: [...notificationsKey(token), 'list'] })
    return true
  } catch (error) {
    toast.error(messageOf(error, FAILED))
    return false
  }
}

/** Marks notifications as read, these or all; the bell and the lists follow. Answers whether it worked. */
export function useMarkRead(): (body: { ids: number[] } | { all: true }) => Promise<boolean> {
  const client = useQueryClient()
  const token = useToken((state) => state.token)
  return (body) => mark(client, token, body)
}
