import { endOfDay, isDay, startOfDay } from '#domain/time.ts'
import { refuseField } from './refusal.ts'

/** Days of a query, both included; absent: no limit. */
interface Days {
  from?: string | undefined
  to?: string | undefined
}

/** Returns the first instant of `from` and the first after `to`, as days of a zone. @throws the refusal of a day that does not exist */
export function spanOf({ from, to }: Days, timeZone: string): { from: Date | undefined; before: Date | undefined } {
  return {
    from: from === undefined ? undefined : startOfDay(requireDay('from', from), timeZone),
    before: to === undefined ? undefined : endOfDay(requireDay('to', to), timeZone),
  }
}

const requireDay = (field: keyof Days, day: string): string =>
  isDay(day) ? day : refuseField(field, 'Please enter a date like 2026-03-04')
