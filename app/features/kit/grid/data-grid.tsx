import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { storeLastList } from '#app/features/kit/frame/last-list.ts'
import { useMayWrite } from '#app/features/kit/frame/writers.tsx'
import type { Read } from '#app/lib/api.ts'
import { messageOf, queryOf } from '#app/lib/api.ts'
import { Pagination } from '#app/ui/pagination.tsx'
import { ReadFailed } from '#app/ui/read-failed.tsx'
import type { Page } from '#contract/client.ts'
import type { GridColumn, GridFilter, GridQuery } from './columns.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { ExportMenu } from './export-menu.tsx'
import { FilterBar } from './filter-bar.tsx'
import { isNarrowed } from './grid-state.ts'
import { BulkBar, type EmptyTexts, GridEmpty, GridFoot, GridWaiting, KeyboardHelp } from './parts.tsx'
import { GridRows } from './rows.tsx'
import { type GridView, SavedViews, SaveView, useSavedViews } from './saved-views.tsx'
import { useGrid } from './use-grid.ts'
import { useLook } from './use-look.ts'
import { type GridSelection, MOST_SELECTED, useSelection } from './use-selection.ts'

interface DataGridProps<Row> {
  /** Name under which this browser remembers columns and density, and the account its views; also of an exported file. */
  name: string
  /** Name of its records, whose pages return to this list as it is now; without it they return to the list as it opens first. */
  records?: string
  /** Accessible name. */
  label: string
  columns: readonly GridColumn<Row>[]
  rowId: (row: Row) => string
  /** Returns the row's name for the label of its check box. */
  rowName: (row: Row) => string
  /** Returns the target of a row; one of its cells must hold the same link. */
  hrefOf?: (row: Row) => string
  /** One page of the list. */
  read: (query: GridQuery) => Read<Page<Row>>
  /** Parameters sent with every query and kept out of the address. */
  fixed?: Record<string, string>
  filters?: readonly GridFilter[]
  /** The search box's label; without it there is no search. */
  searchLabel?: string
  /** As the server names it, `-createdAt`. */
  defaultSort: string
  /** The list's call takes up to three orders at once, with commas. */
  hasSortKeys?: boolean
  /** Of the list's export, `/api/…/export`; without it there is none. */
  exportPath?: string
  /** Bulk actions for the selected rows; without it rows cannot be selected. */
  actions?: (selection: GridSelection<Row>) => ReactNode
  /** Most rows that the actions take by the list's filters, `selection.all`; without it rows are chosen one by one. */
  mostMatching?: number
  /** Views that everybody has beside "All". */
  views?: readonly GridView[]
  /** Further controls of the tool bar. */
  tools?: ReactNode
  /** Below the rows, such as their sums; `filter` is what the list is narrowed to. */
  foot?: (page: Page<Row>, filter: Record<string, string>) => ReactNode
  empty: EmptyTexts
  /** Message for a list that could not be read. */
  failure: string
  /** Instead of the usual notice of a failed read. */
  failed?: (error: Error, again: { isReading: boolean; onAgain: () => void }) => ReactNode
}

const NO_FILTERS: readonly GridFilter[] = []
const NO_VIEWS: readonly GridView[] = []

