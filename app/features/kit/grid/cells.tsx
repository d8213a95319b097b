import type { ReactNode } from 'react'
import { pluralize } from '#domain/text.ts'
import { DAY_MS } from '#domain/time.ts'

/** A cell with a smaller second line; in compact rows both are side by side. */
export function CellLines({ children, more }: { children: ReactNode; more: ReactNode }) {
  return (
    <span className="cell-lines">
      <bdi>{children}</bdi>
      {more && <bdi className="cell-more">{more}</bdi>}
    </span>
  )
}

/** Prose in a cell: as much as the row has room for, all of it to a mouse that rests on it. */
export function CellText({ children, title }: { children: ReactNode; title?: string }) {
  return (
    <span dir="auto" className="cell-text" title={title ?? (typeof children === 'string' ? children : undefined)}>
      {children}
    </span>
  )
}

/** Returns the days since an instant, as a list of open cases shows them. */
export function ageText(since: string): string {
  const days = Math.floor((Date.now() - new Date(since).getTime()) / DAY_MS)
  return days < 1 ? 'Today' : pluralize(days, 'day')
}
