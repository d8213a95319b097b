import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import { PRIVATE_KEYS, readPrivate, storePrivate } from '#app/lib/private-storage.ts'

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

function ofThisTab(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Returns the list that `records` were last opened from: in this tab, or, for a page in a new tab, in this browser. */
export const lastList = (records: string): LastList | null => parse(ofThisTab())[records] ?? parse(readPrivate(KEY))[records] ?? null

/** Stores the list as the one to return to; removed when the user signs out. */
export function storeLastList(records: string, list: LastList): void {
  storePrivate(KEY, JSON.stringify({ ...parse(readPrivate(KEY)), [records]: list }))
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...parse(ofThisTab()), [records]: list }))
  } catch {
    // storage is closed or full: its records return to the list as it opens first
  }
}

/** Returns the address of the list that `records` were last opened from, with its page and filters. */
export const listHref = (records: string, usual: string): string => lastList(records)?.href ?? usual
