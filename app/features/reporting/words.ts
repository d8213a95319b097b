import { day, figure } from '#app/lib/format.ts'
import type { DayRange, Interval } from '#domain/analytics.ts'
import { formatAxisDay, formatBriefly, formatMonth } from '#domain/text.ts'

/** A step below a chart: "Mar 4", or "March 2026". */
export function stepLabel({ from }: DayRange, interval: Interval): string {
  return (interval === 'month' ? formatMonth : formatAxisDay)(new Date(from))
}

/** A step in a table: its day, or its first and last. */
export function stepTitle({ from, to }: DayRange): string {
  return from === to ? day(from) : `${day(from)} to ${day(to)}`
}

export const INTERVAL_LABELS: Readonly<Record<Interval, string>> = { day: 'Day', week: 'Week', month: 'Month' }

/** A large amount on an axis: "$12k". */
export const axisMoney = (amount: number): string => `${amount < 0 ? '−' : ''}$${formatBriefly(Math.abs(amount))}`

/** Formats the change of a figure: "+12%", "-3%" or "no change"; null without a base. */
export function changeOf(now: number, before: number): string | null {
  if (now === before) return 'no change'
  if (before <= 0) return null
  const percent = Math.round(((now - before) / before) * 100)
  return percent === 0 ? 'about the same' : `${percent > 0 ? '+' : '−'}${figure(Math.abs(percent))}%`
}

/** Formats the change of a share, in percentage points. */
export function pointsOf(now: number, before: number): string {
  const points = Math.round((now - before) * 10) / 10
  return points === 0 ? 'no change' : `${points > 0 ? '+' : '−'}${Math.abs(points)} points`
}
