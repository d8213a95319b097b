import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ShopApi } from '#app/lib/api.ts'
import { queryOf, type Read } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { useToken } from '#app/lib/token.ts'
import { useDebouncedValue } from '#app/lib/use-debounced-value.ts'
import type { OptionGroup } from '#app/ui/combobox-dialog.tsx'
import type { SessionUser } from '#contract/identity/auth.ts'

const PAUSE_MS = 200
const MAX_HITS = 5

const option = (to: string, title: string, more: ReactNode) => ({
  to,
  content: (
    <span className="grid flex-1 min-w-0">
      <span className="search-option-title font-medium">
        <bdi>{title}</bdi>
      </span>
      <span className="text-ink-2 text-sm whitespace-nowrap overflow-hidden text-ellipsis">
        <bdi>{more}</bdi>
      </span>
    </span>
  ),
})

const groupOf = (label: string, total: number, options: OptionGroup['options']): OptionGroup[] =>
  options.length > 0 ? [{ label, total, options }] : []

/** Searches the lists that staff may read. */
async function findForStaff(
  api: ShopApi,
  role: SessionUser['role'],
  search: string,
  signal: AbortSignal | undefined,
): Promise<OptionGroup[]> {
  const query = { search, limit: String(MAX_HITS) }
  const [orders, products, users, businesses] = await Promise.all([
    api.orders.listAll({ query, signal }),
    api.staffProducts.list({ query, signal }),
    api.users.list({ query, signal }),
    api.applications.listAll({ query, signal }),
  ])
  const businessHref = ({ id, name }: { id: string; name: string }) =>
    role === 'super_admin' ? `/super-admin/dashboard?business=${id}` : `/admin/businesses?search=${encodeURIComponent(name)}`
  return [
    ...groupOf(
      'Orders',
      orders.total,
      orders.items.map(({ id, number, user }) => option(`/admin/orders/${id}`, number, user.name)),
    ),
    ...groupOf(
      'Users',
      users.total,
      users.items.map(({ id, name, email }) => option(`/admin/users?edit=${id}`, name || email, email)),
    ),
    ...groupOf(
      'Businesses',
      businesses.total,
      businesses.items.map((business) => option(businessHref(business), business.name, business.email)),
    ),
    ...groupOf(
      'Products',
      products.total,
      products.items.map(({ slug, name, businessName }) => option(`/admin/products/${slug}/edit`, name, businessName)),
    ),
  ]
}

/** Searches a seller's own lists. */
async function findForSeller(api: ShopApi, search: string, signal: AbortSignal | undefined): Promise<OptionGroup[]> {
  const query = { search, limit: String(MAX_HITS) }
  const [orders, products] = await Promise.all([api.sellerOrders.list({ query, signal }), api.business.products({ query, signal })])
  return [
    ...groupOf(
      'Orders',
      orders.total,
      orders.items.map(({ id, number, deliverTo }) => option(`/business/orders/${id}`, number, deliverTo.name)),
    ),
    ...groupOf(
      'Products',
      products.total,
      products.items.map(({ id, name, categoryLabel }) => option(`/business/products/${id}/edit`, name, categoryLabel)),
    ),
  ]
}

const officeSearchQuery = (token: string | null, role: SessionUser['role'], search: string): Read<OptionGroup[]> => ({
  queryKey: [...officeKey(token), 'office-search', search],
  read: (api, signal) => (role === 'business_admin' ? findForSeller(api, search, signal) : findForStaff(api, role, search, signal)),
  staleTime: 0,
})

/** Searches orders, people and products of the back office while somebody types, with the rights of the role. */
export function useOfficeSearch(role: SessionUser['role'], typed: string) {
  const token = useToken((state) => state.token)
  const wanted = useDebouncedValue(typed.trim(), PAUSE_MS)
  const found = useQuery({ ...queryOf(officeSearchQuery(token, role, wanted)), enabled: wanted !== '', placeholderData: keepPreviousData })
  const isEmpty = typed.trim() === ''
  return {
    groups: isEmpty || found.isError ? [] : (found.data ?? []),
    isWaiting: !isEmpty && (found.isFetching || wanted !== typed.trim()),
    isFailed: !isEmpty && found.isError && !found.isFetching,
  }
}
