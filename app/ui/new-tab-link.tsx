import type { ReactNode } from 'react'
import { Link } from '#app/ui/link.tsx'

/** A link that opens a tab of its own, and says so to those who do not see it. */
export function NewTabLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  return (
    <Link to={to} target="_blank" rel="noopener" {...(className && { className })}>
      {children}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </Link>
  )
}
