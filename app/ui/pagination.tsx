import { useEffect, useRef } from 'react'
import { figure } from '#app/lib/format.ts'
import { Link } from '#app/ui/link.tsx'
import { pageNumbers } from './page-numbers.ts'

interface PaginationProps {
  page: number
  pages: number
  hrefOf: (page: number) => string
}

/** Another page of the list begins at the heading, for those who came to it with the keyboard. */
function useFocusOnHeading(page: number) {
  const nav = useRef<HTMLElement>(null)
  const previous = useRef(page)
  useEffect(() => {
    if (previous.current === page) return
    previous.current = page
    const focused = document.activeElement
    if (focused !== document.body && !nav.current?.contains(focused)) return
    const heading = document.querySelector<HTMLElement>('main h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [page])
  return nav
}

/** Links to the pages of a list; nothing when there is only one. */
export function Pagination({ page, pages, hrefOf }: PaginationProps) {
  const nav = useFocusOnHeading(page)
  if (pages <= 1) return null
  return (
    <nav ref={nav} aria-label="Pages" className="pagination no-print flex flex-wrap items-center justify-center gap-1.5 mt-8">
      {page > 1 && (
        <Link to={hrefOf(page - 1)} rel="prev">
          Previous
        </Link>
      )}
      <ul className="flex flex-wrap items-center justify-center gap-1.5">
        {pageNumbers(page, pages).map((number, index) => (
          <li key={number ?? `gap ${index}`}>
            {number === null ? (
              <span className="grid place-items-center min-w-11 min-h-11 px-2.5" aria-hidden="true">
                …
              </span>
            ) : (
              <Link
                className="aria-[current]:forced-highlight"
                to={hrefOf(number)}
                aria-label={`Page ${figure(number)}`}
                aria-current={number === page ? 'page' : undefined}
              >
                {figure(number)}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {page < pages && (
        <Link to={hrefOf(page + 1)} rel="next">
          Next
        </Link>
      )}
    </nav>
  )
}
