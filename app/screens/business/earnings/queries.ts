import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Page } from '#contract/client.ts'
import type { EarningEntry, Earnings, EarningTotal, PayoutStripe, StatementLine } from '#contract/payouts/earnings.ts'
import type { Payout } from '#contract/payouts/payouts.ts'

type Token = string | null
type EntriesQuery = NonNullable<NonNullable<Parameters<ShopApi['earnings']['entries']>[0]>['query']>

export const earningsQuery = (token: Token): Read<Earnings> => ({
  queryKey: [...officeKey(token), 'earnings'],
  read: (api, signal) => api.earnings.read({ signal }),
  staleTime: 0,
})

export const earningEntriesQuery = (token: Token, query: GridQuery): Read<Page<EarningEntry>> => ({
  queryKey: [...officeKey(token), 'earnings', 'entries', query],
  read: (api, signal) => api.earnings.entries({ query: query as EntriesQuery, signal }), // the grid offers what the call knows
  staleTime: 0,
})

/** Sums of all movements that a filter leaves. */
export const earningTotalsQuery = (token: Token, filter: Record<string, string>): Read<EarningTotal[]> => ({
  queryKey: [...officeKey(token), 'earnings', 'totals', filter],
  read: (api, signal) => api.earnings.entryTotals({ query: filter, signal }),
  staleTime: 0,
})

export const statementsQuery = (token: Token): Read<StatementLine[]> => ({
  queryKey: [...officeKey(token), 'earnings', 'statements'],
  read: (api, signal) => api.earnings.statements({ signal }),
  staleTime: 0,
})

export const stripeQuery = (token: Token): Read<PayoutStripe> => ({
  queryKey: [...officeKey(token), 'earnings', 'stripe'],
  read: (api, signal) => api.earnings.readStripe({ signal }),
  staleTime: 0,
})

export const ownPayoutsQuery = (token: Token): Read<Payout[]> => ({
  queryKey: [...officeKey(token), 'earnings', 'payouts'],
  read: async (api, signal) => (await api.earnings.payouts({ query: { limit: '24' }, signal })).items,
  staleTime: 0,
})
