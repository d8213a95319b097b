import { useState } from 'react'
import { Link } from 'react-router'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { lastDays } from '#domain/analytics.ts'
import { Sales } from './charts.tsx'
import { analyticsQuery } from './queries.ts'

const DAYS = 30

/** Money and orders of the last 30 days, drawn by day. */
export default function Trend() {
  const token = useToken((state) => state.token)
  const [range] = useState(() => ({ ...lastDays(new Date(), DAYS, getShop().timeZone), interval: 'day' as const }))
  return (
    <section aria-labelledby="trend" className="mt-8">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="trend" className="text-xl">
          Last {DAYS} days
        </h2>
        <Link to="/admin/analytics" className="py-3">
          Analytics
        </Link>
      </div>
      <Load read={analyticsQuery(token, range)} failure="The figures could not be loaded.">
        {(figures) => (
          <div className="grid gap-4.5 min-h-75 mt-3 min-[75rem]:grid-cols-2">
            <Sales figures={figures} />
          </div>
        )}
      </Load>
    </section>
  )
}
