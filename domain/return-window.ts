import { returnDays } from './returns.ts'
import { addDays, dayOf } from './time.ts'

/**
 * Returns the last day, as `2026-03-04` in the zone of the shop, on which a return of products of a category can be requested after their
 * delivery.
 */
export function lastReturnDay(deliveredAt: Date, category: string, timeZone: string): string {
  return addDays(dayOf(deliveredAt, timeZone), returnDays(category))
}

/** Says whether a day, as `lastReturnDay` gives it, is not over yet at that moment. */
export function isStillOpen(lastDay: string, now: Date, timeZone: string): boolean {
  return dayOf(now, timeZone) <= lastDay
}
