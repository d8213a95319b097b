import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Page } from '#contract/client.ts'
import type { Notice, OwnNotice } from '#contract/contact/notices.ts'

type Token = string | null
type StaffQuery = NonNullable<NonNullable<Parameters<ShopApi['notices']['list']>[0]>['query']>
type OwnQuery = NonNullable<NonNullable<Parameters<ShopApi['notices']['listOwn']>[0]>['query']>

/** One page of all notices, as a grid asks for it. */
export const noticesQuery = (token: Token, query: GridQuery): Read<Page<Notice>> => ({
  queryKey: [...officeKey(token), 'notices', query],
  read: (api, signal) => api.notices.list({ query: query as StaffQuery, signal }), // the grid offers what the call knows
  staleTime: 0,
})

/** One page of the notices about the caller's own pages, as a grid asks for it. */
export const ownNoticesQuery = (token: Token, query: GridQuery): Read<Page<OwnNotice>> => ({
  queryKey: [...officeKey(token), 'own-notices', query],
  read: (api, signal) => api.notices.listOwn({ query: query as OwnQuery, signal }), // as above
  staleTime: 0,
})

/** One notice about the caller's own pages. */
export const ownNoticeQuery = (token: Token, id: string): Read<OwnNotice> => ({
  queryKey: [...officeKey(token), 'own-notice', id],
  read: (api, signal) => api.notices.ownById({ params: { id }, signal }),
  staleTime: 0,
})

/** One notice, for staff. */
export const noticeQuery = (token: Token, id: string): Read<Notice> => ({
  queryKey: [...officeKey(token), 'notice', id],
  read: (api, signal) => api.notices.byId({ params: { id }, signal }),
  staleTime: 0,
})
