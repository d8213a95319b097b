import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { StaffAttribute } from '#contract/catalog/attributes.ts'
import type { Page } from '#contract/client.ts'

type ListQuery = NonNullable<NonNullable<Parameters<ShopApi['attributes']['listForStaff']>[0]>['query']>

/** Every specification for staff; there are few, so all are loaded at once. */
export const attributesQuery = (token: string | null): Read<StaffAttribute[]> => ({
  queryKey: [...officeKey(token), 'attributes'],
  read: async (api, signal) => (await api.attributes.listForStaff({ query: { limit: '500' }, signal })).items,
  staleTime: 0,
})

/** A page of the specifications. */
export const attributePageQuery = (token: string | null, query: GridQuery): Read<Page<StaffAttribute>> => ({
  queryKey: [...officeKey(token), 'attributes', query],
  // the grid sends only what its columns and filters name
  read: (api, signal) => api.attributes.listForStaff({ query: query as ListQuery, signal }),
  staleTime: 0,
})
