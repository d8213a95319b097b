import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Page } from '#contract/client.ts'
import type { PromoCode } from '#contract/pricing/promotions.ts'

type Token = string | null
type PromotionsQuery = NonNullable<NonNullable<Parameters<ShopApi['promotions']['list']>[0]>['query']>

export const promotionsQuery = (token: Token, query: GridQuery): Read<Page<PromoCode>> => ({
  queryKey: [...officeKey(token), 'promotions', query],
  read: (api, signal) => api.promotions.list({ query: query as PromotionsQuery, signal }), // the grid offers what the call knows
  staleTime: 0,
})

export const promotionQuery = (token: Token, id: string): Read<PromoCode> => ({
  queryKey: [...officeKey(token), 'promotion', id],
  read: (api, signal) => api.promotions.byId({ params: { id }, signal }),
  staleTime: 0,
})
