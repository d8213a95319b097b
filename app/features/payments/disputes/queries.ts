import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Page } from '#contract/client.ts'
import type { Dispute, OwnDispute } from '#contract/payments/disputes.ts'

type Token = string | null
type StaffQuery = NonNullable<NonNullable<Parameters<ShopApi['disputes']['list']>[0]>['query']>
type OwnQuery = NonNullable<NonNullable<Parameters<ShopApi['disputes']['listOwn']>[0]>['query']>

/** One page of all disputes, as a grid asks for it. */
export const disputesQuery = (token: Token, query: GridQuery): Read<Page<Dispute>> => ({
  queryKey: [...officeKey(token), 'disputes', query],
  read: (api, signal) => api.disputes.list({ query: query as StaffQuery, signal }), // the grid offers what the call knows
  staleTime: 0,
})

/** One page of the disputes of the caller's own orders, as a grid asks for it. */
export const ownDisputesQuery = (token: Token, query: GridQuery): Read<Page<OwnDispute>> => ({
  queryKey: [...officeKey(token), 'own-disputes', query],
  read: (api, signal) => api.disputes.listOwn({ query: query as OwnQuery, signal }), // as above
  staleTime: 0,
})

/** The disputes that the bank has not decided; their `total` is shown on the dashboard. */
export const openDisputesQuery = (token: Token): Read<Page<Dispute>> => ({
  queryKey: [...officeKey(token), 'disputes', 'open'],
  read: (api, signal) => api.disputes.list({ query: { open: 'true', limit: '1' }, signal }),
  staleTime: 0,
})
