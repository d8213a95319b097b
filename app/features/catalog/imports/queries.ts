import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { ShopApi } from '#app/lib/api.ts'
import type { Read } from '#app/lib/load.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { ImportDetail, ImportLine } from '#contract/catalog/imports.ts'
import type { Page } from '#contract/client.ts'

type Token = string | null
type ListQuery = NonNullable<NonNullable<Parameters<ShopApi['imports']['list']>[0]>['query']>

export const importKey = (token: Token, id: string) => [...officeKey(token), 'import', id] as const

/** One import with its progress. */
export const importQuery = (token: Token, id: string): Read<ImportDetail> => ({
  queryKey: importKey(token, id),
  read: (api, signal) => api.imports.get({ params: { id }, signal }),
  staleTime: 0,
})

/** The import that runs, and the last one that finished. */
export const currentImportQuery = (token: Token): Read<{ running: ImportDetail | null; last: ImportDetail | null }> => ({
  queryKey: [...officeKey(token), 'import-current'],
  read: (api, signal) => api.imports.current({ signal }),
  staleTime: 0,
})

/** One page of past imports, as a grid asks for it. */
export const importsQuery = (token: Token, query: GridQuery): Read<Page<ImportLine>> => ({
  queryKey: [...officeKey(token), 'imports', query],
  read: (api, signal) => api.imports.list({ query: query as ListQuery, signal }), // the grid offers what the call knows
  staleTime: 0,
})
