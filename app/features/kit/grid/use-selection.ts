import type { OnChangeFn, RowSelectionState } from '@tanstack/react-table'
import { useState } from 'react'

/** Most rows that can be chosen one by one: what a bulk call takes. */
export const MOST_SELECTED = 500

/** The chosen rows of a grid, also of its other pages. */
export interface GridSelection<Row> {
  ids: string[]
  rows: Row[]
  /** Nothing is chosen any more. */
  clear: () => void
}

const stateOf = (rows: ReadonlyMap<string, unknown>): RowSelectionState =>
  Object.fromEntries([...rows.keys()].map((id) => [id, true as const]))

/**
 * Keeps which rows are chosen while somebody goes from page to page. Another search or filter begins anew: nobody changes what is out of sight.
 * @param narrowing what the list is narrowed to, as one word.
 */
export function useSelection<Row>(items: readonly Row[], rowId: (row: Row) => string, narrowing: string) {
  const [kept, setKept] = useState<{ of: string; rows: ReadonlyMap<string, Row> }>({ of: narrowing, rows: new Map() })
  const fresh = new Map(items.map((row) => [rowId(row), row]))
  const before = kept.of === narrowing ? kept.rows : new Map<string, Row>()
  const rows = new Map([...before].map(([id, row]) => [id, fresh.get(id) ?? row]))
  const change: OnChangeFn<RowSelectionState> = (update) =>
    setKept((now) => {
      const known = new Map([...(now.of === narrowing ? now.rows : []), ...fresh])
      const chosen = now.of === narrowing ? stateOf(now.rows) : {}
      const ids = Object.keys(typeof update === 'function' ? update(chosen) : update).slice(0, MOST_SELECTED)
      return { of: narrowing, rows: new Map(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id) as Row]] : []))) } // has it
    })
  const selection: GridSelection<Row> = { ids: [...rows.keys()], rows: [...rows.values()], clear: () => change({}) }
  return { selection, state: stateOf(rows), change }
}
