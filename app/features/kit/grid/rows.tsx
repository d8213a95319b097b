import {
  columnVisibilityFeature,
  createColumnHelper,
  rowSelectionFeature,
  rowSortingFeature,
  type SortingState,
  type Column as TableColumn,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type FocusEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { GridColumn } from './columns.ts'
import { onGridKey } from './keyboard.ts'
import type { GridLook } from './use-look.ts'
import { useRange } from './use-selection.ts'

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature, rowSortingFeature })

interface GridRowsProps<Row> {
  label: string
  columns: readonly GridColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  rowName: (row: Row) => string
  hrefOf: ((row: Row) => string) | undefined
  look: GridLook
  sort: string
  onSort: (sort: string) => void
  /** Absent: rows cannot be chosen. */
  selecting: { isSelected: (row: Row) => boolean; select: (rows: readonly Row[], isSelected: boolean) => void; clear: () => void } | null
  /** Of the first row in the whole list, from 1, and how long that is. */
  first: number
  total: number
  isStale: boolean
  turn: (pages: 1 | -1) => void
}

/** A column's part of the server's order: `-createdAt` is by `createdAt`, the highest first. */
function sortingOf(columns: readonly GridColumn<never>[], sort: string): SortingState {
  const name = sort.replace(/^-/, '')
  const column = columns.find((one) => one.sort === name)
  return column ? [{ id: column.id, desc: sort.startsWith('-') }] : []
}

