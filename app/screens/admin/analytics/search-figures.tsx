import { LineChart } from '#app/features/reporting/charts.tsx'
import type { Series } from '#app/features/reporting/plot.tsx'
import { StepTable } from '#app/features/reporting/step-table.tsx'
import { stepTitle } from '#app/features/reporting/words.ts'
import { figure } from '#app/lib/format.ts'
import type { Column } from '#app/ui/row-table.tsx'
import type { Analytics, SearchWeek } from '#contract/reporting/analytics.ts'

const percent = (value: number) => `${value}%`
const TOP: Series<SearchWeek> = {
  key: 'topClicks',
  name: 'Chose one of the first three',
  of: (week) => week.topClicksPercent,
  shown: percent,
}
const NOTHING: Series<SearchWeek> = { key: 'nothing', name: 'Found nothing', of: (week) => week.nothingPercent, shown: percent }
const CORRECTED: Series<SearchWeek> = { key: 'corrected', name: 'Corrected', of: (week) => week.correctedPercent, shown: percent }

const share = (count: number, of: number) => `${figure(count)} (${percent(of)})`

const COLUMNS: readonly Column<SearchWeek>[] = [
  { title: 'Week', cell: stepTitle },
  { title: 'Searches', isAmount: true, cell: ({ searches }) => figure(searches) },
  { title: 'Found nothing', isAmount: true, cell: ({ nothing, nothingPercent }) => share(nothing, nothingPercent) },
  { title: 'Corrected', isAmount: true, cell: ({ corrected, correctedPercent }) => share(corrected, correctedPercent) },
  { title: 'Chose one of the first three', isAmount: true, cell: ({ topClicks, topClicksPercent }) => share(topClicks, topClicksPercent) },
]

/** Searches by week: drawn, and below as a table. */
export function SearchFigures({ searches: { totals, weeks } }: { searches: Analytics['searches'] }) {
  return (
    <section aria-labelledby="searches" className="mt-8">
      <h2 id="searches" className="text-xl">
        Searches by week
      </h2>
      <p className="mt-2 max-w-text text-ink-2">
        Percentages of searches by visitors and customers, in the search dialog and on the results page. Staff searches don't count.
      </p>
      {totals.searches === 0 ? (
        <p className="panel mt-3 p-6">No searches in this period.</p>
      ) : (
        <>
          <div className="mt-3 grid">
            <LineChart
              title={`${figure(totals.searches)} searches`}
              label={`Searches by week, ${figure(totals.searches)} in total: ${percent(totals.nothingPercent)} found nothing, ${percent(totals.correctedPercent)} were corrected, ${percent(totals.topClicksPercent)} led to one of the first three results.`}
              figures={{ steps: weeks, interval: 'week' }}
              series={[TOP, NOTHING, CORRECTED]}
              markText={percent}
            />
          </div>
          <StepTable label="Searches by week" steps={weeks} columns={COLUMNS} />
        </>
      )}
    </section>
  )
}
