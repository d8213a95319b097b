import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Page } from '#contract/client.ts'
import type { SellerOrder, SellerOrderSummary, SellerOrderTotal } from '#contract/fulfillment/seller-orders.ts'

type Token = string | null
type ListQuery = NonNullable<NonNullable<Parameters<ShopApi['sellerOrders']['list']>[0]>['query']>

/** One page of a seller's orders, as a grid asks for it. */
export const sellerOrdersGridQuery = (token: Token, query: GridQuery): Read<Page<SellerOrderSummary>> => ({
  queryKey: [...officeKey(token), 'seller-orders', query],
  read: (api, signal) => api.sellerOrders.list({ query: query as ListQuery, signal }), // the grid offers what the call knows
  staleTime: 0,
})

/** Sums of all of a seller's orders that a filter leaves. */
export const sellerOrderTotalsQuery = (token: Token, filter: Record<string, string>): Read<SellerOrderTotal[]> => ({
  queryKey: [...officeKey(token), 'seller-orders', 'totals', filter],
  read: (api, signal) => api.sellerOrders.totals({ query: filter, signal }),
  staleTime: 0,
})

/** A seller's part of one order. */
export const sellerOrderQuery = (token: Token, id: string): Read<SellerOrder> => ({
  queryKey: [...officeKey(token), 'seller-order', id],
  read: (api, signal) => api.sellerOrders.byId({ params: { id }, signal }),
  staleTime: 0,
})
