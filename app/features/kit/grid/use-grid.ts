import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { queryOf, type Read } from '#app/lib/api.ts'
import type { Page } from '#contract/client.ts'
import type { GridColumn, GridFilter, GridQuery } from './columns.ts'
import { DEFAULT_SIZE, type GridState, gridStateOf, paramsOf, queryOfState } from './grid-state.ts'

interface GridSource<Row> {
  columns: readonly GridColumn<Row>[]
  filters: readonly GridFilter[]
  defaultSort: string
  fixed: Record<string, string> | undefined
  read: (query: GridQuery) => Read<Page<Row>>
}

/** The orders that a grid knows: each sortable column both ways, and the usual one. */
const sortsOf = (columns: readonly GridColumn<never>[], defaultSort: string) => [
  ...columns.flatMap(({ sort }) => (sort === undefined ? [] : [sort, `-${sort}`])),
  defaultSort,
]

/** A page beyond the last one, as after a deletion, becomes the last one. */
function useLastPage(isPastEnd: boolean, pages: number): void {
  const [, setParams] = useSearchParams()
  useEffect(() => {
    if (!isPastEnd) return
    const toLast = (now: URLSearchParams) =>
      new URLSearchParams([...now].map(([key, value]) => [key, key === 'page' ? String(pages) : value]))
    setParams(toLast, { replace: true })
  }, [isPastEnd, pages, setParams])
}

/** Reads the rows for the state in the address and returns the links of the grid's controls. */
export function useGrid<Row>({ columns, filters, defaultSort, fixed, read }: GridSource<Row>) {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const rules = { filters, sorts: sortsOf(columns, defaultSort), defaultSort }
  const state = gridStateOf(params, rules)
  const query = queryOfState(state, fixed)
  const result = useQuery({ ...queryOf(read(query)), placeholderData: keepPreviousData })
  const { items = [], total = 0 } = result.data ?? {}
  const pages = Math.max(1, Math.ceil(total / state.limit))
  useLastPage(result.isSuccess && !result.isPlaceholderData && state.page > pages, pages)
  const addressOf = (next: GridState) => `${pathname}?${paramsOf(next, params, rules)}`
  return {
    state,
    query,
    result,
    items,
    total,
    pages,
    /** Number of the first row in the whole list, from 1. */
    first: (state.page - 1) * state.limit + 1,
    /** Changes the state of the grid, on the first page unless `page` is given; `replace`: without a step in the history. */
    go: (change: Partial<GridState>, replace = false) =>
      setParams(paramsOf({ ...state, page: 1, ...change }, params, rules), { preventScrollReset: true, replace }),
    hrefOf: (change: Partial<GridState>) => addressOf({ ...state, ...change }),
    /** Search, filters and order as a query, and the address of another such query. */
    view: paramsOf({ ...state, page: 1, limit: DEFAULT_SIZE }, new URLSearchParams(), rules).toString(),
    viewHref: (view: string) => addressOf({ ...gridStateOf(new URLSearchParams(view), rules), limit: state.limit }),
  }
}
