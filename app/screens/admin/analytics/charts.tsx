import { figure, money } from '#app/lib/format.ts'
import type { Analytics, AnalyticsStep } from '#contract/reporting/analytics.ts'
import type { DayRange } from '#domain/analytics.ts'
import { Plot, type Series, type Steps } from './plot.tsx'
import { scaleFor } from './scale.ts'
import { axisMoney } from './words.ts'

const usd = (value: number) => money(value, 'USD')
const REVENUE: Series<AnalyticsStep> = { key: 'revenue', name: 'Revenue', of: ({ revenue }) => revenue, shown: usd }
const ORDERED: Series<AnalyticsStep> = { key: 'ordered', name: 'Ordered', of: ({ ordered }) => ordered, shown: usd }
const ORDERS: Series<AnalyticsStep> = { key: 'orders', name: 'Orders', of: ({ orders }) => orders, shown: figure }
const NEW: Series<AnalyticsStep> = { key: 'newCustomers', name: 'New', of: ({ newCustomers }) => newCustomers, shown: figure }
const RETURNING: Series<AnalyticsStep> = {
  key: 'returning',
  name: 'Returning',
  of: ({ buyers, newCustomers }) => buyers - newCustomers,
  shown: figure,
}

/** Beyond so many steps the marks of single steps would overlap. */
const MOST_MARKS = 40

/** Everything over time as drawings; the table below them says the same. */
export function Charts({ figures }: { figures: Analytics }) {
  const { totals } = figures
  return (
    <div className="grid gap-4.5 min-h-75 mt-3 min-[75rem]:grid-cols-2">
      <Sales figures={figures} />
      <BarChart
        title="Buyers"
        label={`Buyers over time, new and returning: ${figure(totals.buyers)} in total, ${figure(totals.newCustomers)} of them new.`}
        figures={figures}
        series={[NEW, RETURNING]}
      />
    </div>
  )
}

/** Money and orders over time. */
export function Sales({ figures }: { figures: Analytics }) {
  const { totals } = figures
  return (
    <>
      <LineChart
        title="Revenue and ordered value"
        label={`Revenue and ordered value over time: ${usd(totals.revenue)} received, ${usd(totals.ordered)} ordered.`}
        figures={figures}
        series={[ORDERED, REVENUE]}
        markText={axisMoney}
      />
      <BarChart title="Orders" label={`Orders over time, ${figure(totals.orders)} in total.`} figures={figures} series={[ORDERS]} />
    </>
  )
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
  ...words
}: ChartProps<Step> & { markText: (value: number) => string }) {
  const { steps } = figures
  const scale = scaleFor(
    series.flatMap(({ of }) => steps.map(of)),
    false,
  )
  const x = (index: number) => ((index + 0.5) / steps.length) * 100
  return (
    <Plot {...words} figures={figures} series={series} scale={scale} markText={markText} isWide>
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
function BarChart<Step extends DayRange>({ figures, series, ...words }: ChartProps<Step>) {
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
