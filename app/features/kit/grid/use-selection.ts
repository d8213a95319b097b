import { type ChangeEvent, useRef, useState } from 'react'

/** Most rows that can be chosen at once: what a bulk call takes. */
export const MOST_SELECTED = 500

/** With Shift, a box does to all rows since the last box what it does to its own. */
export function useRange<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  select: ((rows: readonly Row[], isSelected: boolean) => void) | undefined,
) {
  const last = useRef<string>(undefined)
  return (index: number, { nativeEvent, currentTarget: { checked } }: ChangeEvent<HTMLInputElement>) => {
    const from = rows.findIndex((row) => rowId(row) === last.current)
    const isRange = from >= 0 && nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
    const start = isRange ? Math.min(from, index) : index
    select?.(rows.slice(start, (isRange ? Math.max(from, index) : index) + 1), checked)
    last.current = rows[index] && rowId(rows[index])
  }
}

/** The chosen rows of a grid, also of its other pages. */
export interface GridSelection<Row> {
  ids: string[]
  rows: Row[]
  /** Nothing is chosen any more. */
  clear: () => void
}

/**
 * Keeps which rows are chosen while somebody goes from page to page. Another search or filter begins anew: nobody changes what is out of sight.
 * @param narrowing what the list is narrowed to, as one word.
 */
export function useSelection<Row>(items: readonly Row[], rowId: (row: Row) => string, narrowing: string) {
  const [kept, setKept] = useState<{ of: string; rows: ReadonlyMap<string, Row> }>({ of: narrowing, rows: new Map() })
  const before = kept.of === narrowing ? kept.rows : new Map<string, Row>()
  const fresh = new Map(items.map((row) => [rowId(row), row]))
  const rows = new Map([...before].map(([id, row]) => [id, fresh.get(id) ?? row]))
  // several choices in one event build on each other
  const change = (make: (rows: Map<string, Row>) => Map<string, Row>) =>
    setKept((now) => ({ of: narrowing, rows: make(new Map(now.of === narrowing ? now.rows : [])) }))
  const select = (wanted: readonly Row[], isSelected: boolean) =>
    change((next) => {
      for (const row of wanted) {
        if (!isSelected) next.delete(rowId(row))
        else if (next.size < MOST_SELECTED) next.set(rowId(row), row)
      }
      return next
    })
  const selection: GridSelection<Row> = { ids: [...rows.keys()], rows: [...rows.values()], clear: () => change(() => new Map()) }
  return { selection, isSelected: (row: Row) => rows.has(rowId(row)), select }
}
