import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ArrowDownIcon, ArrowUpIcon } from '#app/ui/icons.tsx'

/** Returns `rows` with the row at `from` moved to `to`. */
function moved<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const next = [...rows]
  const [row] = next.splice(from, 1)
  if (row !== undefined) next.splice(to, 0, row)
  return next
}

interface RowListProps<Row extends { key: string }> {
  /** Name of a row, shown with its number: `Feature`. */
  noun: string
  rows: readonly Row[]
  blank: () => Row
  onChange: (rows: Row[]) => void
  /** Called with a removed row. */
  onRemove?: (row: Row) => void
  max: number
  add: string
  children: (row: Row, index: number, change: (values: Partial<Row>) => void) => ReactNode
}

/** Rows of a form that can be added, removed, and reordered by buttons or by dragging. One row always stays. */
export function RowList<Row extends { key: string }>(props: RowListProps<Row>) {
  const { noun, rows, blank, onChange, onRemove, max, add, children } = props
  const list = useRef<HTMLOListElement>(null)
  const [wanted, setWanted] = useState<{ key: string; part: 'field' | 'up' | 'down' }>()
  const { dropProps, dragged } = useRowDrag(rows, onChange)
  useEffect(() => {
    if (!wanted) return
    const row = list.current?.querySelector(`[data-row="${wanted.key}"]`)
    const button = row?.querySelector<HTMLButtonElement>(`[data-part="${wanted.part}"]:enabled`)
    const field = row?.querySelector<HTMLElement>('input, textarea')
    ;(button ?? field)?.focus()
  }, [wanted])

  const move = (row: Row, from: number, to: number) => {
    onChange(moved(rows, from, to))
    setWanted({ key: row.key, part: to < from ? 'up' : 'down' })
  }
  const remove = (row: Row, at: number) => {
    const next = rows.filter(({ key }) => key !== row.key)
    onChange(next)
    onRemove?.(row)
    const neighbor = next[Math.min(at, next.length - 1)]
    if (neighbor) setWanted({ key: neighbor.key, part: 'field' })
  }
  const append = () => {
    const row = blank()
    onChange([...rows, row])
    setWanted({ key: row.key, part: 'field' })
  }
  return (
    <>
      <ol ref={list} className="row-list grid gap-2">
        {rows.map((row, at) => (
          <li key={row.key} data-row={row.key} className={dragged === row.key ? 'is-dragged' : undefined} {...dropProps(row.key)}>
            <span
              className="pt-2.5 text-ink-2 text-center cursor-grab select-none max-[40rem]:hidden"
              aria-hidden="true"
              title="Drag to reorder"
            >
              ⠿
            </span>
            <div className="row-fields">
              {children(row, at, (values) => onChange(rows.map((other) => (other.key === row.key ? { ...other, ...values } : other))))}
            </div>
            <span className="row-tools flex gap-1">
              <button
                type="button"
                data-part="up"
                aria-label={`Move ${noun} ${at + 1} up`}
                disabled={at === 0}
                onClick={() => move(row, at, at - 1)}
              >
                <ArrowUpIcon />
              </button>
              <button
                type="button"
                data-part="down"
                aria-label={`Move ${noun} ${at + 1} down`}
                disabled={at === rows.length - 1}
                onClick={() => move(row, at, at + 1)}
              >
                <ArrowDownIcon />
              </button>
              <button type="button" className="row-remove" disabled={rows.length === 1} onClick={() => remove(row, at)}>
                Remove
                <span className="visually-hidden">
                  {' '}
                  {noun} {at + 1}
                </span>
              </button>
            </span>
          </li>
        ))}
      </ol>
      <button type="button" className="button hollow small mt-3" disabled={rows.length >= max} onClick={append}>
        {add}
      </button>
    </>
  )
}

/** Reorders rows by dragging a row's handle over another row. */
function useRowDrag<Row extends { key: string }>(rows: readonly Row[], onChange: (rows: Row[]) => void) {
  const [dragged, setDragged] = useState<string>()
  const isGripped = useRef(false)
  const placeOf = (key: string | undefined) => rows.findIndex((row) => row.key === key)
  const dropProps = (key: string) => ({
    draggable: true,
    onPointerDown: ({ target }: { target: EventTarget }) => {
      isGripped.current = target instanceof Element && target.closest('.row-grip, img') !== null
    },
    onDragStart: (event: DragEvent) => {
      if (!isGripped.current) {
        event.preventDefault() // selecting text in a field is no dragging
        return
      }
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', '')
      setDragged(key)
    },
    onDragOver: (event: DragEvent) => {
      if (dragged === undefined) return
      event.preventDefault()
      const [from, to] = [placeOf(dragged), placeOf(key)]
      if (from !== to && from >= 0 && to >= 0) onChange(moved(rows, from, to))
    },
    onDrop: (event: DragEvent) => {
      if (dragged !== undefined) event.preventDefault()
    },
    onDragEnd: () => setDragged(undefined),
  })
  return { dropProps, dragged }
}
