import type { ReactNode } from 'react'

/** A cell with a smaller second line; in compact rows both are side by side. */
export function CellLines({ children, more }: { children: ReactNode; more: ReactNode }) {
  return (
    <span className="cell-lines">
      <span>{children}</span>
      {more && <span className="cell-more">{more}</span>}
    </span>
  )
}

/** Prose in a cell: as much as the row has room for, all of it to a mouse that rests on it. */
export function CellText({ children, title }: { children: ReactNode; title?: string }) {
  return (
    <span className="cell-text" title={title ?? (typeof children === 'string' ? children : undefined)}>
      {children}
    </span>
  )
}
