import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { analyticsQuery } from '#app/features/reporting/queries.ts'
import { day } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import type { Analytics } from '#contract/reporting/analytics.ts'
import { zoneName } from '#domain/text.ts'
import { ChartsPart } from './analytics/charts-part.tsx'
import { Funnel } from './analytics/funnel.tsx'
import { KpiStrip } from './analytics/kpi-strip.tsx'
import { RangeBar } from './analytics/range-bar.tsx'
import { rangeOf } from './analytics/range-state.ts'
import { SearchFigures } from './analytics/search-figures.tsx'
import { Shares } from './analytics/shares.tsx'
import { Misses } from './analytics/zero-result-searches.tsx'

export default function AnalyticsScreen() {
  const token = useToken((state) => state.token)
  const [params] = useSearchParams()
  const [today] = useState(() => new Date())
  const state = rangeOf(params, today, getShop().timeZone)
  return (
    <>
      <h1>Analytics</h1>
      <RangeBar key={`${state.range.from} ${state.range.to}`} state={state} />
      <Load read={analyticsQuery(token, state.range)} failure="The figures could not be loaded.">
        {(figures) => <Figures figures={figures} />}
      </Load>
    </>
  )
}

function Figures({ figures }: { figures: Analytics }) {
  const { from, to, before } = figures
  return (
    <>
      <p className="mt-4 text-ink-2">
        {day(from)} to {day(to)} in {zoneName(getShop().timeZone)}, in US dollars. Orders in euros count at their dollar prices. Compared
        with {day(before.from)} to {day(before.to)}.
      </p>
      <KpiStrip figures={figures} />
      <ChartsPart figures={figures} />
      <SearchFigures searches={figures.searches} />
      <div className="grid gap-4.5 mt-6 min-[75rem]:grid-cols-2">
        <Funnel figures={figures} />
        <Shares
          title="Categories"
          label="Category"
          rows={figures.categories.map(({ value, label, ...share }) => ({ ...share, id: value, name: label }))}
          goods={figures.totals.goods}
        />
        <Shares
          title="Top products"
          label="Product"
          rows={figures.products.top.map(({ slug, ...row }) => ({ ...row, href: `/products/${slug}` }))}
          rest={figures.products.rest}
          goods={figures.totals.goods}
        />
        <Shares
          title="Top businesses"
          label="Business"
          rows={figures.businesses.top.map((row) => ({ ...row, href: `/admin/orders?businessId=${row.id}` }))}
          rest={figures.businesses.rest}
          goods={figures.totals.goods}
        />
        <Misses misses={figures.misses} />
      </div>
    </>
  )
}
