import { addDays, DAY_MS, dayOf } from './time.ts'

/** Lengths of a chart's steps. */
export const INTERVALS = ['day', 'week', 'month'] as const

export type Interval = (typeof INTERVALS)[number]

/** Default range of the figures, up to today. */
export const DEFAULT_DAYS = 30

/** Maximum range, five years. */
export const MAX_DAYS = 1827

/** Maximum steps of a chart; a longer range needs a longer interval. */
export const MAX_STEPS = 400

/** Days such as 2026-03-04, both inclusive. */
export interface DayRange {
  from: string
  to: string
}

const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Returns the number of days in a range. */
export function countDays({ from, to }: DayRange): number {
  return Math.round((startOf(to) - startOf(from)) / DAY_MS) + 1
}

/** Returns the last `days` days of a zone up to today. */
export function lastDays(now: Date, days: number, timeZone: string): DayRange {
  const to = dayOf(now, timeZone)
  return { from: addDays(to, 1 - days), to }
}

/** Returns the preceding range of the same length. */
export function rangeBefore(range: DayRange): DayRange {
  return { from: addDays(range.from, -countDays(range)), to: addDays(range.from, -1) }
}

/** Returns the first day of the step of a day: itself, the Monday of its week, or the first of its month. */
export function startOfStep(day: string, interval: Interval): string {
  if (interval === 'month') return `${day.slice(0, 8)}01`
  if (interval === 'day') return day
  return addDays(day, -((new Date(startOf(day)).getUTCDay() + 6) % 7))
}

function endOfStep(start: string, interval: Interval): string {
  if (interval === 'day') return start
  if (interval === 'week') return addDays(start, 6)
  return dayAt(Date.UTC(Number(start.slice(0, 4)), Number(start.slice(5, 7)), 0))
}

/** Returns the steps of a range without gaps; weeks and months at its ends are cut. `key` is their uncut first day. */
export function stepsOf({ from, to }: DayRange, interval: Interval): (DayRange & { key: string })[] {
  const steps: (DayRange & { key: string })[] = []
  for (let key = startOfStep(from, interval); key <= to; key = addDays(endOfStep(key, interval), 1)) {
    const end = endOfStep(key, interval)
    steps.push({ key, from: key < from ? from : key, to: end > to ? to : end })
  }
  return steps
}

/** Returns the interval that fits a range: days up to about three months, weeks up to a year and a half, then months. */
export function intervalFor(range: DayRange): Interval {
  const days = countDays(range)
  return days <= 92 ? 'day' : days <= 550 ? 'week' : 'month'
}
