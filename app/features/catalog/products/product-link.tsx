import { type ReactNode, useRef } from 'react'
import { queryOf } from '#app/lib/api.ts'
import { readNow } from '#app/lib/reads.ts'
import { Link } from '#app/ui/link.tsx'
import { productQuery } from './queries.ts'

/** Hover time in ms before a link is prefetched. */
const INTENT_MS = 80

/** A link to a product that prefetches its page on hover or focus. */
export function ProductLink({ slug, children }: { slug: string; children: ReactNode }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => clearTimeout(timer.current)
  const start = () => {
    stop()
    timer.current = setTimeout(() => void readNow(queryOf(productQuery(slug))).catch(() => null), INTENT_MS)
  }
  return (
    <Link to={`/products/${slug}`} prefetch="intent" onPointerEnter={start} onPointerLeave={stop} onFocus={start} onBlur={stop}>
      {children}
    </Link>
  )
}
