import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { listHref } from './last-list.ts'

/** Link from a record to its list, with the page and filters that the record was opened from; `usual` without one. */
export function BackLink({ records, usual, children }: { records: string; usual: string; children: ReactNode }) {
  const [back] = useState(() => listHref(records, usual))
  return (
    <Link to={back} className="back-link no-print">
      {children}
    </Link>
  )
}
