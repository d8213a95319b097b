import { monthOptions } from '#app/features/payments/documents/months.ts'

const MONTHS = 24
const QUARTERS = 8
const MONTHS_OF_QUARTER = 3

/** Period of a tax return: its months from the first one, such as 2026-11, or 2026-Q4. */
interface PeriodOption {
  value: string
  label: string
}

/** Returns the quarter of a moment and those before it, and its month and those before it, the newest first. */
export function periodOptions(now: Date): { quarters: PeriodOption[]; months: PeriodOption[] } {
  const last = now.getUTCFullYear() * 4 + Math.floor(now.getUTCMonth() / MONTHS_OF_QUARTER)
  const quarters = Array.from({ length: QUARTERS }, (_, back) => {
    const [year, quarter] = [Math.floor((last - back) / 4), ((last - back) % 4) + 1]
    return { value: `${year}-Q${quarter}`, label: `Quarter ${quarter}, ${year}` }
  })
  return { quarters, months: monthOptions(now, MONTHS) }
}

/** Returns the first and the last day of a period. */
export function daysOf(period: string): { from: string; to: string } {
  const [year = '', part = ''] = period.split('-')
  const isQuarter = part.startsWith('Q')
  const first = isQuarter ? (Number(part.slice(1)) - 1) * MONTHS_OF_QUARTER : Number(part) - 1
  const day = (month: number, of: number) => new Date(Date.UTC(Number(year), month, of)).toISOString().slice(0, 10)
  return { from: day(first, 1), to: day(first + (isQuarter ? MONTHS_OF_QUARTER : 1), 0) }
}
