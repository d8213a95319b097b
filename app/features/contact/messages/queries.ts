import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Page } from '#contract/client.ts'
import type { InboxMessage, MessageThread } from '#contract/contact/inbox.ts'

type Token = string | null
type ListQuery = NonNullable<NonNullable<Parameters<ShopApi['inbox']['list']>[0]>['query']>

export const inboxQuery = (token: Token, query: GridQuery): Read<Page<InboxMessage>> => ({
  queryKey: [...officeKey(token), 'messages', query],
  read: (api, signal) => api.inbox.list({ query: query as ListQuery, signal }), // the grid asks in the words of its columns and filters
  staleTime: 0,
})

export const inboxMessageQuery = (token: Token, id: string): Read<MessageThread> => ({
  queryKey: [...officeKey(token), 'message', id],
  read: (api, signal) => api.inbox.byId({ params: { id }, signal }),
  staleTime: 0,
})
