import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { getShop } from '#app/lib/shop.ts'
import { DEFAULT_DAYS } from '#domain/analytics.ts'
import { zoneName } from '#domain/text.ts'

interface TrendPartProps {
  about?: string
  /** Page with more of it. */
  more: { to: string; label: string }
  children: ReactNode
}

/** The last 30 days on a dashboard: whose days and which currency they are in, and where more is. */
export function TrendPart({ about, more, children }: TrendPartProps) {
  return (
    <section aria-labelledby="trend" className="mt-8">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="trend" className="text-xl">
          Last {DEFAULT_DAYS} days
        </h2>
        <Link to={more.to} className="py-3">
          {more.label}
        </Link>
      </div>
      <p className="text-ink-2">
        {about} Days in {zoneName(getShop().timeZone)}, amounts in US dollars. Orders in euros count at their dollar prices.
      </p>
      {children}
    </section>
  )
}
