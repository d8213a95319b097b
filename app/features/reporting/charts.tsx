import { figure, money } from '#app/lib/format.ts'
import type { Analytics, AnalyticsStep, OwnAnalytics } from '#contract/reporting/analytics.ts'
import type { DayRange } from '#domain/analytics.ts'
import { Plot, type Series, type Steps } from './plot.tsx'
import { scaleFor } from './scale.ts'
import { axisMoney } from './words.ts'

const usd = (value: number) => money(value, 'USD')
const REVENUE: Series<AnalyticsStep> = { key: 'revenue', name: 'Revenue', of: ({ revenue }) => revenue, shown: usd }
const ORDERED: Series<AnalyticsStep> = { key: 'ordered', name: 'Ordered', of: ({ ordered }) => ordered, shown: usd }
const SOLD: Series<OwnAnalytics['steps'][number]> = { key: 'revenue', name: 'Sold', of: ({ sold }) => sold, shown: usd }
const ORDERS: Series<{ orders: number }> = { key: 'orders', name: 'Orders', of: ({ orders }) => orders, shown: figure }
/** Beyond so many steps the marks of single steps would overlap. */
const MOST_MARKS = 40

/** Money and orders of the shop over time, the money as wide as the page or beside the orders. */
export function Sales({ figures, isWide = false }: { figures: Analytics; isWide?: boolean }) {
  const { totals } = figures
  return (
    <>
      <LineChart
        title="Revenue and ordered value"
        label={`Revenue and ordered value over time: ${usd(totals.revenue)} received, ${usd(totals.ordered)} ordered.`}
        figures={figures}
        series={[ORDERED, REVENUE]}
        markText={axisMoney}
        isWide={isWide}
      />
      <OrderBars figures={figures} orders={totals.orders} />
    </>
  )
}

/** Money and orders of a seller over time. */
export function OwnSales({ figures }: { figures: OwnAnalytics }) {
  const { totals } = figures
  return (
    <>
      <LineChart
        title="Sold"
        label={`Sold over time: ${usd(totals.sold)} in total, before discounts, shipping and tax.`}
        figures={figures}
        series={[SOLD]}
        markText={axisMoney}
        isWide={false}
      />
      <OrderBars figures={figures} orders={totals.orders} />
    </>
  )
}

function OrderBars<Step extends DayRange & { orders: number }>({ figures, orders }: { figures: Steps<Step>; orders: number }) {
  return <BarChart title="Orders" label={`Orders over time, ${figure(orders)} in total.`} figures={figures} series={[ORDERS]} />
}

interface ChartProps<Step extends DayRange> {
  title: string
  label: string
  figures: Steps<Step>
  series: readonly Series<Step>[]
}

/** Line chart over time; lines differ by dashes and marks. */
export function LineChart<Step extends DayRange>({
  figures,
  series,
  markText,
  isWide = true,
  ...words
}: ChartProps<Step> & { markText: (value: number) => string; isWide?: boolean }) {
  const { steps } = figures
  const scale = scaleFor(
    series.flatMap(({ of }) => steps.map(of)),
    false,
  )
  const x = (index: number) => ((index + 0.5) / steps.length) * 100
  return (
    <Plot {...words} figures={figures} series={series} scale={scale} markText={markText} isWide={isWide}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {series.map(({ key, of }) => (
          <polyline key={key} data-series={key} points={steps.map((step, index) => `${x(index)},${100 - scale.at(of(step))}`).join(' ')} />
        ))}
      </svg>
      {steps.length <= MOST_MARKS &&
        series.map(({ key, of }) =>
          steps.map((step, index) => (
            <span
              key={`${key} ${step.from}`}
              className="plot-dot"
              data-series={key}
              style={{ left: `${x(index)}%`, bottom: `${scale.at(of(step))}%` }}
            />
          )),
        )}
    </Plot>
  )
}

/** Counts over time as bars, several of a step on top of each other. */
export function BarChart<Step extends DayRange>({ figures, series, ...words }: ChartProps<Step>) {
  const { steps } = figures
  const scale = scaleFor(
    steps.map((step) => series.reduce((sum, { of }) => sum + of(step), 0)),
    true,
  )
  return (
    <Plot {...words} figures={figures} series={series} scale={scale} markText={figure}>
      <div className="plot-bars absolute inset-0 flex" aria-hidden="true">
        {steps.map((step) => (
          <div key={step.from} className="flex flex-[1_1_0] flex-col-reverse min-w-0">
            {series.map(({ key, of }) => (
              <span key={key} data-series={key} style={{ height: `${scale.at(of(step))}%` }} />
            ))}
          </div>
        ))}
      </div>
    </Plot>
  )
}
