import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Page } from '#contract/client.ts'
import type { HeldPayouts, Payout, PayoutPreview, PayoutTotal } from '#contract/payouts/payouts.ts'

type PayoutsQuery = NonNullable<NonNullable<Parameters<ShopApi['payouts']['list']>[0]>['query']>

export const payoutsQuery = (token: string | null, query: GridQuery): Read<Page<Payout>> => ({
  queryKey: [...officeKey(token), 'payouts', query],
  read: (api, signal) => api.payouts.list({ query: query as PayoutsQuery, signal }), // the grid offers what the call knows
  staleTime: 0,
})

/** Sums of all payouts that a filter leaves. */
export const payoutTotalsQuery = (token: string | null, filter: Record<string, string>): Read<PayoutTotal[]> => ({
  queryKey: [...officeKey(token), 'payouts', 'totals', filter],
  read: (api, signal) => api.payouts.totals({ query: filter, signal }),
  staleTime: 0,
})

export const heldPayoutsQuery = (token: string | null): Read<HeldPayouts> => ({
  queryKey: [...officeKey(token), 'held-payouts'],
  read: (api, signal) => api.payouts.held({ signal }),
  staleTime: 0,
})

export const payoutPreviewQuery = (token: string | null): Read<PayoutPreview> => ({
  queryKey: [...officeKey(token), 'payout-preview'],
  read: (api, signal) => api.payouts.preview({ signal }),
  staleTime: 0,
})
