import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { ImportDetail, ImportLine } from '#contract/catalog/imports.ts'
import type { Page } from '#contract/client.ts'
import { callsOf, type ImportSide } from './import-side.ts'

type Token = string | null
type ListQuery = NonNullable<NonNullable<Parameters<ShopApi['imports']['list']>[0]>['query']>

export const importKey = (token: Token, id: string) => [...officeKey(token), 'import', id] as const

export const importQuery = (token: Token, side: ImportSide, id: string): Read<ImportDetail> => ({
  queryKey: importKey(token, id),
  read: (shop, signal) => callsOf(shop, side).get({ params: { id }, signal }),
  staleTime: 0,
})

/** The running import, and the last finished one. */
export const currentImportQuery = (token: Token, side: ImportSide): Read<{ running: ImportDetail | null; last: ImportDetail | null }> => ({
  queryKey: [...officeKey(token), 'import-current'],
  read: (shop, signal) => callsOf(shop, side).current({ signal }),
  staleTime: 0,
})

/** One page of past imports, for a grid. */
export const importsQuery = (token: Token, side: ImportSide, query: GridQuery): Read<Page<ImportLine>> => ({
  queryKey: [...officeKey(token), 'imports', query],
  // the grid sends only what its columns and filters name
  read: (shop, signal) => callsOf(shop, side).list({ query: query as ListQuery, signal }),
  staleTime: 0,
})
