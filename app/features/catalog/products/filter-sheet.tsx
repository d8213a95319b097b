import type { ReactNode } from 'react'
import { CloseIcon } from '#app/ui/icons.tsx'

interface FilterSheetProps {
  /** The id by which its openers name it. */
  id: string
  /** Label of the button that closes it and shows what was found. */
  done: ReactNode
  children: ReactNode
}

/** The filters of a list: beside it, and on a small screen a sheet with a title, which opens and closes without script. */
export function FilterSheet({ id, done, children }: FilterSheetProps) {
  return (
    <aside id={id} popover="auto" aria-label="Filters" className="filter-sheet">
      <div className="filter-sheet-head">
        <h2>Filters</h2>
        <button type="button" className="icon-button" aria-label="Close filters" popoverTarget={id} popoverTargetAction="hide">
          <CloseIcon />
        </button>
      </div>
      <div className="max-lg:min-h-0 max-lg:px-4 max-lg:pb-4 max-lg:overflow-auto max-lg:overscroll-contain">{children}</div>
      <button type="button" className="button filter-sheet-done" popoverTarget={id} popoverTargetAction="hide">
        {done}
      </button>
    </aside>
  )
}
