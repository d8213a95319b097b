import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { PhoneCustomer, PhonePreview, PhonePreviewBody } from '#contract/checkout/phone-orders.ts'

type Token = string | null

/** Length of a list of choices. */
const CHOICES = '8'

/** Active users whose name or email has this text. */
export const customerChoicesQuery = (token: Token, search: string): Read<Awaited<ReturnType<ShopApi['users']['list']>>> => ({
  queryKey: [...officeKey(token), 'phone-customers', search],
  read: (api, signal) => api.users.list({ query: { search, status: 'Active', sort: 'name', limit: CHOICES }, signal }),
  staleTime: 0,
})

/** A customer with the address that the form begins with. */
export const phoneCustomerQuery = (token: Token, id: string): Read<PhoneCustomer> => ({
  queryKey: [...officeKey(token), 'phone-customer', id],
  read: (api, signal) => api.phoneOrders.customer({ params: { id }, signal }),
  staleTime: 0,
})

/** The items at their prices of now. */
export const phonePreviewQuery = (token: Token, body: PhonePreviewBody): Read<PhonePreview> => ({
  queryKey: [...officeKey(token), 'phone-preview', body],
  read: (api, signal) => api.phoneOrders.preview({ body, ...(signal && { signal }) }),
  staleTime: 0,
})
