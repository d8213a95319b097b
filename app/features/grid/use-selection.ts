import { useState } from 'react'

/** Most rows that can be chosen at once: what a bulk call takes. */
export const MOST_SELECTED = 500

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
