import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { figure } from '#app/lib/format.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { ListEmpty } from '#app/ui/list-messages.tsx'
import { PAGE_SIZES } from './grid-state.ts'
import { GRID_KEYS } from './keyboard.ts'
import { type GridSelection, MOST_SELECTED } from './use-selection.ts'

/** Texts of an empty list: with filters, without (the same unless given), and the line below. */
export interface EmptyTexts {
  filtered: string
  none?: string
  more?: string
}

interface BulkBarProps<Row> {
  selection: GridSelection<Row>
  /** Rows of this page that are not chosen. */
  unselected: number
  /** Rows that match. */
  total: number
  /** Most rows that can be chosen by what they match; without it only single rows can. */
  mostMatching: number | undefined
  chooseAll: () => void
  children: ReactNode
}

/** Hides the last actions of a bar that do not fit into its line, and shows its button for them. */
function fitActions(bar: HTMLElement, more: HTMLElement, isOpen: boolean): void {
  const actions = [...bar.querySelectorAll<HTMLElement>(':scope > [data-actions] ~ :is(button, a, details):not([data-always])')]
  for (const part of [...actions, more]) part.style.display = ''
  more.style.display = 'none'
  const isFull = () => bar.scrollWidth > bar.clientWidth
  if (isOpen) more.style.display = ''
  else if (isFull()) {
    more.style.display = ''
    for (const action of actions.reverse()) if (isFull()) action.style.display = 'none'
  }
  bar.parentElement?.style.setProperty('--bulk-height', `${bar.offsetHeight}px`)
}

/** Bulk actions for the selected rows: one line, and those that it has no room for behind a button. */
export function BulkBar<Row>({ selection, unselected, total, mostMatching, chooseAll, children }: BulkBarProps<Row>) {
  const { length } = selection.ids
  const mayChooseAll = mostMatching !== undefined && selection.all === null && unselected === 0 && total > length
  const bar = useRef<HTMLDivElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    const [line, button] = [bar.current, more.current]
    if (!line || !button) return
    const measure = () => fitActions(line, button, isOpen)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(line)
    return () => observer.disconnect()
  })
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Selected rows"
      className={`bulk-bar sticky z-3 top-0 flex items-center gap-2 px-3 py-2 bg-night text-on-night [&_dialog]:text-ink max-2xl:[--action-padding:8px] max-xl:gap-1 max-xl:text-sm max-xl:[--action-padding:6px] ${isOpen ? 'flex-wrap' : 'flex-nowrap'}`}
    >
      <p role="status" className="mr-1.5 flex-none whitespace-nowrap">
        {selection.all ? `All ${figure(total)} that match are selected` : `${figure(length)} selected`}
        {length >= MOST_SELECTED && unselected > 0 && `, the maximum is ${MOST_SELECTED}`}
        {mayChooseAll &&
          total > mostMatching &&
          `. ${figure(total)} match: narrow the list to ${figure(mostMatching)} or fewer to select all`}
      </p>
      {mayChooseAll && total <= mostMatching && (
        <button type="button" onClick={chooseAll}>
          Select all {figure(total)} that match
        </button>
      )}
      <span data-actions="" hidden />
      {children}
      <button ref={more} type="button" data-always="" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Fewer actions' : 'More actions'}
      </button>
      <button type="button" data-always="" className="ml-auto" onClick={selection.clear}>
        Clear
      </button>
    </div>
  )
}

/** Placeholder while the first page loads. */
export function GridWaiting() {
  return (
    <div role="status" className="py-4">
      <span className="text-ink-2">Loading...</span>
      <div className="skeleton mt-4 h-40" />
    </div>
  )
}

/** Message of an empty grid, with a link to the list without filters if any are set. */
export function GridEmpty({ empty, clear }: { empty: EmptyTexts; clear: string | null }) {
  const title = clear === null ? (empty.none ?? empty.filtered) : empty.filtered
  return (
    <div role="status" className="panel">
      <ListEmpty
        title={title}
        {...(clear === null && empty.more !== undefined && { text: empty.more })}
        clear={clear === null ? undefined : { href: clear, label: 'Clear All Filters' }}
      />
    </div>
  )
}

interface GridFootProps {
  first: number
  shown: number
  total: number
  limit: number
  onLimit: (limit: number) => void
  onHelp: () => void
  /** The first rows are still read: the foot takes its room but is not seen, since they will move it. */
  isWaiting: boolean
}

/** Foot of a grid: the range of rows, their number, rows on a page, and the help. */
export function GridFoot({ first, shown, total, limit, onLimit, onHelp, isWaiting }: GridFootProps) {
  return (
    <footer
      className={`grid-foot flex flex-wrap items-center justify-between gap-x-4.5 gap-y-1 min-h-11 mt-2 text-ink-2 ${isWaiting ? 'invisible' : ''}`}
    >
      <p role="status">{shown > 0 && `${figure(first)} to ${figure(first + shown - 1)} of ${figure(total)}`}</p>
      {total > PAGE_SIZES[0] && (
        <label className="flex items-center gap-2">
          Rows
          <select className="input w-auto min-h-9 py-0.5" value={limit} onChange={(event) => onLimit(Number(event.target.value))}>
            {PAGE_SIZES.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
        </label>
      )}
      <button type="button" className="link-button max-md:hidden" onClick={onHelp}>
        Keyboard help
      </button>
    </footer>
  )
}

/** The keys of the grid. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard help" onClose={onClose}>
      <dl className="grid gap-1.5 mt-3">
        {GRID_KEYS.map(([keys, what]) => (
          <div key={keys} className="grid grid-cols-[10rem_1fr] gap-x-3">
            <dt className="font-strong">{keys}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="button mt-4" onClick={onClose}>
        Close
      </button>
    </Dialog>
  )
}
