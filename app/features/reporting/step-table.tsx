import { columnsOf } from '#app/features/kit/grid/list-columns.tsx'
import { figure, money } from '#app/lib/format.ts'
import { type Column, RowTable } from '#app/ui/row-table.tsx'
import type { Analytics, AnalyticsStep, OwnAnalytics } from '#contract/reporting/analytics.ts'
import { STEP_LIST } from '#contract/reporting/step-list.ts'
import type { DayRange } from '#domain/analytics.ts'
import { stepTitle } from './words.ts'

const inUsd = (key: 'revenue' | 'refunded' | 'ordered' | 'averageOrder') => (step: AnalyticsStep) => money(step[key], 'USD')

const COLUMNS: readonly Column<AnalyticsStep>[] = columnsOf(STEP_LIST, {
  days: stepTitle,
  revenue: inUsd('revenue'),
  refunded: inUsd('refunded'),
  ordered: inUsd('ordered'),
  averageOrder: inUsd('averageOrder'),
  returningPercent: ({ returningPercent }) => `${returningPercent}%`,
})

/** Figures of the shop's charts as a table, newest first. */
export const ShopTable = ({ figures }: { figures: Analytics }) => (
  <StepTable label="Figures over time" steps={figures.steps} columns={COLUMNS} />
)

type OwnStep = OwnAnalytics['steps'][number]

const OWN_COLUMNS: readonly Column<OwnStep>[] = [
  { title: 'Day', cell: stepTitle },
  { title: 'Sold', isAmount: true, cell: ({ sold }) => money(sold, 'USD') },
  { title: 'Orders', isAmount: true, cell: ({ orders }) => figure(orders) },
  { title: 'Units', isAmount: true, cell: ({ units }) => figure(units) },
]

/** Figures of a seller's charts as a table, newest first. */
export const OwnTable = ({ figures }: { figures: OwnAnalytics }) => (
  <StepTable label="Figures over time" steps={figures.steps} columns={OWN_COLUMNS} />
)

interface StepTableProps<Step> {
  label: string
  steps: readonly Step[]
  columns: readonly Column<Step>[]
}

/** Table of what a chart draws, newest first, closed at first. */
export function StepTable<Step extends DayRange>({ label, steps, columns }: StepTableProps<Step>) {
  return (
    <details className="mt-3">
      <summary className="flex items-center w-fit min-h-11 text-blue font-medium underline cursor-pointer">Show as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section aria-label={label} tabIndex={0} className="max-h-[34rem] overflow-auto">
        <RowTable label={label} columns={columns} rows={steps.toReversed()} keyOf={({ from }) => from} />
      </section>
    </details>
  )
}
