import type { AnalyticsRange } from '#app/features/reporting/queries.ts'
import { countDays, INTERVALS, type Interval, lastDays, MAX_DAYS } from '#domain/analytics.ts'
import { isDay } from '#domain/time.ts'

/** Ranges that end today, by their number of days. */
export const PRESETS = [
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: '12 months' },
] as const

const USUAL = 30

/** Period in the address. `days`: the preset; null for a custom period. */
export interface RangeState {
  days: number | null
  range: AnalyticsRange
}

/** Reads the range from the address; what makes no sense there counts as nothing: the last 30 days. */
export function rangeOf(params: URLSearchParams, now: Date, timeZone: string): RangeState {
  const interval = INTERVALS.find((each) => each === params.get('interval'))
  const more = interval ? { interval } : {}
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  if (isDay(from) && isDay(to) && from <= to && countDays({ from, to }) <= MAX_DAYS) return { days: null, range: { from, to, ...more } }
  const days = PRESETS.find((preset) => String(preset.days) === params.get('days'))?.days ?? USUAL
  return { days, range: { ...lastDays(now, days, timeZone), ...more } }
}

/** The address of a preset, or of days of one's own; an interval stays only where it still fits. */
export function addressOf(wanted: { days: number } | { from: string; to: string }, interval: Interval | undefined): string {
  const params = new URLSearchParams()
  if ('from' in wanted) {
    params.set('from', wanted.from)
    params.set('to', wanted.to)
  } else if (wanted.days !== USUAL) params.set('days', String(wanted.days))
  if (interval) params.set('interval', interval)
  return params.size > 0 ? `/admin/analytics?${params}` : '/admin/analytics'
}

/** Returns the error of a custom period; null if it is valid. */
export function checkDays(from: string, to: string): string | null {
  if (!isDay(from) || !isDay(to)) return 'Please choose both days'
  if (from > to) return "The first day can't be after the last day"
  return countDays({ from, to }) > MAX_DAYS ? 'Please choose a range of at most five years' : null
}
