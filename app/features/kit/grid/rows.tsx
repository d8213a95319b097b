import type { OnChangeFn, RowSelectionState } from '@tanstack/react-table'
import { type CSSProperties, type FocusEvent, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { GridColumn } from './columns.ts'
import { Head } from './head.tsx'
import { onGridKey } from './keyboard.ts'
import type { GridLook } from './use-look.ts'
import { CHECK_WIDTH, type HeadColumn, useGridTable } from './use-table.ts'

interface GridRowsProps<Row> {
  label: string
  columns: readonly GridColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  rowName: (row: Row) => string
  hrefOf: ((row: Row) => string) | undefined
  look: GridLook
  changeLook: (look: GridLook) => void
  sort: string
  hasSortKeys: boolean
  onSort: (sort: string) => void
  /** Absent: rows cannot be chosen. */
  selecting: { state: RowSelectionState; change: OnChangeFn<RowSelectionState>; clear: () => void } | null
  /** Of the first row in the whole list, from 1, and how long that is. */
  first: number
  total: number
  isStale: boolean
  turn: (pages: 1 | -1) => void
}

/** The rows of a grid: its table, by mouse and keyboard; on a small screen each row is a card. */
export function GridRows<Row>(props: GridRowsProps<Row>) {
  const { label, columns, rows, rowId, hrefOf, look, changeLook, sort, hasSortKeys, onSort, selecting, first, total, isStale, turn } = props
  const navigate = useNavigate()
  const [active, setActive] = useState(0)
  const table = useGridTable({ columns, rows, rowId, look, changeLook, sort, hasSortKeys, onSort, selecting })
  const shown = table.getRowModel().rows
  const [scroll, isWide] = useFit(rows, look)
  const [body, focusing] = useKeptFocus(shown[0]?.id)
  const byId = new Map(columns.map((column) => [column.id, column]))
  const open = (row: Row) => hrefOf && void navigate(hrefOf(row))
  const isAll = table.getIsAllRowsSelected()
  const isSome = shown.some((row) => row.getIsSelected())
  const placeOf = (column: HeadColumn<Row & object>) => placing(column, selecting ? CHECK_WIDTH : 0, look)
  return (
    <div ref={scroll} className={`grid-scroll ${isWide ? 'is-wide' : ''}`}>
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table is what the grid pattern of the APG is built on
        role="grid"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-multiselectable={selecting ? true : undefined}
        aria-busy={isStale || undefined}
        className={`grid-table data-grid data-tight:[&_:is(th,td)]:px-1.5 data-tight:[&_.button.small]:px-[7px] ${look.isCompact ? 'compact' : ''} ${hrefOf ? '' : 'plain'}`}
      >
        <thead>
          <tr aria-rowindex={1}>
            {selecting && (
              <th scope="col" className="grid-check is-pinned">
                <input
                  type="checkbox"
                  aria-label="Select all rows on this page"
                  checked={isAll}
                  ref={(box) => {
                    if (box) box.indeterminate = isSome && !isAll
                  }}
                  onChange={() => table.toggleAllRowsSelected(!isAll)}
                />
              </th>
            )}
            {table.getHeaderGroups()[0]?.headers.map((header) => (
              <Head
                key={header.id}
                title={byId.get(header.column.id)?.title ?? ''}
                header={header}
                className={classOf(header.column, byId.get(header.column.id))}
                style={placeOf(header.column)}
                isOneOfSeveral={sort.includes(',')}
                fixWidth={(width) => table.setColumnSizing((widths) => ({ ...widths, [header.column.id]: width }))}
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
              toggle: (index) => shown[index]?.toggleSelected(),
              selectAll: () => table.toggleAllRowsSelected(true),
              clear: () => selecting?.clear(),
              turn,
            })
          }
        >
          {shown.map((row, index) => (
            <tr
              key={row.id}
              aria-rowindex={first + index + 1}
              aria-selected={selecting ? row.getIsSelected() : undefined}
              tabIndex={index === Math.min(active, shown.length - 1) ? 0 : -1}
              onFocus={() => setActive(index)}
              onClick={(event) => isOnRow(event) && open(row.original)}
              onMouseOver={titleIfCut}
            >
              {selecting && (
                <td className="grid-check is-pinned">
                  <input
                    type="checkbox"
                    aria-label={`Select ${props.rowName(row.original)}`}
                    checked={row.getIsSelected()}
                    onChange={row.getToggleSelectedHandler()}
                  />
                </td>
              )}
              {row.getVisibleCells().map((cell) => (
                // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell is labelled by its content
                <td
                  key={cell.id}
                  data-label={byId.get(cell.column.id)?.title}
                  className={classOf(cell.column, byId.get(cell.column.id))}
                  style={placeOf(cell.column)}
                >
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const PINS = { start: 'is-pinned', end: 'is-pinned at-end' } as const

function classOf<Row extends object>(column: HeadColumn<Row>, { isAmount }: Pick<GridColumn<never>, 'isAmount'> = {}): string | undefined {
  const pin = column.getIsPinned()
  return [isAmount && 'amount', pin && PINS[pin], pin === 'start' && 'grid-name'].filter(Boolean).join(' ') || undefined
}

/** Returns the place of a pinned column while the others scroll, and the width that somebody chose. */
function placing<Row extends object>(column: HeadColumn<Row>, offset: number, { widths = {} }: GridLook): CSSProperties {
  const pin = column.getIsPinned()
  const width = widths[column.id]
  return {
    ...(pin === 'start' && { left: offset }),
    ...(pin === 'end' && { right: 0 }),
    ...(width !== undefined && { width, minWidth: width, maxWidth: width }),
  }
}

/** Most that a cell, and one that names its row, may be wide, in rem, from roomy to tight. */
const CELL_WIDTHS = [18, 14, 12, 10, 9, 8, 7, 6]
const NAME_WIDTHS = [18, 15, 12]

/**
 * Narrows the longest cells of a table until it fits into its container, names last. @returns false where it never does: it is left as it
 * was, and scrolls
 */
function fit(place: HTMLElement, table: HTMLElement): boolean {
  const fits = (name: number, cell: number) => {
    table.style.setProperty('--name', `${name}rem`)
    table.style.setProperty('--cell', `${cell}rem`)
    return table.getBoundingClientRect().width <= place.getBoundingClientRect().width + 0.5
  }
  delete table.dataset['tight']
  if (fits(Math.max(...NAME_WIDTHS), Math.max(...CELL_WIDTHS))) return true
  table.dataset['tight'] = ''
  if (fits(Math.min(...NAME_WIDTHS), Math.min(...CELL_WIDTHS))) {
    for (const name of NAME_WIDTHS) for (const cell of CELL_WIDTHS) if (fits(name, cell)) return true
  }
  delete table.dataset['tight']
  table.style.setProperty('--name', `${Math.max(...NAME_WIDTHS)}rem`)
  return false
}

/** Fits the table into its container, and says whether it is still wider. Fits it anew for other rows and another look. */
function useFit(rows: unknown, look: GridLook) {
  const ref = useRef<HTMLDivElement>(null)
  const [isWide, setWide] = useState(false)
  useLayoutEffect(() => {
    const place = ref.current
    const table = place?.firstElementChild
    if (!place || !(table instanceof HTMLElement)) return
    const measure = () => {
      const isFitting = fit(place, table)
      const edges = [...table.querySelectorAll<HTMLElement>('thead .is-pinned')]
      const widthOf = (isEnd: boolean) =>
        edges.filter(({ classList }) => classList.contains('at-end') === isEnd).reduce((sum, { offsetWidth }) => sum + offsetWidth, 0)
      place.style.scrollPaddingInline = `${widthOf(false)}px ${widthOf(true)}px` // what is focused is not brought below the pinned columns
      setWide(!isFitting)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(place)
    observer.observe(table)
    return () => observer.disconnect()
  }, [rows, look])
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

/** Shows the whole text of a cell that is cut to the mouse that rests on it. */
function titleIfCut({ target }: MouseEvent): void {
  const cell = target instanceof Element ? target.closest('td') : null
  if (!cell) return
  const isCut = [cell, ...cell.querySelectorAll('span')].some(
    ({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth,
  )
  if (isCut) cell.title = cell.innerText.replaceAll(/\s+/g, ' ').trim()
  else cell.removeAttribute('title')
}

/** Says whether a click meant the row, and not a control inside it or the end of a text selection. */
function isOnRow(event: MouseEvent): boolean {
  const isControl = event.target instanceof Element && event.target.closest('a, button, input, select, textarea, label, dialog') !== null
  return !isControl && getSelection()?.isCollapsed !== false
}
