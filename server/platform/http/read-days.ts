import { DAY_MS, startOfDay } from '#domain/time.ts'
import { refuseField } from './refusal.ts'

/** Days of a query in UTC, both included; absent: no limit. */
interface Days {
  from?: string | undefined
  to?: string | undefined
}

/** Returns the first instant of `from` and the first after `to`. @throws the refusal of a day that does not exist */
export function spanOf({ from, to }: Days): { from: Date | undefined; before: Date | undefined } {
  const last = startOf('to', to)
  return { from: startOf('from', from), before: last && new Date(last.getTime() + DAY_MS) }
}

function startOf(field: keyof Days, day: string | undefined): Date | undefined {
  if (day === undefined) return undefined
  return startOfDay(day) ?? refuseField(field, 'Please give a date like 2026-03-04')
}
