import type { KeyboardEvent } from 'react'

/** Keyboard shortcuts of a grid, for its help. */
export const GRID_KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['↑ ↓', 'Go from row to row'],
  ['Home, End', 'First and last row'],
  ['Page Up, Page Down', 'Previous and next page'],
  ['Enter', 'Open the row'],
  ['Space', 'Select the row'],
  ['Shift + ↑ ↓', 'Select several rows'],
  ['Shift + click on a checkbox', 'Select all rows up to it'],
  ['Ctrl + A', 'Select the whole page'],
  ['Escape', 'Clear the selection'],
  ['Shift + Enter or click on a heading', 'Sort by another column, too'],
  ['/', 'Search'],
  ['?', 'Keyboard help'],
]

interface GridActions {
  isSelectable: boolean
  open: (index: number) => void
  toggle: (index: number) => void
  selectAll: () => void
  clear: () => void
  turn: (pages: 1 | -1) => void
}

const rowsOf = (body: HTMLElement) => [...body.querySelectorAll<HTMLElement>(':scope > tr')]

/** Says whether a key belongs to the focused control and not to the grid. */
const isOfControl = (target: EventTarget, row: HTMLElement) => target !== row

function moveTo(rows: readonly HTMLElement[], index: number): void {
  const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
  row?.focus()
  row?.scrollIntoView({ block: 'nearest' })
}

/** Handles a key press in the rows of a grid. Keys of a link or check box in a row are left to it. */
export function onGridKey(event: KeyboardEvent<HTMLElement>, actions: GridActions): void {
  const rows = rowsOf(event.currentTarget)
  const row = event.target instanceof Element ? event.target.closest('tr') : null
  const index = row ? rows.indexOf(row) : -1
  if (!row || index < 0 || event.altKey) return
  const isInside = isOfControl(event.target, row)
  const step = (to: number) => {
    if (event.shiftKey && actions.isSelectable && to >= 0 && to < rows.length) {
      if (row.getAttribute('aria-selected') !== 'true') actions.toggle(index)
      if (rows[to]?.getAttribute('aria-selected') !== 'true') actions.toggle(to)
    }
    moveTo(rows, to)
  }
  const keys: Record<string, (() => void) | undefined> = {
    ArrowDown: () => step(index + 1),
    ArrowUp: () => step(index - 1),
    Home: isInside ? undefined : () => moveTo(rows, 0),
    End: isInside ? undefined : () => moveTo(rows, rows.length - 1),
    PageDown: () => actions.turn(1),
    PageUp: () => actions.turn(-1),
    Enter: isInside ? undefined : () => actions.open(index),
    ' ': isInside || !actions.isSelectable ? undefined : () => actions.toggle(index),
    a: (event.ctrlKey || event.metaKey) && actions.isSelectable ? actions.selectAll : undefined,
    Escape: actions.isSelectable ? actions.clear : undefined,
  }
  const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox'
  const isChoosing = event.target instanceof HTMLSelectElement
  const act = isTyping || isChoosing ? undefined : keys[event.key]
  if (!act) return
  event.preventDefault()
  act()
}
