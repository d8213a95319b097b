import { OwnSales } from '#app/features/reporting/charts.tsx'
import { ownAnalyticsQuery } from '#app/features/reporting/queries.ts'
import { OwnTable } from '#app/features/reporting/step-table.tsx'
import { TrendPart } from '#app/features/reporting/trend-part.tsx'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'

/** Sales and orders of the caller's business in the last 30 days, drawn by day. */
export default function OwnTrend() {
  const token = useToken((state) => state.token)
  return (
    <TrendPart about="Before discounts, shipping and tax." more={{ to: '/business/earnings', label: 'Earnings' }}>
      <Load read={ownAnalyticsQuery(token)} failure="Your figures could not be loaded.">
        {(figures) => (
          <>
            <div className="grid gap-4.5 min-h-75 mt-3 min-[75rem]:grid-cols-2">
              <OwnSales figures={figures} />
            </div>
            <OwnTable figures={figures} />
          </>
        )}
      </Load>
    </TrendPart>
  )
}
