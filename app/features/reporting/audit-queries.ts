import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Page } from '#contract/client.ts'
import type { AuditRecord } from '#contract/reporting/audit.ts'

type Token = string | null

export const auditQuery = (token: Token, { sort: _newestFirst, ...query }: GridQuery): Read<Page<AuditRecord>> => ({
  queryKey: [...officeKey(token), 'audit', query],
  read: (api, signal) => api.audit.list({ query, signal }),
  staleTime: 0,
})

export const auditEntryQuery = (token: Token, id: string): Read<AuditRecord> => ({
  queryKey: [...officeKey(token), 'audit-entry', id],
  read: (api, signal) => api.audit.byId({ params: { id }, signal }),
  staleTime: 0,
})

export const auditFacetsQuery = (
  token: Token,
): Read<{ actions: string[]; targetTypes: string[]; staff: { id: string; name: string }[] }> => ({
  queryKey: [...officeKey(token), 'audit-facets'],
  read: (api, signal) => api.audit.facets({ signal }),
  staleTime: 0,
})