/** The one grid of every list: search, filters, order and pages are the server's and part of the address. */
export function DataGrid<Row>({ filters = NO_FILTERS, views = NO_VIEWS, ...props }: DataGridProps<Row>) {
  const { name, label, rowId, defaultSort, fixed, read } = props
  const mayWrite = useMayWrite()
  const columns = mayWrite ? props.columns : props.columns.filter(({ isActions, forReaders }) => !isActions || forReaders)
  const actions = mayWrite ? props.actions : undefined
  const grid = useGrid({ columns, filters, defaultSort, fixed, read })
  const { state, query, result, items, total, go } = grid
  const [look, changeLook] = useLook(name)
  const [isHelping, setHelping] = useState(false)
  const savedViews = useSavedViews(name)
  const area = useRef<HTMLElement>(null)
  const searchBox = useRef<HTMLInputElement>(null)
  const client = useQueryClient()
  const readAll = () => client.fetchQuery(queryOf(read({ ...query, page: '1', limit: String(MOST_SELECTED) })))
  const matching = { filter: filterOf(query), total }
  const { selection, state: selected, change: select, chooseAll } = useSelection(items, rowId, matching, readAll)
  useLastList(props.records, grid, rowId)
  const again = { isReading: result.isFetching, onAgain: () => void result.refetch() }
  return (
    <section
      ref={area}
      aria-label={label}
      className="grid-area mt-3"
      onKeyDown={(event) => onAreaKey(event, () => setHelping(true), searchBox.current)}
    >
      <SavedViews label={label} presets={views} views={savedViews} current={grid.view} hrefOf={grid.viewHref} />
      <FilterBar
        {...{ label, searchBox, filters, state, go }}
        saving={<SaveView presets={views} views={savedViews} current={grid.view} />}
        found={result.data && !result.isPlaceholderData ? total : undefined}
        searchLabel={props.searchLabel}
        tools={props.tools}
      >
        <ColumnsMenu
          columns={columns}
          look={look}
          change={changeLook}
          widthOf={(id) => area.current?.querySelector<HTMLElement>(`th[data-column="${CSS.escape(id)}"]`)?.offsetWidth}
        />
        {props.exportPath !== undefined && <ExportMenu path={props.exportPath} query={query} name={name} />}
      </FilterBar>
      {actions && selection.ids.length > 0 && (
        <BulkBar
          selection={selection}
          unselected={items.filter((row) => !selected[rowId(row)]).length}
          total={total}
          mostMatching={props.mostMatching}
          chooseAll={chooseAll}
        >
          {actions(selection)}
        </BulkBar>
      )}
      {result.isError && (props.failed?.(result.error, again) ?? <GridFailed text={messageOf(result.error, props.failure)} {...again} />)}
      {result.isPending && <GridWaiting />}
      {result.data && items.length > 0 && (
        <>
          <GridRows
            {...{ label, columns, rowId, look, changeLook, total }}
            rows={items}
            rowName={props.rowName}
            hrefOf={props.hrefOf}
            sort={state.sort}
            hasSortKeys={props.hasSortKeys ?? false}
            onSort={(sort) => go({ sort })}
            selecting={actions ? { state: selected, change: select, clear: selection.clear } : null}
            first={grid.first}
            isStale={result.isPlaceholderData}
            turn={(by) => state.page + by >= 1 && state.page + by <= grid.pages && go({ page: state.page + by })}
          />
          {props.foot?.(result.data, matching.filter)}
        </>
      )}
      {result.data && total === 0 && (
        <GridEmpty empty={props.empty} clear={isNarrowed(state) ? grid.hrefOf({ search: '', chosen: {}, page: 1 }) : null} />
      )}
      <GridFoot
        first={grid.first}
        shown={items.length}
        total={total}
        limit={state.limit}
        onLimit={(limit) => go({ limit })}
        onHelp={() => setHelping(true)}
        isWaiting={result.isPending}
      />
      <Pagination page={state.page} pages={grid.pages} hrefOf={(page) => grid.hrefOf({ page })} />
      {isHelping && <KeyboardHelp onClose={() => setHelping(false)} />}
    </section>
  )
}

/** Returns what narrows a list, without page and order. */
function filterOf({ page: _page, limit: _limit, sort: _sort, ...filter }: GridQuery): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** Stores this list as the one that the pages of its records return to. */
function useLastList<Row>(
  records: string | undefined,
  { query, result, items, total, hrefOf }: ReturnType<typeof useGrid<Row>>,
  rowId: (row: Row) => string,
): void {
  const isShown = result.isSuccess && !result.isPlaceholderData
  const list = JSON.stringify({ href: hrefOf({}).replace(/\?$/, ''), query, ids: items.map(rowId), total })
  useEffect(() => {
    if (records !== undefined && isShown) storeLastList(records, JSON.parse(list))
  }, [records, isShown, list])
}

/** The keys that act anywhere in a grid: help, and the way to its search. */
function onAreaKey(event: KeyboardEvent<HTMLElement>, help: () => void, searchBox: HTMLInputElement | null): void {
  const { target, key, ctrlKey, metaKey } = event
  const isTyping = target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'checkbox')
  if (isTyping || target instanceof HTMLSelectElement || ctrlKey || metaKey) return
  if (target instanceof Element && target.closest('dialog')) return
  if (key === '?') help()
  if (key === '/' && searchBox) {
    event.preventDefault()
    event.stopPropagation()
    searchBox.focus()
  }
}

function GridFailed(again: { text: string; isReading: boolean; onAgain: () => void }) {
  return (
    <div className="py-4">
      <ReadFailed {...again} />
    </div>
  )
}
