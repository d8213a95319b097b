import type { ReactNode } from 'react'
import { figure } from '#app/lib/format.ts'
import { Link } from '#app/ui/link.tsx'

interface Choice {
  label: ReactNode
  /** Number shown beside the label, if any. */
  count?: number
  to: string
  isChosen: boolean
}

/** Choices side by side, each a link that works without script; one of them is chosen. */
export function ChoiceNav({ label, choices }: { label: string; choices: readonly Choice[] }) {
  return (
    <nav aria-label={label} className="category-buttons no-print">
      <ul className="flex flex-wrap gap-2 max-sm:gap-1.5">
        {choices.map(({ label: name, count, to, isChosen }) => (
          <li key={to}>
            <Link className="aria-[current]:forced-highlight" to={to} aria-current={isChosen ? 'true' : undefined} preventScrollReset>
              {name} {count !== undefined && <span className="count">{figure(count)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
