import type { Read } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { StaffAttribute } from '#contract/catalog/attributes.ts'

/** Every specification for staff; there are few, so all are loaded at once. */
export const attributesQuery = (token: string | null): Read<StaffAttribute[]> => ({
  queryKey: [...officeKey(token), 'attributes'],
  read: (api, signal) => api.attributes.listForStaff({ signal }),
  staleTime: 0,
})
