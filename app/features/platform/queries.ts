import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Page } from '#contract/client.ts'
import type { MailDetail, MailEntry } from '#contract/platform/mails.ts'
import type { Permission } from '#contract/platform/settings.ts'

type Token = string | null

export const permissionsQuery = (token: Token): Read<Permission[]> => ({
  queryKey: [...officeKey(token), 'permissions'],
  read: (api, signal) => api.settings.permissions({ signal }),
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
