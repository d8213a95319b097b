import type { Read } from '#app/lib/api.ts'
import type { Page } from '#contract/client.ts'
import type { BusinessProfile, PublicBusiness, PublicSeller } from '#contract/sellers/businesses.ts'

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
