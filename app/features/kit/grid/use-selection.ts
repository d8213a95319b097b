import type { OnChangeFn, RowSelectionState } from '@tanstack/react-table'
import { useState } from 'react'
import { ListChangedError } from '#app/lib/api.ts'

/** Most rows that can be chosen one by one: what a bulk call takes. */
export const MOST_SELECTED = 500

/** Every row that a list's filters leave, with the number that the user saw. */
interface AllMatching {
  /** Parameters of the list call, without page and order. */
  filter: Record<string, string>
  total: number
}

/** The chosen rows of a grid, also of its other pages. */
export interface GridSelection<Row> {
  /** Ids of the chosen rows; with `all` of those on this page. */
  ids: string[]
  rows: Row[]
  /** Set when every row that matches is chosen, also those of other pages. */
  all: AllMatching | null
  /** Nothing is chosen any more. */
  clear: () => void
  /** Reads the chosen rows, with `all` those of every page. @throws ListChangedError when other rows match than the user saw. */
  load: () => Promise<Row[]>
}

const stateOf = (rows: ReadonlyMap<string, unknown>): RowSelectionState =>
  Object.fromEntries([...rows.keys()].map((id) => [id, true as const]))

/**
 * Keeps which rows are chosen while somebody goes from page to page. Another search or filter begins anew: nobody changes what is out of
 * sight.
 * @param matching what the list is narrowed to now, and how many rows that leaves
 * @param readAll reads the rows that match, at most `MOST_SELECTED`
 */
export function useSelection<Row>(
  items: readonly Row[],
  rowId: (row: Row) => string,
  matching: AllMatching,
  readAll: () => Promise<{ items: Row[]; total: number }>,
) {
  const narrowing = JSON.stringify(matching.filter)
  const [allOf, setAllOf] = useState<string>()
  const [kept, setKept] = useState<{ of: string; rows: ReadonlyMap<string, Row> }>({ of: narrowing, rows: new Map() })
  const fresh = new Map(items.map((row) => [rowId(row), row]))
  const isAll = allOf === narrowing && matching.total > 0
  const before = kept.of === narrowing ? kept.rows : new Map<string, Row>()
  const rows = isAll ? fresh : new Map([...before].map(([id, row]) => [id, fresh.get(id) ?? row]))
  const change: OnChangeFn<RowSelectionState> = (update) => {
    setAllOf(undefined)
    setKept((now) => {
      const known = new Map([...(now.of === narrowing ? now.rows : []), ...fresh])
      const chosen = isAll ? stateOf(fresh) : now.of === narrowing ? stateOf(now.rows) : {}
      const ids = Object.keys(typeof update === 'function' ? update(chosen) : update).slice(0, MOST_SELECTED)
      return { of: narrowing, rows: new Map(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id) as Row]] : []))) } // has it
    })
  }
  const selection: GridSelection<Row> = {
    ids: [...rows.keys()],
    rows: [...rows.values()],
    all: isAll ? matching : null,
    clear: () => change({}),
    load: async () => {
      if (!isAll) return [...rows.values()]
      const read = await readAll()
      if (read.total !== matching.total || read.items.length < read.total) throw new ListChangedError()
      return read.items
    },
  }
  return { selection, state: stateOf(rows), change, chooseAll: () => setAllOf(narrowing) }
}
