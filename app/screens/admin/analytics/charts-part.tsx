import { BarChart, Sales } from '#app/features/reporting/charts.tsx'
import type { Series } from '#app/features/reporting/plot.tsx'
import { ShopTable } from '#app/features/reporting/step-table.tsx'
import { figure } from '#app/lib/format.ts'
import type { Analytics, AnalyticsStep } from '#contract/reporting/analytics.ts'

const NEW: Series<AnalyticsStep> = { key: 'newCustomers', name: 'New', of: ({ newCustomers }) => newCustomers, shown: figure }
const RETURNING: Series<AnalyticsStep> = {
  key: 'returning',
  name: 'Returning',
  of: ({ buyers, newCustomers }) => buyers - newCustomers,
  shown: figure,
}

const isEmpty = ({ totals }: Analytics) => totals.orders === 0 && totals.paid === 0 && totals.refunded === 0

/** Everything over time: drawn, and below it as a table. */
export function ChartsPart({ figures }: { figures: Analytics }) {
  if (isEmpty(figures)) return <p className="panel mt-6 p-6">No orders or payments in this period.</p>
  return (
    <section aria-labelledby="over-time" className="mt-8">
      <h2 id="over-time" className="text-xl">
        Over time
      </h2>
      <Charts figures={figures} />
      <ShopTable figures={figures} />
    </section>
  )
}

/** Everything over time as drawings; the table below them says the same. */
function Charts({ figures }: { figures: Analytics }) {
  const { totals } = figures
  return (
    <div className="grid gap-4.5 min-h-75 mt-3 min-[75rem]:grid-cols-2">
      <Sales figures={figures} isWide />
      <BarChart
        title="Buyers"
        label={`Buyers over time, new and returning: ${figure(totals.buyers)} in total, ${figure(totals.newCustomers)} of them new.`}
        figures={figures}
        series={[NEW, RETURNING]}
      />
    </div>
  )
}
