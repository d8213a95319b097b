import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { figure } from '#app/lib/format.ts'

/** The views of a dashboard, as links: each has an address of its own, `?tab=`. */
export function Views({
  label,
  views,
  current,
  hrefOf,
}: {
  label: string
  views: readonly { key: string; label: string; count?: number | undefined }[]
  current: string
  hrefOf: (key: string) => string
}) {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    // a strip wider than a phone shows where one is; the page itself stays
    const here = bar.current?.querySelector('[aria-current="page"]')
    if (current !== '' && bar.current && here instanceof HTMLElement) bar.current.scrollLeft = here.offsetLeft - bar.current.offsetLeft - 24
  }, [current])
  return (
    <nav ref={bar} aria-label={label} className="views mt-4.5 border-b-2 border-ink overflow-x-auto">
      <ul className="flex gap-0.5">
        {views.map(({ key, label: name, count }) => (
          <li key={key}>
            <Link to={hrefOf(key)} aria-current={key === current ? 'page' : undefined} preventScrollReset>
              {name}
              {count !== undefined && <span className="text-sm">{figure(count)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
