import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Page } from '#contract/client.ts'
import type { BusinessRegisters, StaffProducerRegistration } from '#contract/sellers/registers.ts'

type Token = string | null

/** Numbers of the caller's business, and those that its products lack. */
export const ownRegistersQuery = (token: Token): Read<BusinessRegisters> => ({
  queryKey: [...officeKey(token), 'registers', 'own'],
  read: (api, signal) => api.registers.ofBusiness({ signal }),
  staleTime: 0,
})

type ListQuery = NonNullable<NonNullable<Parameters<ShopApi['registers']['list']>[0]>['query']>

/** Numbers of all sellers. */
export const registersGridQuery = (token: Token, query: GridQuery): Read<Page<StaffProducerRegistration>> => ({
  queryKey: [...officeKey(token), 'registers', query],
  read: (api, signal) => api.registers.list({ query: query as ListQuery, signal }), // the grid sends only what its columns and filters name
  staleTime: 0,
})
