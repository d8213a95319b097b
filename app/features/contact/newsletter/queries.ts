import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Page } from '#contract/client.ts'
import type { Subscriber } from '#contract/contact/subscribers.ts'

type ListQuery = NonNullable<NonNullable<Parameters<ShopApi['subscribers']['list']>[0]>['query']>

export const subscribersQuery = (token: string | null, query: GridQuery): Read<Page<Subscriber>> => ({
  queryKey: [...officeKey(token), 'subscribers', query],
  // the grid asks in the words of its columns and filters
  read: (api, signal) => api.subscribers.list({ query: query as ListQuery, signal }),
  staleTime: 0,
})
