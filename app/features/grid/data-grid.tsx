import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { messageOf } from '#app/lib/api.ts'
import { figure } from '#app/lib/format.ts'
import { queryOf, type Read } from '#app/lib/load.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { ListEmpty } from '#app/ui/list-messages.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { ReadFailed } from '#app/ui/read-failed.tsx'
import type { Page } from '#contract/client.ts'
import type { GridColumn, GridFilter, GridQuery } from './columns.ts'
import { type GridState, gridStateOf, isNarrowed, PAGE_SIZES, paramsOf, queryOfState } from './grid-state.ts'
import { GRID_KEYS } from './keyboard.ts'
import { GridRows } from './rows.tsx'
import { ColumnsMenu, ExportMenu, FilterBar } from './tool-bar.tsx'
import { useLook } from './use-look.ts'
import { type GridSelection, MOST_SELECTED, useSelection } from './use-selection.ts'

interface DataGridProps<Row> {
  /** Under which this browser remembers its columns and density; also the name of an exported file. */
  name: string
  /** What it is called for those who do not see it. */
  label: string
  columns: readonly GridColumn<Row>[]
  rowId: (row: Row) => string
  /** How a row is called, in the label of its check box. */
  rowName: (row: Row) => string
  /** Where a row leads; one of its cells has the same link. */
  hrefOf?: (row: Row) => string
  /** One page of the list. */
  read: (query: GridQuery) => Read<Page<Row>>
  /** What is sent with every query and does not stand in the address. */
  fixed?: Record<string, string>
  filters?: readonly GridFilter[]
  /** The search box's label; without it there is no search. */
  searchLabel?: string
  /** As the server names it, `-createdAt`. */
  defaultSort: string
  /** Of the list's export, `/api/…/export`; without it there is none. */
  exportPath?: string
  /** What can be done with the chosen rows; without it rows cannot be chosen. */
  actions?: (selection: GridSelection<Row>) => ReactNode
  /** Further controls of the tool bar. */
  tools?: ReactNode
  /** Below the rows, such as what they come to. */
  foot?: (page: Page<Row>) => ReactNode
  /** What an empty list says: with filters, and without. */
  empty: { filtered: string; none?: string; more?: string }
  /** What to say when the list never arrived. */
  failure: string
  /** Instead of the usual notice of a failed read. */
  failed?: (error: Error, again: { isReading: boolean; onAgain: () => void }) => ReactNode
}

const NO_FILTERS: readonly GridFilter[] = []

