import { lazy, Suspense } from 'react'
import type { Analytics } from '#contract/analytics.ts'
import { StepTable } from './step-table.tsx'

/** The drawing of charts is heavy: it comes only with this screen, after the figures. */
const Charts = lazy(() => import('./charts.tsx'))

const isEmpty = ({ totals }: Analytics) => totals.orders === 0 && totals.paid === 0 && totals.refunded === 0

/** Everything over time: drawn, and beside it as a table. */
export function ChartsPart({ figures }: { figures: Analytics }) {
  if (isEmpty(figures)) return <p className="panel mt-6 p-6">Nothing was ordered or paid in these days.</p>
  return (
    <section aria-labelledby="over-time" className="mt-8">
      <h2 id="over-time" className="text-xl">
        Over time
      </h2>
      <Suspense fallback={<div className="chart-grid" aria-busy="true" />}>
        <Charts figures={figures} />
      </Suspense>
      <StepTable figures={figures} />
    </section>
  )
}
