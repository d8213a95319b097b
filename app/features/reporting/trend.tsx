import { useState } from 'react'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { DEFAULT_DAYS, lastDays } from '#domain/analytics.ts'
import { Sales } from './charts.tsx'
import { analyticsQuery } from './queries.ts'
import { ShopTable } from './step-table.tsx'
import { TrendPart } from './trend-part.tsx'

/** Money and orders of the shop in the last 30 days, drawn by day. */
export default function Trend() {
  const token = useToken((state) => state.token)
  const [range] = useState(() => ({ ...lastDays(new Date(), DEFAULT_DAYS, getShop().timeZone), interval: 'day' as const }))
  return (
    <TrendPart more={{ to: '/admin/analytics', label: 'Analytics' }}>
      <Load read={analyticsQuery(token, range)} failure="The figures could not be loaded.">
        {(figures) => (
          <>
            <div className="grid gap-4.5 min-h-75 mt-3 min-[75rem]:grid-cols-2">
              <Sales figures={figures} />
            </div>
            <ShopTable figures={figures} />
          </>
        )}
      </Load>
    </TrendPart>
  )
}
