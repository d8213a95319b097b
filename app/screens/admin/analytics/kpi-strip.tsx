import { changeOf, pointsOf } from '#app/features/reporting/words.ts'
import { figure, money } from '#app/lib/format.ts'
import type { Analytics, AnalyticsFigures } from '#contract/reporting/analytics.ts'

type Shown = (value: number) => string

const usd: Shown = (value) => money(value, 'USD')
const share: Shown = (value) => `${value}%`

const KPIS: readonly { key: keyof AnalyticsFigures; label: string; shown: Shown; about: string }[] = [
  { key: 'revenue', label: 'Revenue', shown: usd, about: 'Payments minus refunds' },
  { key: 'ordered', label: 'Ordered', shown: usd, about: 'Without canceled orders' },
  { key: 'orders', label: 'Orders', shown: figure, about: 'Not canceled' },
  { key: 'averageOrder', label: 'Average order', shown: usd, about: 'Ordered value per order' },
  { key: 'units', label: 'Units', shown: figure, about: 'In these orders' },
  { key: 'newCustomers', label: 'New customers', shown: figure, about: 'Placed their first order' },
  { key: 'returningPercent', label: 'Returning buyers', shown: share, about: 'Ordered before' },
  { key: 'conversionPercent', label: 'Conversion', shown: share, about: 'Share of shoppers who ordered' },
  { key: 'refunded', label: 'Refunded', shown: usd, about: 'Returned to buyers' },
  { key: 'savedCalculations', label: 'Saved calculations', shown: figure, about: 'In the impact calculator' },
]

/** The figures of the range side by side, each with what it was in as many days before. */
export function KpiStrip({ figures: { totals, before } }: { figures: Analytics }) {
  return (
    <dl className="kpi-strip max-sm:grid-cols-2">
      {KPIS.map(({ key, label, shown, about }) => {
        const [now, then] = [totals[key], before.totals[key]]
        const change = shown === share ? pointsOf(now, then) : changeOf(now, then)
        return (
          <div key={key} className="max-sm:px-3">
            <dt className="font-medium">{label}</dt>
            <dd className="display-lg/[1.35] tabular-nums wrap-anywhere">{shown(now)}</dd>
            <dd className="text-sm font-medium" data-way={change?.startsWith('+') ? 'up' : change?.startsWith('−') ? 'down' : undefined}>
              {change !== null && `${change}, `}
              <span className="text-ink-2 font-normal">{shown(then)} before</span>
            </dd>
            <dd className="text-sm text-ink-2">{about}</dd>
          </div>
        )
      })}
    </dl>
  )
}
