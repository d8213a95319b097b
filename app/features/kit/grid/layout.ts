import type { ColumnPinningState } from '@tanstack/react-table'
import type { GridColumn } from './columns.ts'
import type { GridLook } from './use-look.ts'

type Columns = readonly GridColumn<never>[]

const isPinned = (column: GridColumn<never>, at: number) => at === 0 || column.isActions === true
const idsOf = (columns: Columns) => columns.map(({ id }) => id)

/** Returns the columns that somebody may move: all but the first and the row's buttons. In the order shown. */
export function movableColumns<Row>(columns: readonly GridColumn<Row>[], { order = [] }: GridLook): GridColumn<Row>[] {
  const movable = columns.filter((column, at) => !isPinned(column, at))
  const chosen = order.flatMap((id) => movable.filter((column) => column.id === id))
  return [...chosen, ...movable.filter((column) => !chosen.includes(column))]
}

/** Returns the ids of all columns from the start to the end. */
export const orderOf = (columns: Columns, look: GridLook): string[] => {
  const pins = pinsOf(columns)
  return [...pins.start, ...idsOf(movableColumns(columns, look)), ...pins.end]
}

/** Returns the columns that stay in sight while the others scroll sideways. */
export const pinsOf = (columns: Columns): ColumnPinningState => ({
  start: idsOf(columns.slice(0, 1)),
  end: idsOf(columns.filter(({ isActions }) => isActions)),
})

/** Says whether a column can be hidden. */
export const isHideable = (columns: Columns, column: GridColumn<never>): boolean =>
  !(column.isFixed === true || isPinned(column, columns.indexOf(column)))

/** Returns for each column whether it is shown. */
export const visibilityOf = (columns: Columns, { toggled }: GridLook): Record<string, boolean> =>
  Object.fromEntries(
    columns.map((column) => [column.id, !isHideable(columns, column) || (column.isExtra ?? false) === toggled.includes(column.id)]),
  )

/** Returns the look with a column one place earlier or later. */
export function moveColumn<Row>(columns: readonly GridColumn<Row>[], look: GridLook, id: string, by: 1 | -1): GridLook {
  const order = idsOf(movableColumns(columns, look))
  const at = order.indexOf(id)
  const other = order[at + by]
  if (at < 0 || other === undefined) return look
  order[at + by] = id
  order[at] = other
  return { ...look, order }
}
