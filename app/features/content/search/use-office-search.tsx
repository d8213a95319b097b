import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ShopApi } from '#app/lib/api.ts'
import { queryOf, type Read } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { useToken } from '#app/lib/token.ts'
import { useDebouncedValue } from '#app/lib/use-debounced-value.ts'
import type { OptionGroup } from '#app/ui/combobox-dialog.tsx'
import { type Holder, mayAct } from '#domain/permissions.ts'

const PAUSE_MS = 200
const MAX_HITS = 5
const NO_HITS = { items: [], total: 0 }

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

/** Searches the lists that a member of staff may read. */
async function findForStaff(api: ShopApi, user: Holder, search: string, signal: AbortSignal | undefined): Promise<OptionGroup[]> {
  const query = { search, limit: String(MAX_HITS) }
  const [orders, products, users, businesses] = await Promise.all([
    mayAct(user, 'orders.read') ? api.orders.listAll({ query, signal }) : NO_HITS,
    mayAct(user, 'catalog.read') ? api.staffProducts.list({ query, signal }) : NO_HITS,
    mayAct(user, 'people.read') ? api.users.list({ query, signal }) : NO_HITS,
    mayAct(user, 'sellers.read') ? api.applications.listAll({ query, signal }) : NO_HITS,
  ])
  const businessHref = ({ id, name }: { id: string; name: string }) =>
    user.role === 'super_admin' ? `/super-admin/dashboard?business=${id}` : `/admin/businesses?search=${encodeURIComponent(name)}`
  return [
    ...groupOf(
      'Orders',
      orders.total,
      orders.items.map(({ id, number, user }) => option(`/admin/orders/${id}`, number, user.name)),
    ),
    ...groupOf(
      'Users',
      users.total,
      users.items.map(({ id, name, email }) =>
        option(mayAct(user, 'people.write') ? `/admin/users?edit=${id}` : `/admin/users/${id}`, name || email, email),
      ),
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

const officeSearchQuery = (token: string | null, user: Holder, search: string): Read<OptionGroup[]> => ({
  queryKey: [...officeKey(token), 'office-search', search],
  read: (api, signal) => (user.role === 'business_admin' ? findForSeller(api, search, signal) : findForStaff(api, user, search, signal)),
  staleTime: 0,
})

/** Searches orders, people and products of the back office while somebody types, with the rights of the user. */
export function useOfficeSearch(user: Holder, typed: string) {
  const token = useToken((state) => state.token)
  const wanted = useDebouncedValue(typed.trim(), PAUSE_MS)
  const found = useQuery({ ...queryOf(officeSearchQuery(token, user, wanted)), enabled: wanted !== '', placeholderData: keepPreviousData })
  const isEmpty = typed.trim() === ''
  return {
    groups: isEmpty || found.isError ? [] : (found.data ?? []),
    isWaiting: !isEmpty && (found.isFetching || wanted !== typed.trim()),
    isFailed: !isEmpty && found.isError && !found.isFetching,
  }
}
