import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Page } from '#contract/client.ts'
import type { Business, BusinessDetails, ListedBusiness } from '#contract/sellers/applications.ts'
import type { BusinessProfile, PublicBusiness, PublicSeller } from '#contract/sellers/businesses.ts'
import type { ApprovalStatus } from '#domain/business.ts'

export const PRODUCERS_PAGE_SIZE = 24

export const businessQuery = (id: string): Read<PublicSeller> => ({
  queryKey: ['businesses', id],
  read: (api, signal) => api.businesses.byId({ params: { id }, signal }),
})

/** A business on its own public page. */
export const producerQuery = (slug: string): Read<BusinessProfile> => ({
  queryKey: ['businesses', 'slug', slug],
  read: (api, signal) => api.businesses.bySlug({ params: { slug }, signal }),
})

/** Producers that are active and approved; the server leaves out all others. */
export const producersQuery = (search: string, page: number): Read<Page<PublicBusiness>> => ({
  queryKey: ['businesses', 'producers', search, page],
  read: (api, signal) =>
    api.businesses.list({
      query: { businessType: 'producer', limit: String(PRODUCERS_PAGE_SIZE), page: String(page), ...(search && { search }) },
      signal,
    }),
})

/** Number of all producers. */
export const producerCountQuery: Read<number> = {
  queryKey: ['businesses', 'producers', 'count'],
  read: async (api, signal) => (await api.businesses.list({ query: { businessType: 'producer', limit: '1' }, signal })).total,
}

const ON_HOME_PAGE = 4

/** Producers for the home page, longest in the shop first. */
export const homeProducersQuery: Read<PublicBusiness[]> = {
  queryKey: ['businesses', 'producers', 'home'],
  read: async (api, signal) =>
    (await api.businesses.list({ query: { businessType: 'producer', limit: String(ON_HOME_PAGE), sort: 'createdAt' }, signal })).items,
}

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
