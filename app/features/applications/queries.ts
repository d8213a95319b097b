import type { Read } from '#app/lib/load.ts'
import type { Business, BusinessDetails } from '#contract/applications.ts'
import type { BusinessStats } from '#contract/business.ts'
import type { Page } from '#contract/client.ts'
import type { ProductSummary } from '#contract/products.ts'
import type { DashboardStats } from '#contract/staff.ts'
import type { UserSummary } from '#contract/users.ts'
import type { ApprovalStatus } from '#domain/business.ts'

export const OFFICE_PAGE = 25

type Token = string | null

/** Keys begin with the token: what one user saw is never shown to the next one of this browser. */
export const officeKey = (token: Token) => ['office', token] as const

interface BusinessesFilter {
  businessStatus?: ApprovalStatus | undefined
  search?: string | undefined
  sort: 'name' | '-name' | 'createdAt' | '-createdAt'
  page: number
  limit?: number
}

export const businessesQuery = (token: Token, { page, limit = OFFICE_PAGE, ...filter }: BusinessesFilter): Read<Page<Business>> => ({
  queryKey: [...officeKey(token), 'businesses', filter, page, limit],
  read: (api, signal) => api.applications.listAll({ query: { ...filter, page: String(page), limit: String(limit) }, signal }),
  staleTime: 0,
})

export const businessDetailsQuery = (token: Token, id: string): Read<BusinessDetails> => ({
  queryKey: [...officeKey(token), 'business', id],
  read: (api, signal) => api.applications.details({ params: { id }, signal }),
  staleTime: 0,
})

export const statsQuery = (token: Token): Read<DashboardStats> => ({
  queryKey: [...officeKey(token), 'stats'],
  read: (api, signal) => api.staff.dashboardStats({ signal }),
  staleTime: 0,
})

export const usersQuery = (
  token: Token,
  { search, page, limit = OFFICE_PAGE }: { search: string; page: number; limit?: number },
): Read<Page<UserSummary>> => ({
  queryKey: [...officeKey(token), 'users', search, page, limit],
  read: (api, signal) => api.users.list({ query: { search, page: String(page), limit: String(limit) }, signal }),
  staleTime: 0,
})

export const ownProfileQuery = (token: Token): Read<Business> => ({
  queryKey: [...officeKey(token), 'profile'],
  read: (api, signal) => api.business.profile({ signal }),
  staleTime: 0,
})

export const ownStatsQuery = (token: Token): Read<BusinessStats> => ({
  queryKey: [...officeKey(token), 'own-stats'],
  read: (api, signal) => api.business.stats({ signal }),
  staleTime: 0,
})

export const ownProductsQuery = (
  token: Token,
  {
    page,
    limit = OFFICE_PAGE,
    ...filter
  }: { featured?: 'true' | undefined; lowStock?: 'true' | undefined; search?: string; page: number; limit?: number },
): Read<Page<ProductSummary>> => ({
  queryKey: [...officeKey(token), 'own-products', filter, page, limit],
  read: (api, signal) => api.business.products({ query: { ...filter, page: String(page), limit: String(limit) }, signal }),
  staleTime: 0,
})
