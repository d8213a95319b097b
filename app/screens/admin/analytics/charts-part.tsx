import type { Analytics } from '#contract/reporting/analytics.ts'
import { Charts } from './charts.tsx'
import { StepTable } from './step-table.tsx'

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
      <StepTable figures={figures} />
    </section>
  )
}
