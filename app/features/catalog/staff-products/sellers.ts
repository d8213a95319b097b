import type { Read } from '#app/lib/load.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Business } from '#contract/sellers/applications.ts'
import { isSellable } from '#domain/business.ts'

/** A business that products can belong to. */
type Seller = Pick<Business, 'id' | 'name' | 'email' | 'businessType' | 'status' | 'businessStatus' | 'createdAt'>

/** The fields of a business that its products' form needs. */
export type Owner = Pick<Seller, 'id' | 'name' | 'businessType'>

/** Every undeleted business by name, at most 500. */
export const sellersQuery = (token: string | null): Read<Seller[]> => ({
  queryKey: [...officeKey(token), 'sellers'],
  read: async (api, signal) => (await api.applications.listAll({ query: { sort: 'name', limit: '500' }, signal })).items,
  staleTime: 0,
})

/** Returns the default owner of a new product: the platform's own business, else the oldest one that may sell. */
export function defaultSeller(sellers: readonly Seller[]): Seller | null {
  const open = sellers.filter(({ status, businessStatus }) => isSellable(status, businessStatus))
  const own = open.find(({ name }) => name.trim().toLowerCase() === 'reflute')
  return own ?? [...open].sort((one, other) => one.createdAt.localeCompare(other.createdAt))[0] ?? null
}
