import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import { ordersKey } from '#app/features/orders/queries.ts'
import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Page } from '#contract/client.ts'
import type { Return } from '#contract/fulfillment/returns.ts'

type Token = string | null
type SellerQuery = NonNullable<NonNullable<Parameters<ShopApi['returns']['listOfSeller']>[0]>['query']>
type StaffQuery = NonNullable<NonNullable<Parameters<ShopApi['returns']['listAll']>[0]>['query']>

/** Readers of a list of returns. */
export type ReturnSide = 'seller' | 'staff'

/** The returns of one of the caller's own orders. */
export const orderReturnsQuery = (token: Token, orderId: string): Read<Page<Return>> => ({
  queryKey: [...ordersKey(token), 'returns', orderId],
  read: (api, signal) => api.returns.listOwn({ query: { orderId }, signal }),
  staleTime: 0,
})

/** One page of returns, as a grid asks for it. */
export const returnsGridQuery = (token: Token, side: ReturnSide, query: GridQuery): Read<Page<Return>> => ({
  queryKey: [...officeKey(token), 'returns', side, query],
  read: (api, signal) =>
    side === 'seller'
      ? api.returns.listOfSeller({ query: query as SellerQuery, signal }) // the grid offers what the call knows
      : api.returns.listAll({ query: query as StaffQuery, signal }),
  staleTime: 0,
})
