import type { Read } from '#app/lib/load.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Business } from '#contract/sellers/applications.ts'
import { isSellable } from '#domain/business.ts'

/** A business that goods can belong to. */
export type Seller = Pick<Business, 'id' | 'name' | 'email' | 'businessType' | 'status' | 'businessStatus' | 'createdAt'>

/** Of a business, what a form of its goods needs. */
export type Owner = Pick<Seller, 'id' | 'name' | 'businessType'>

/** Every business that is not deleted, by name; the call answers at most 500. */
export const sellersQuery = (token: string | null): Read<Seller[]> => ({
  queryKey: [...officeKey(token), 'sellers'],
  read: async (api, signal) => (await api.applications.listAll({ query: { sort: 'name', limit: '500' }, signal })).items,
  staleTime: 0,
})

/** Whose a new product is unless staff choose another one: the platform's own business, else its first that may sell (D214). */
export function preset(sellers: readonly Seller[]): Seller | null {
  const open = sellers.filter(({ status, businessStatus }) => isSellable(status, businessStatus))
  const own = open.find(({ name }) => name.trim().toLowerCase() === 'reflute')
  return own ?? [...open].sort((one, other) => one.createdAt.localeCompare(other.createdAt))[0] ?? null
}
