import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { ShopApi } from '#app/lib/api.ts'
import type { Read } from '#app/lib/load.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { ImportDetail, ImportLine } from '#contract/catalog/imports.ts'
import type { Page } from '#contract/client.ts'

type Token = string | null
type ListQuery = NonNullable<NonNullable<Parameters<ShopApi['imports']['list']>[0]>['query']>

export const importKey = (token: Token, id: string) => [...officeKey(token), 'import', id] as const

export const importQuery = (token: Token, id: string): Read<ImportDetail> => ({
  queryKey: importKey(token, id),
  read: (api, signal) => api.imports.get({ params: { id }, signal }),
  staleTime: 0,
})

/** The running import, and the last finished one. */
export const currentImportQuery = (token: Token): Read<{ running: ImportDetail | null; last: ImportDetail | null }> => ({
  queryKey: [...officeKey(token), 'import-current'],
  read: (api, signal) => api.imports.current({ signal }),
  staleTime: 0,
})

/** One page of past imports, for a grid. */
export const importsQuery = (token: Token, query: GridQuery): Read<Page<ImportLine>> => ({
  queryKey: [...officeKey(token), 'imports', query],
  read: (api, signal) => api.imports.list({ query: query as ListQuery, signal }), // the grid sends only what its columns and filters name
  staleTime: 0,
})
