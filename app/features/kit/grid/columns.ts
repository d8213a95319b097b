import type { ReactNode } from 'react'

/** A column of a grid. Its title is above it, and beside its values on a small screen. */
export interface GridColumn<Row> {
  id: string
  title: string
  cell: (row: Row) => ReactNode
  /** The server's name of the order by this column; `-name` is the other way round. Without it the column does not sort. */
  sort?: string
  /** True if the first click sorts from the highest down, as of dates and amounts. */
  sortsDownFirst?: boolean
  isAmount?: boolean
  /** Is shown only when somebody chooses it. */
  isExtra?: boolean
  /** Cannot be hidden. The first column never can: it names the row and stays in sight while the others scroll. */
  isFixed?: boolean
  /** Holds the row's buttons: the last column, in sight while the others scroll, never hidden. */
  isActions?: boolean
  /** Buttons that change nothing, for those whose duties only read, too. */
  forReaders?: boolean
}

/** Something to narrow a list by. */
export type GridFilter =
  /** `isMulti`: several values at once, which the server takes as one text with commas. */
  | { name: string; label: string; options: readonly { value: string; label: string }[]; isMulti?: boolean }
  | { name: string; label: string; kind: 'date' }

/** Query of a grid's list call. */
export interface GridQuery {
  page: string
  limit: string
  sort: string
  search?: string
  [filter: string]: string | undefined
}
