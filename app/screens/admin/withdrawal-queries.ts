import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Page } from '#contract/client.ts'
import type { Withdrawal, WithdrawalCase } from '#contract/fulfillment/withdrawals.ts'

type Token = string | null
type Query = NonNullable<NonNullable<Parameters<ShopApi['withdrawals']['list']>[0]>['query']>

/** One page of withdrawals, as the grid asks for it. */
export const withdrawalsQuery = (token: Token, query: GridQuery): Read<Page<Withdrawal>> => ({
  queryKey: [...officeKey(token), 'withdrawals', query],
  read: (api, signal) => api.withdrawals.list({ query: query as Query, signal }), // the grid offers what the call knows
  staleTime: 0,
})

/** One withdrawal with what is needed to decide. */
export const withdrawalQuery = (token: Token, id: string): Read<WithdrawalCase> => ({
  queryKey: [...officeKey(token), 'withdrawal', id],
  read: (api, signal) => api.withdrawals.byId({ params: { id }, signal }),
  staleTime: 0,
})
