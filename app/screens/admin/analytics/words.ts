import { day } from '#app/lib/format.ts'
import type { DayRange, Interval } from '#domain/analytics.ts'

const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** A step below a chart: "Mar 4", or "Mar 2026". */
export function stepLabel({ from }: DayRange, interval: Interval): string {
  return (interval === 'month' ? month : short).format(new Date(from))
}

/** A step in a table: its day, or its first and last. */
export function stepTitle({ from, to }: DayRange): string {
  return from === to ? day(from) : `${short.format(new Date(from))} to ${day(to)}`
}

export const INTERVAL_LABELS: Readonly<Record<Interval, string>> = { day: 'Days', week: 'Weeks', month: 'Months' }

/** A large amount on an axis: "$12k". */
export const axisMoney = (amount: number): string =>
  `${amount < 0 ? '-' : ''}$${new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 }).format(Math.abs(amount))}`

/** Formats the change of a figure: "+12%", "-3%", "as before", or "none before" without a base. */
export function changeOf(now: number, before: number): string {
  if (now === before) return 'as before'
  if (before <= 0) return 'none before'
  const percent = Math.round(((now - before) / before) * 100)
  return percent === 0 ? 'nearly as before' : `${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString('en-US')}%`
}

/** Formats the change of a share, in percentage points. */
export function pointsOf(now: number, before: number): string {
  const points = Math.round((now - before) * 10) / 10
  return points === 0 ? 'as before' : `${points > 0 ? '+' : '−'}${Math.abs(points)} points`
}
