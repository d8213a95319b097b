import type { CSSProperties, MouseEvent, TouchEvent } from 'react'
import { flushSync } from 'react-dom'
import type { GridHead } from './use-table.ts'

const SIGNS = { asc: '↑', desc: '↓' } as const

interface HeadProps<Row extends object> {
  title: string
  header: GridHead<Row>
  className: string | undefined
  style: CSSProperties
  /** The list is sorted by more than one column. */
  isOneOfSeveral: boolean
  /** Fixes the width that the column has now, so that dragging begins there. */
  fixWidth: (width: number) => void
}

/** Head of a column: a click sorts by it, its edge makes it wider. */
export function Head<Row extends object>({ title, header, className, style, isOneOfSeveral, fixWidth }: HeadProps<Row>) {
  const { column } = header
  const sorted = column.getIsSorted()
  const state = sorted === 'asc' ? 'ascending' : 'descending'
  const startResizing = (event: MouseEvent<HTMLElement> | TouchEvent<HTMLElement>) => {
    const width = event.currentTarget.parentElement?.offsetWidth
    if (width !== undefined) flushSync(() => fixWidth(width))
    header.getResizeHandler()(event)
  }
  return (
    <th scope="col" data-column={column.id} className={className} style={style} aria-sort={sorted ? state : undefined}>
      {column.getCanSort() ? (
        <button
          type="button"
          className="inline-flex gap-1 min-h-8 items-center font-semibold hover:text-blue"
          onClick={column.getToggleSortingHandler()}
        >
          {title}
          {sorted && (
            <span aria-hidden="true">
              {SIGNS[sorted]}
              {isOneOfSeveral && <sub>{column.getSortIndex() + 1}</sub>}
            </span>
          )}
        </button>
      ) : (
        title
      )}
      {/* by mouse and touch; the Columns menu has the same for the keyboard */}
      <span
        aria-hidden="true"
        className={`grid-resizer ${column.getIsResizing() ? 'is-resizing' : ''}`}
        onMouseDown={startResizing}
        onTouchStart={startResizing}
        onDoubleClick={() => column.resetSize()}
      />
    </th>
  )
}
