/** How long one step of a chart is. */
export const INTERVALS = ['day', 'week', 'month'] as const

/** One of `INTERVALS`. */
export type Interval = (typeof INTERVALS)[number]

/** Days that the figures show when nobody asks for others: this many, up to today. */
export const DEFAULT_DAYS = 30

/** The longest range of days that is summed up: five years. */
export const MOST_DAYS = 1827

/** Most steps of a chart; a range of more days needs a longer interval. */
export const MOST_STEPS = 400

/** Days in UTC like 2026-03-04, both included. */
export interface DayRange {
  from: string
  to: string
}

const DAY_MS = 86_400_000

const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Whether a text names a day of the calendar, like 2026-03-04. */
export function isDay(text: string): boolean {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? startOf(text) : Number.NaN
  return !Number.isNaN(ms) && dayAt(ms) === text
}

/** The day `count` days after `day`; before it where `count` is negative. */
export function addDays(day: string, count: number): string {
  return dayAt(startOf(day) + count * DAY_MS)
}

/** How many days a range has. */
export function countDays({ from, to }: DayRange): number {
  return Math.round((startOf(to) - startOf(from)) / DAY_MS) + 1
}

/** The last `days` days, today (of the instant `now`, in UTC) being the last of them. */
export function lastDays(now: Date, days: number): DayRange {
  const to = now.toISOString().slice(0, 10)
  return { from: addDays(to, 1 - days), to }
}

/** As many days as the range has, right before it. */
export function rangeBefore(range: DayRange): DayRange {
  return { from: addDays(range.from, -countDays(range)), to: addDays(range.from, -1) }
}

/** The first day of the step that a day belongs to: itself, the Monday of its week, or the first of its month. */
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

/** The steps of a range without gaps: a week or month that begins before the range, or ends after it, is cut. `key`: its uncut first day. */
export function stepsOf({ from, to }: DayRange, interval: Interval): (DayRange & { key: string })[] {
  const steps: (DayRange & { key: string })[] = []
  for (let key = startOfStep(from, interval); key <= to; key = addDays(endOfStep(key, interval), 1)) {
    const end = endOfStep(key, interval)
    steps.push({ key, from: key < from ? from : key, to: end > to ? to : end })
  }
  return steps
}

/** The interval that fits a range: days up to about three months, weeks up to a year and a half, then months. */
export function intervalFor(range: DayRange): Interval {
  const days = countDays(range)
  return days <= 92 ? 'day' : days <= 550 ? 'week' : 'month'
}
