import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  type OnChangeFn,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  type Column as TableColumn,
  type Header as TableHeader,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { GridColumn } from './columns.ts'
import { joinSort, MAX_SORT_KEYS, splitSort } from './grid-state.ts'
import { orderOf, pinsOf, visibilityOf } from './layout.ts'
import type { GridLook } from './use-look.ts'

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
})

export type GridHead<Row extends object> = TableHeader<typeof features, Row>
export type HeadColumn<Row extends object> = TableColumn<typeof features, Row>

/** Width of the column of check boxes, in px. */
export const CHECK_WIDTH = 44
export const MIN_WIDTH = 64

interface TableSource<Row> {
  columns: readonly GridColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  look: GridLook
  changeLook: (look: GridLook) => void
  sort: string
  /** The list takes several orders at once. */
  hasSortKeys: boolean
  onSort: (sort: string) => void
  /** Absent: rows cannot be chosen. */
  selecting: { state: RowSelectionState; change: OnChangeFn<RowSelectionState> } | null
}

const NOTHING: RowSelectionState = {}

/** Columns, order of rows, widths, pinned columns and selection of a grid, kept by TanStack Table; their definitions are outside of it. */
export function useGridTable<Row>({ columns, rows, rowId, look, changeLook, sort, hasSortKeys, onSort, selecting }: TableSource<Row>) {
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row & object>()
    return columns.map((column) =>
      helper.accessor((row): unknown => row, {
        id: column.id,
        header: column.title,
        enableSorting: column.sort !== undefined,
        sortDescFirst: column.sortsDownFirst ?? false,
        minSize: MIN_WIDTH,
        cell: ({ row }) => column.cell(row.original),
      }),
    )
  }, [columns])
  const data = useMemo(() => rows as readonly (Row & object)[] as (Row & object)[], [rows]) // rows of answers are objects
  const sorting = useMemo(
    () =>
      splitSort(sort).flatMap(({ name, desc }) => {
        const column = columns.find((one) => one.sort === name)
        return column ? [{ id: column.id, desc }] : []
      }),
    [columns, sort],
  )
  const layout = useMemo(
    () => ({ columnVisibility: visibilityOf(columns, look), columnOrder: orderOf(columns, look), columnPinning: pinsOf(columns) }),
    [columns, look],
  )
  const columnSizing = useMemo(() => ({ ...look.widths }), [look])
  return useTable({
    features,
    data,
    columns: definitions,
    getRowId: rowId,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: hasSortKeys,
    maxMultiSortColCount: MAX_SORT_KEYS,
    enableRowSelection: selecting !== null,
    columnResizeMode: 'onChange',
    state: { ...layout, sorting, columnSizing, rowSelection: selecting?.state ?? NOTHING },
    ...(selecting && { onRowSelectionChange: selecting.change }),
    onColumnSizingChange: (update) => changeLook({ ...look, widths: typeof update === 'function' ? update(columnSizing) : update }),
    onSortingChange: (update) => {
      const next = typeof update === 'function' ? update(sorting) : update
      const keys = next.flatMap(({ id, desc }) => {
        const name = columns.find((column) => column.id === id)?.sort
        return name === undefined ? [] : [{ name, desc }]
      })
      if (keys.length > 0) onSort(joinSort(keys))
    },
  })
}
