import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Page } from '#contract/client.ts'
import type { Business, BusinessDetails, ListedBusiness } from '#contract/sellers/applications.ts'
import type { ApprovalStatus } from '#domain/business.ts'

const OFFICE_PAGE = 25

type Token = string | null

interface BusinessesFilter {
  businessStatus?: ApprovalStatus | undefined
  search?: string | undefined
  sort: 'name' | '-name' | 'createdAt' | '-createdAt'
  page: number
  limit?: number
}

export const businessesQuery = (token: Token, { page, limit = OFFICE_PAGE, ...filter }: BusinessesFilter): Read<Page<ListedBusiness>> => ({
  queryKey: [...officeKey(token), 'businesses', filter, page, limit],
  read: (api, signal) => api.applications.listAll({ query: { ...filter, page: String(page), limit: String(limit) }, signal }),
  staleTime: 0,
})

export const businessDetailsQuery = (token: Token, id: string): Read<BusinessDetails> => ({
  queryKey: [...officeKey(token), 'business', id],
  read: (api, signal) => api.applications.details({ params: { id }, signal }),
  staleTime: 0,
})

type BusinessesQuery = NonNullable<NonNullable<Parameters<ShopApi['applications']['listAll']>[0]>['query']>

/** One page of businesses, for a grid. */
export const businessesGridQuery = (token: Token, query: GridQuery): Read<Page<ListedBusiness>> => ({
  queryKey: [...officeKey(token), 'businesses', query],
  // the grid sends only what its columns and filters name
  read: (api, signal) => api.applications.listAll({ query: query as BusinessesQuery, signal }),
  staleTime: 0,
})

export const ownProfileQuery = (token: Token): Read<Business> => ({
  queryKey: [...officeKey(token), 'profile'],
  read: (api, signal) => api.business.profile({ signal }),
  staleTime: 0,
})
