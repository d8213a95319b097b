import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import { PRIVATE_KEYS } from '#app/lib/private-storage.ts'
import { browserStorage, tabStorage } from '#app/lib/storage.ts'

/** The list that records were opened from: its address, its query and the ids on its page. */
export interface LastList {
  href: string
  query: GridQuery
  ids: readonly string[]
  total: number
}

type Lists = Record<string, LastList>

const KEY = PRIVATE_KEYS.lastLists

function isList(value: unknown): value is LastList {
  if (typeof value !== 'object' || value === null || !('href' in value && 'query' in value && 'ids' in value && 'total' in value))
    return false
  return typeof value.href === 'string' && typeof value.query === 'object' && Array.isArray(value.ids) && typeof value.total === 'number'
}

function parse(text: string | null): Lists {
  try {
    const lists: unknown = JSON.parse(text ?? '{}')
    return Object.fromEntries(Object.entries(lists ?? {}).filter((entry): entry is [string, LastList] => isList(entry[1])))
  } catch {
    return {}
  }
}

/** Returns the list that `records` were last opened from: in this tab, or, for a page in a new tab, in this browser. */
export const lastList = (records: string): LastList | null =>
  parse(tabStorage.read(KEY))[records] ?? parse(browserStorage.read(KEY))[records] ?? null

/** Stores the list as the one to return to; removed when the user signs out. */
export function storeLastList(records: string, list: LastList): void {
  for (const storage of [browserStorage, tabStorage]) storage.write(KEY, JSON.stringify({ ...parse(storage.read(KEY)), [records]: list }))
}

/** Returns the address of the list that `records` were last opened from, with its page and filters. */
export const listHref = (records: string, usual: string): string => lastList(records)?.href ?? usual
