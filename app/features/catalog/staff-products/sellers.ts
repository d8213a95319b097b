import type { Read } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Business } from '#contract/sellers/applications.ts'

/** A business that products can belong to. */
type Seller = Pick<Business, 'id' | 'name' | 'email' | 'businessType'>

/** The fields of a business that its products' form needs. */
export type Owner = Pick<Seller, 'id' | 'name' | 'businessType'>

/** Every undeleted business by name, at most 500. */
export const sellersQuery = (token: string | null): Read<Seller[]> => ({
  queryKey: [...officeKey(token), 'sellers'],
  read: async (api, signal) => (await api.applications.listAll({ query: { sort: 'name', limit: '500' }, signal })).items,
  staleTime: 0,
})
