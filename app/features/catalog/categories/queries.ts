import type { Read } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { DeletedCategory, StaffCategory } from '#contract/catalog/categories.ts'

/** Every category for staff; there are few, so all are loaded at once. */
export const staffCategoriesQuery = (token: string | null): Read<StaffCategory[]> => ({
  queryKey: [...officeKey(token), 'categories'],
  read: async (api, signal) => (await api.categories.listForStaff({ query: { limit: '500' }, signal })).items,
  staleTime: 0,
})

/** Categories that were deleted in the last 90 days. */
export const deletedCategoriesQuery = (token: string | null): Read<DeletedCategory[]> => ({
  queryKey: [...officeKey(token), 'deleted-categories'],
  read: (api, signal) => api.categories.listDeleted({ signal }),
  staleTime: 0,
})
