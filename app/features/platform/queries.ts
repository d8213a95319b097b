import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { ShopApi } from '#app/lib/api.ts'
import type { Read } from '#app/lib/load.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Page } from '#contract/client.ts'
import type { MailDetail, MailEntry } from '#contract/platform/mails.ts'
import type { Permission, Settings } from '#contract/platform/settings.ts'
import type { PromoCode } from '#contract/pricing/promotions.ts'
import type { AuditRecord } from '#contract/reporting/audit.ts'

type Token = string | null
type PromotionsQuery = NonNullable<NonNullable<Parameters<ShopApi['promotions']['list']>[0]>['query']>

export const settingsQuery = (token: Token): Read<Settings> => ({
  queryKey: [...officeKey(token), 'settings'],
  read: (api, signal) => api.settings.read({ signal }),
  staleTime: 0,
})

export const permissionsQuery = (token: Token): Read<Permission[]> => ({
  queryKey: [...officeKey(token), 'permissions'],
  read: (api, signal) => api.settings.permissions({ signal }),
  staleTime: 0,
})

export const promotionsQuery = (token: Token, query: GridQuery): Read<Page<PromoCode>> => ({
  queryKey: [...officeKey(token), 'promotions', query],
  read: (api, signal) => api.promotions.list({ query: query as PromotionsQuery, signal }), // the grid offers what the call knows
  staleTime: 0,
})

export const promotionQuery = (token: Token, id: string): Read<PromoCode> => ({
  queryKey: [...officeKey(token), 'promotion', id],
  read: (api, signal) => api.promotions.byId({ params: { id }, signal }),
  staleTime: 0,
})

export const mailsQuery = (token: Token, { sort: _newestFirst, ...query }: GridQuery): Read<Page<MailEntry>> => ({
  queryKey: [...officeKey(token), 'mails', query],
  read: (api, signal) => api.mails.list({ query, signal }),
  staleTime: 0,
})

export const mailQuery = (token: Token, id: string): Read<MailDetail> => ({
  queryKey: [...officeKey(token), 'mail', id],
  read: (api, signal) => api.mails.byId({ params: { id }, signal }),
  staleTime: 0,
})

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