/** The rows of a grid: its table, by mouse and keyboard; on a small screen each row is a card. */
export function GridRows<Row>(props: GridRowsProps<Row>) {
  const { label, columns, rows, rowId, hrefOf, look, sort, onSort, selecting, first, total, isStale, turn } = props
  const navigate = useNavigate()
  const [active, setActive] = useState(0)
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row & object>()
    return columns.map((column) =>
      helper.accessor((row): unknown => row, {
        id: column.id,
        header: column.title,
        enableHiding: !column.isFixed,
        enableSorting: column.sort !== undefined,
        sortDescFirst: column.sortsDownFirst ?? false,
        cell: ({ row }) => column.cell(row.original),
      }),
    )
  }, [columns])
  const data = useMemo(() => rows as readonly (Row & object)[] as (Row & object)[], [rows]) // rows of answers are objects
  const sorting = useMemo(() => sortingOf(columns, sort), [columns, sort])
  const columnVisibility = useMemo(
    () =>
      Object.fromEntries(
        columns.map(({ id, isFixed, isExtra = false }) => [id, isFixed === true || isExtra === look.toggled.includes(id)]),
      ),
    [columns, look],
  )
  const table = useTable({
    features,
    data,
    columns: definitions,
    getRowId: rowId,
    manualSorting: true,
    enableSortingRemoval: false,
    state: { sorting, columnVisibility },
    onSortingChange: (update) => {
      const [next] = typeof update === 'function' ? update(sorting) : update
      const column = columns.find(({ id }) => id === next?.id)
      if (next && column?.sort !== undefined) onSort(`${next.desc ? '-' : ''}${column.sort}`)
    },
  })
  const shown = table.getRowModel().rows
  const [scroll, isWide] = useIsWide()
  const [body, focusing] = useKeptFocus(shown[0]?.id)
  const byId = new Map(columns.map((column) => [column.id, column]))
  const chooseUpTo = useRange(rows, rowId, selecting?.select)
  const open = (row: Row) => hrefOf && void navigate(hrefOf(row))
  const isAll = selecting !== null && rows.length > 0 && rows.every(selecting.isSelected)
  const isSome = selecting !== null && rows.some(selecting.isSelected)
  return (
    <div ref={scroll} className={`grid-scroll ${isWide ? 'is-wide' : ''}`}>
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table is what the grid pattern of the APG is built on
        role="grid"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-multiselectable={selecting ? true : undefined}
        aria-busy={isStale || undefined}
        className={`grid-table data-grid ${look.isCompact ? 'compact' : ''} ${hrefOf ? '' : 'plain'}`}
      >
        <thead>
          <tr aria-rowindex={1}>
            {selecting && (
              <th scope="col" className="grid-check">
                <input
                  type="checkbox"
                  aria-label="Choose all rows of this page"
                  checked={isAll}
                  ref={(box) => {
                    if (box) box.indeterminate = isSome && !isAll
                  }}
                  onChange={() => selecting.select(rows, !isAll)}
                />
              </th>
            )}
            {table.getHeaderGroups()[0]?.headers.map(({ column }) => (
              <Head
                key={column.id}
                title={byId.get(column.id)?.title ?? ''}
                column={column}
                isAmount={byId.get(column.id)?.isAmount === true}
              />
            ))}
          </tr>
        </thead>
        <tbody
          ref={body}
          {...focusing}
          onKeyDown={(event) =>
            onGridKey(event, {
              isSelectable: selecting !== null,
              open: (index) => {
                if (hrefOf) return shown[index] && open(shown[index].original)
                event.currentTarget.rows[index]?.querySelector('a')?.click()
              },
              toggle: (index) => {
                const row = shown[index]?.original
                if (row) selecting?.select([row], !selecting.isSelected(row))
              },
              selectAll: () => selecting?.select(rows, true),
              clear: () => selecting?.clear(),
              turn,
            })
          }
        >
          {shown.map((row, index) => {
            const isSelected = selecting?.isSelected(row.original) ?? false
            return (
              <tr
                key={row.id}
                aria-rowindex={first + index + 1}
                aria-selected={selecting ? isSelected : undefined}
                tabIndex={index === Math.min(active, shown.length - 1) ? 0 : -1}
                onFocus={() => setActive(index)}
                onClick={(event) => isOnRow(event) && open(row.original)}
              >
                {selecting && (
                  <td className="grid-check">
                    <input
                      type="checkbox"
                      aria-label={`Choose ${props.rowName(row.original)}`}
                      checked={isSelected}
                      onChange={(event) => chooseUpTo(index, event)}
                    />
                  </td>
                )}
                {row.getVisibleCells().map((cell) => (
                  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell says what stands in it
                  <td key={cell.id} data-label={byId.get(cell.column.id)?.title} className={cellClass(byId.get(cell.column.id))}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const cellClass = (column: GridColumn<never> | undefined) =>
  [column?.isAmount && 'amount', column?.isFixed && 'grid-name'].filter(Boolean).join(' ') || undefined

/** Measures if the table is wider than its container. */
function useIsWide() {
  const ref = useRef<HTMLDivElement>(null)
  const [isWide, setWide] = useState(false)
  useEffect(() => {
    const place = ref.current
    const table = place?.firstElementChild
    if (!place || !table) return
    const observer = new ResizeObserver(() => setWide(table.scrollWidth > place.clientWidth + 1))
    observer.observe(place)
    observer.observe(table)
    return () => observer.disconnect()
  }, [])
  return [ref, isWide] as const
}

/** Keeps the focus in the rows when the page changes: paging by keyboard continues at the first row. */
function useKeptFocus(firstId: string | undefined) {
  const ref = useRef<HTMLTableSectionElement>(null)
  const isInside = useRef(false)
  useEffect(() => {
    if (firstId !== undefined && isInside.current && !ref.current?.contains(document.activeElement))
      ref.current?.querySelector('tr')?.focus()
  }, [firstId])
  const focusing = {
    onFocus: () => {
      isInside.current = true
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) isInside.current = ref.current?.contains(relatedTarget) ?? false
    },
  }
  return [ref, focusing] as const
}

/** Says whether a click meant the row, and not a control inside it or the end of a text selection. */
function isOnRow(event: MouseEvent): boolean {
  const isControl = event.target instanceof Element && event.target.closest('a, button, input, select, textarea, label, dialog') !== null
  return !isControl && getSelection()?.isCollapsed !== false
}

const SIGNS = { asc: '↑', desc: '↓' } as const

function Head<Row extends object>({
  title,
  column,
  isAmount,
}: {
  title: string
  column: TableColumn<typeof features, Row>
  isAmount: boolean
}) {
  const sorted = column.getIsSorted()
  const state = sorted === 'asc' ? 'ascending' : 'descending'
  return (
    <th scope="col" className={isAmount ? 'amount' : undefined} aria-sort={sorted ? state : undefined}>
      {column.getCanSort() ? (
        <button
          type="button"
          className="inline-flex gap-1 min-h-8 items-center font-semibold hover:text-blue"
          onClick={() => column.toggleSorting()}
        >
          {title}
          <span aria-hidden="true">{sorted ? SIGNS[sorted] : ''}</span>
        </button>
      ) : (
        title
      )}
    </th>
  )
}
