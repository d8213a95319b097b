import type { Read } from '#app/lib/load.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { StaffCategory } from '#contract/catalog/categories.ts'

/** Every category as staff see it; there are few, so all come at once. */
export const staffCategoriesQuery = (token: string | null): Read<StaffCategory[]> => ({
  queryKey: [...officeKey(token), 'categories'],
  read: async (api, signal) => (await api.categories.listForStaff({ query: { limit: '500' }, signal })).items,
  staleTime: 0,
})
