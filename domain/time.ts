/** Milliseconds of a minute. */
export const MINUTE_MS = 60_000
/** Milliseconds of an hour. */
export const HOUR_MS = 60 * MINUTE_MS
/** Milliseconds of a day in UTC. */
export const DAY_MS = 24 * HOUR_MS

/** Returns the first instant of a day like 2026-03-04 in UTC; null if there is no such day. */
export function startOfDay(day: string): Date | null {
  const start = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day) ? start : null
}
