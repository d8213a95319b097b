/** Milliseconds of a minute. */
export const MINUTE_MS = 60_000
/** Milliseconds of an hour. */
export const HOUR_MS = 60 * MINUTE_MS
/** Milliseconds of a day in UTC. */
export const DAY_MS = 24 * HOUR_MS

/** Time zone of a shop that has chosen none. */
export const DEFAULT_TIME_ZONE = 'UTC'

/** Formats of wall clocks by their zone: making one takes a hundred times as long as using it. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  })
  clocks.set(timeZone, clock)
  return clock
}

/** Returns whether a text names a time zone (IANA), such as America/Chicago; offsets such as +05:00 are none. */
export function isTimeZone(name: string): boolean {
  if (name === DEFAULT_TIME_ZONE) return true
  if (!/^[A-Z]\w*\/\w[\w+-]*(\/\w[\w+-]*)?$/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}

/** Lists the time zones that can be chosen, UTC first. */
export function listTimeZones(): string[] {
  return [DEFAULT_TIME_ZONE, ...Intl.supportedValuesOf('timeZone').filter((name) => name !== DEFAULT_TIME_ZONE)]
}

/** Returns a moment as the wall clock of a zone shows it, as if it were UTC. */
export function wallClock(at: Date, timeZone: string): Date {
  if (timeZone === DEFAULT_TIME_ZONE || Number.isNaN(at.getTime())) return at
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type))
  const year = parts.get('era') === 'BC' ? 1 - of('year') : of('year')
  const shown = new Date(0)
  shown.setUTCFullYear(year, of('month') - 1, of('day'))
  shown.setUTCHours(of('hour'), of('minute'), of('second'), at.getUTCMilliseconds())
  return shown
}

/** Returns true for a valid calendar day such as 2026-03-04. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text
}

/** Returns the day `count` days after `day`; before it if `count` is negative. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the day of a moment in a zone, such as 2026-03-04. */
export function dayOf(at: Date, timeZone: string): string {
  return wallClock(at, timeZone).toISOString().slice(0, 10)
}

/**
 * Returns the first moment at which the wall clock of a zone shows `shown`, a time as if it were UTC, or a later one: some hours are left
 * out when clocks change.
 */
export function momentOf(shown: Date, timeZone: string): Date {
  const wanted = shown.getTime()
  const shows = (at: number) => wallClock(new Date(at), timeZone).getTime()
  // the offsets before and after a change of clocks, if there is one in these two days
  const guesses = [wanted - DAY_MS, wanted + DAY_MS].map((at) => wanted - (shows(at) - at)).sort((one, other) => one - other)
  const exact = guesses.find((at) => shows(at) === wanted)
  if (exact !== undefined) return new Date(exact)
  let [before, after] = [(guesses[0] ?? wanted) - DAY_MS, (guesses[1] ?? wanted) + DAY_MS]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (shows(middle) < wanted) before = middle
    else after = middle
  }
  return new Date(after)
}

/** Returns the first moment of a day in a zone: its midnight, or where clocks leave that out, the first moment after it. */
export function startOfDay(day: string, timeZone: string): Date {
  return momentOf(new Date(`${day}T00:00:00Z`), timeZone)
}

/** Returns the first moment after a day in a zone. */
export function endOfDay(day: string, timeZone: string): Date {
  return momentOf(new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS), timeZone)
}

/** Returns the first day of a month such as 2026-03, and that of the next one. */
export function daysOfMonth(month: string): { from: string; before: string } {
  return { from: `${month}-01`, before: `${addDays(`${month}-01`, 31).slice(0, 7)}-01` }
}

/** Returns the first moment of a month in a zone, and the first one after it. */
export function monthSpan(month: string, timeZone: string): { from: Date; before: Date } {
  const { from, before } = daysOfMonth(month)
  return { from: startOfDay(from, timeZone), before: startOfDay(before, timeZone) }
}

const LOCAL = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?)?$/
const ZONED = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/
const LAST_YEAR = 9999

/**
 * Reads a moment that was typed, as ISO 8601; null: it is none. Without an offset it is of the wall clock of a zone, and a day alone
 * begins there with it, or with `isEnd` ends with it.
 */
export function readMoment(text: string, { isEnd, timeZone }: { isEnd: boolean; timeZone: string }): string | null {
  if (!LOCAL.test(text) && !ZONED.test(text)) return null
  if (!isDay(text.slice(0, 10))) return null
  if (text.length === 10) return isoOf(isEnd ? endOfDay(text, timeZone) : startOfDay(text, timeZone))
  const at = new Date(ZONED.test(text) ? text.replace(' ', 'T') : `${text.replace(' ', 'T')}Z`)
  return isoOf(ZONED.test(text) ? at : momentOf(at, timeZone))
}

const isoOf = (at: Date): string | null => (Number.isNaN(at.getTime()) || at.getUTCFullYear() > LAST_YEAR ? null : at.toISOString())

/** Writes a moment for a date-and-time field, by the wall clock of a zone: '2026-03-04T14:05'. */
export const wallTime = (at: Date, timeZone: string): string => wallClock(at, timeZone).toISOString().slice(0, 16)
