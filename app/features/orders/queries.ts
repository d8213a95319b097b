import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read } from '#app/lib/api.ts'
import type { Page } from '#contract/client.ts'
import type { AdminOrderSummary, Order, OrderOverview, OrderSummary, OrderTotal } from '#contract/orders/orders.ts'
import type { MailEntry } from '#contract/platform/mails.ts'

export const OWN_PAGE = 10

/** Keys begin with the token: what one user saw is never shown to the next one of this browser. */
export const ordersKey = (token: string | null) => ['orders', token] as const

/** Choices of the list of one's own orders, by their name in the address. */
export const OWN_FILTERS = {
  unpaid: { label: 'To pay', query: { isUnpaid: 'true' } },
  open: { label: 'On their way', query: { status: 'pending,processing,shipped' } },
  delivered: { label: 'Delivered', query: { status: 'delivered' } },
  canceled: { label: 'Canceled', query: { status: 'cancelled' } },
} as const

/** One of `OWN_FILTERS`. */
export type OwnFilter = keyof typeof OWN_FILTERS

interface OwnChoice {
  limit?: number
  search?: string
  filter?: OwnFilter | null
}

/** The caller's own orders, newest first. */
export const ownOrdersQuery = (
  token: string | null,
  page: number,
  { limit = OWN_PAGE, search = '', filter = null }: OwnChoice = {},
): Read<Page<OrderSummary>> => ({
  queryKey: [...ordersKey(token), 'own', page, limit, search, filter],
  read: (api, signal) => {
    const chosen = filter ? OWN_FILTERS[filter].query : {}
    return api.orders.listOwn({ query: { page: String(page), limit: String(limit), ...(search && { search }), ...chosen }, signal })
  },
  staleTime: 0,
})

/** The caller's last order, what is due, and what can still be returned. */
export const orderOverviewQuery = (token: string | null): Read<OrderOverview> => ({
  queryKey: [...ordersKey(token), 'overview'],
  read: (api, signal) => api.orders.overview({ signal }),
  staleTime: 0,
})

/** One order, by id or number. */
export const orderQuery = (token: string | null, id: string): Read<Order> => ({
  queryKey: [...ordersKey(token), 'one', id],
  read: (api, signal) => api.orders.byId({ params: { id }, signal }),
  staleTime: 0,
})

/** One order as staff see it. */
export const adminOrderQuery = (token: string | null, id: string): Read<Order> => ({
  queryKey: [...ordersKey(token), 'staff', id],
  read: (api, signal) => api.orders.adminById({ params: { id }, signal }),
  staleTime: 0,
})

/** Most emails that an order's page shows; the email log has all. */
const MOST_MAILS = 100

/** All emails about one order, newest first. */
export const orderMailsQuery = (token: string | null, orderId: string): Read<Page<MailEntry>> => ({
  queryKey: [...ordersKey(token), 'mails', orderId],
  read: (api, signal) => api.mails.list({ query: { orderId, limit: String(MOST_MAILS) }, signal }),
  staleTime: 0,
})

/** One page of everybody's orders, as a grid asks for it. */
export const ordersGridQuery = (token: string | null, query: GridQuery): Read<Page<AdminOrderSummary>> => ({
  queryKey: [...ordersKey(token), 'grid', query],
  read: (api, signal) => api.orders.listAll({ query, signal }), // the grid offers what the call knows
  staleTime: 0,
})

/** Sums of all orders that a filter leaves. */
export const orderTotalsQuery = (token: string | null, filter: Record<string, string>): Read<OrderTotal[]> => ({
  queryKey: [...ordersKey(token), 'totals', filter],
  read: (api, signal) => api.orders.totals({ query: filter, signal }), // the grid offers what the call knows
  staleTime: 0,
})

/** The tags that staff gave to orders. */
export const orderTagsQuery = (token: string | null): Read<string[]> => ({
  queryKey: [...ordersKey(token), 'tags'],
  read: (api, signal) => api.orders.listTags({ signal }),
})