/** The one grid of every list: search, filters, order and pages are the server's, and stand in the address. */
export function DataGrid<Row>({ filters = NO_FILTERS, defaultSort, columns, fixed, name, ...props }: DataGridProps<Row>) {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const [look, changeLook] = useLook(name)
  const [isHelping, setHelping] = useState(false)
  const searchBox = useRef<HTMLInputElement>(null)
  const sorts = columns.flatMap(({ sort }) => (sort === undefined ? [] : [sort, `-${sort}`]))
  const rules = { filters, sorts: [...sorts, defaultSort], defaultSort }
  const state = gridStateOf(params, rules)
  const query = queryOfState(state, fixed)
  const result = useQuery({ ...queryOf(props.read(query)), placeholderData: keepPreviousData })
  const { items = [], total = 0 } = result.data ?? {}
  const narrowing = JSON.stringify([state.search, state.chosen, fixed])
  const { selection, isSelected, select } = useSelection(items, props.rowId, narrowing)
  const pages = Math.max(1, Math.ceil(total / state.limit))
  const hrefOf = (change: Partial<GridState>) => `${pathname}?${paramsOf({ ...state, ...change }, params, rules)}`
  const go = (change: Partial<GridState>) =>
    setParams(paramsOf({ ...state, page: 1, ...change }, params, rules), { preventScrollReset: true })
  const first = (state.page - 1) * state.limit + 1

  const isPastEnd = result.isSuccess && !result.isPlaceholderData && state.page > pages
  useEffect(() => {
    if (isPastEnd)
      setParams((now) => new URLSearchParams([...now].map(([key, value]) => [key, key === 'page' ? String(pages) : value])), {
        replace: true,
      })
  }, [isPastEnd, pages, setParams])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox'
    if (isTyping || event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey) return
    if (event.key === '?') setHelping(true)
    if (event.key === '/' && searchBox.current) {
      event.preventDefault()
      searchBox.current.focus()
    }
  }
  return (
    <section aria-label={props.label} className="grid-area" onKeyDown={onKeyDown}>
      <FilterBar
        key={state.search}
        label={props.label}
        searchLabel={props.searchLabel}
        searchBox={searchBox}
        filters={filters}
        state={state}
        go={go}
        tools={props.tools}
      >
        <ColumnsMenu columns={columns} look={look} change={changeLook} />
        {props.exportPath !== undefined && <ExportMenu path={props.exportPath} query={query} name={name} />}
      </FilterBar>
      {props.actions && selection.ids.length > 0 && (
        <BulkBar selection={selection} unselected={items.filter((row) => !isSelected(row)).length}>
          {props.actions(selection)}
        </BulkBar>
      )}
      {result.isError &&
        (props.failed?.(result.error, { isReading: result.isFetching, onAgain: () => void result.refetch() }) ?? (
          <div className="py-4">
            <ReadFailed text={messageOf(result.error, props.failure)} isReading={result.isFetching} onAgain={() => void result.refetch()} />
          </div>
        ))}
      {result.isPending && (
        <div role="status" className="py-4">
          <span className="text-ink-2">Loading...</span>
          <div className="skeleton mt-4 h-40" />
        </div>
      )}
      {result.data && items.length > 0 && (
        <>
          <GridRows
            label={props.label}
            columns={columns}
            rows={items}
            rowId={props.rowId}
            rowName={props.rowName}
            hrefOf={props.hrefOf}
            look={look}
            sort={state.sort}
            onSort={(sort) => go({ sort })}
            selecting={props.actions ? { isSelected, select, clear: selection.clear } : null}
            first={first}
            total={total}
            isStale={result.isPlaceholderData}
            turn={(by) => state.page + by >= 1 && state.page + by <= pages && go({ page: state.page + by })}
          />
          {props.foot?.(result.data)}
        </>
      )}
      {result.data && total === 0 && (
        <GridEmpty empty={props.empty} clear={isNarrowed(state) ? hrefOf({ search: '', chosen: {}, page: 1 }) : null} />
      )}
      <footer className="grid-foot">
        <p role="status">{items.length > 0 && `${figure(first)} to ${figure(first + items.length - 1)} of ${figure(total)}`}</p>
        {total > PAGE_SIZES[0] && (
          <label>
            Rows
            <select className="input" value={state.limit} onChange={(event) => go({ limit: Number(event.target.value) })}>
              {PAGE_SIZES.map((size) => (
                <option key={size}>{size}</option>
              ))}
            </select>
          </label>
        )}
        <button type="button" className="link-button" onClick={() => setHelping(true)}>
          Keyboard help
        </button>
      </footer>
      <Pagination page={state.page} pages={pages} hrefOf={(page) => hrefOf({ page })} />
      {isHelping && <KeyboardHelp onClose={() => setHelping(false)} />}
    </section>
  )
}

/** What can be done with the chosen rows. */
function BulkBar<Row>({ selection, unselected, children }: { selection: GridSelection<Row>; unselected: number; children: ReactNode }) {
  const { length } = selection.ids
  return (
    <div role="toolbar" aria-label="Chosen rows" className="bulk-bar">
      <p role="status">
        {figure(length)} selected
        {length >= MOST_SELECTED && unselected > 0 && `, at most ${MOST_SELECTED} at once`}
      </p>
      {children}
      <button type="button" className="ml-auto" onClick={selection.clear}>
        Clear
      </button>
    </div>
  )
}

function GridEmpty({ empty, clear }: { empty: DataGridProps<never>['empty']; clear: string | null }) {
  const title = clear === null ? (empty.none ?? empty.filtered) : empty.filtered
  return (
    <div role="status" className="panel">
      <ListEmpty
        title={title}
        {...(clear === null && empty.more !== undefined && { text: empty.more })}
        clear={clear === null ? undefined : { href: clear, label: 'Clear All Filters' }}
      />
    </div>
  )
}

function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard help" onClose={onClose}>
      <dl className="key-list">
        {GRID_KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>{keys}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="button mt-4" onClick={onClose}>
        Close
      </button>
    </Dialog>
  )
}
