import { officeKey } from '#app/features/applications/queries.ts'
import { categoriesQuery } from '#app/features/products/queries.ts'
import type { Read } from '#app/lib/load.ts'
import { queryClient } from '#app/lib/query-client.ts'
import type { StaffCategory } from '#contract/categories.ts'

/** Every category as staff see it; there are few, so all come at once. */
export const staffCategoriesQuery = (token: string | null): Read<StaffCategory[]> => ({
  queryKey: [...officeKey(token), 'categories'],
  read: async (api, signal) => (await api.categories.listForStaff({ query: { limit: '500' }, signal })).items,
  staleTime: 0,
})

/** Reads anew whatever shows a category, in the back office and in the shop. */
export async function refreshCategories(token: string | null): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: officeKey(token) })
  await queryClient.invalidateQueries({ queryKey: categoriesQuery.queryKey })
  await queryClient.invalidateQueries({ queryKey: ['products'] })
}
