import { returnDays } from './returns.ts'
import { DAY_MS } from './time.ts'

/** Returns the last day, as `2026-03-04` in UTC, on which a return of products of a category can be requested after their delivery. */
export function lastReturnDay(deliveredAt: Date, category: string): string {
  return new Date(deliveredAt.getTime() + returnDays(category) * DAY_MS).toISOString().slice(0, 10)
}

/** Says whether a day, as `lastReturnDay` gives it, is not over yet at that moment. */
export function isStillOpen(lastDay: string, now: Date): boolean {
  return now.toISOString().slice(0, 10) <= lastDay
}
