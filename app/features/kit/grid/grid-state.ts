import { pageOf, plainText } from '#app/lib/address.ts'
import type { GridFilter, GridQuery } from './columns.ts'

export const PAGE_SIZES = [10, 25, 50, 100] as const
export const DEFAULT_SIZE = 25
/** Most keys by which a list is sorted at once: what a list call takes. */
export const MAX_SORT_KEYS = 3

/** A key of a list's order. */
interface SortKey {
  name: string
  desc: boolean
}

/** Reads an order as the server names it: `-price,name` is by price, the highest first, then by name. */
export const splitSort = (sort: string): SortKey[] =>
  sort.split(',').flatMap((key) => (key === '' ? [] : [{ name: key.replace(/^-/, ''), desc: key.startsWith('-') }]))

export const joinSort = (keys: readonly SortKey[]): string => keys.map(({ name, desc }) => `${desc ? '-' : ''}${name}`).join(',')

/** State of a grid, as its address holds it. */
export interface GridState {
  search: string
  sort: string
  page: number
  limit: number
  /** Of each filter what is chosen; absent: any. */
  chosen: Record<string, string>
}

interface Rules {
  filters: readonly GridFilter[]
  sorts: readonly string[]
  defaultSort: string
}

/** Splits the value of a filter into what is chosen. */
export const splitChoice = (value: string): string[] => value.split(',').filter(Boolean)

/** Returns what a filter accepts of `value`, or ''. While its options are being read, it accepts any short text. */
function accepted(filter: GridFilter, value: string): string {
  if ('kind' in filter) return /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : ''
  if (filter.options.length === 0) return value.length <= 1000 ? value : ''
  const known = splitChoice(value).filter((one) => filter.options.some((option) => option.value === one))
  return filter.isMulti ? known.join(',') : known.length === 1 ? value : ''
}

/** Reads the state of a grid from the address; what makes no sense there counts as nothing. */
export function gridStateOf(params: URLSearchParams, { filters, sorts, defaultSort }: Rules): GridState {
  const sort = (params.get('sort') ?? '').split(',')
  const limit = Number(params.get('limit'))
  const chosen = filters.flatMap((filter): [string, string][] => {
    const value = accepted(filter, params.get(filter.name) ?? '')
    return value === '' ? [] : [[filter.name, value]]
  })
  return {
    search: plainText(params.get('search'), 200),
    sort: sort.length <= MAX_SORT_KEYS && sort.every((key) => sorts.includes(key)) ? sort.join(',') : defaultSort,
    page: pageOf(params.get('page')),
    limit: PAGE_SIZES.find((size) => size === limit) ?? DEFAULT_SIZE,
    chosen: Object.fromEntries(chosen),
  }
}

/** The address of a grid's state: `params` with everything of the grid as it is now, and the rest as it was. */
export function paramsOf(state: GridState, params: URLSearchParams, { filters, defaultSort }: Rules): URLSearchParams {
  const next = new URLSearchParams(params)
  const put = (name: string, value: string, usual = '') => (value === usual ? next.delete(name) : next.set(name, value))
  put('search', state.search)
  for (const { name } of filters) put(name, state.chosen[name] ?? '')
  put('sort', state.sort, defaultSort)
  put('limit', String(state.limit), String(DEFAULT_SIZE))
  put('page', String(state.page), '1')
  return next
}

/** The query of a grid's call. */
export function queryOfState({ search, sort, page, limit, chosen }: GridState, fixed: Record<string, string> = {}): GridQuery {
  return { ...chosen, ...fixed, ...(search && { search }), sort, page: String(page), limit: String(limit) }
}

export const isNarrowed = ({ search, chosen }: GridState): boolean => search !== '' || Object.keys(chosen).length > 0
