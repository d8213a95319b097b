import { formatMonth } from '#domain/text.ts'

/**
 * Returns the month of a time of the shop's clock and those before it, the newest first, as options: 2026-11 with the label "November
 * 2026".
 */
export function monthOptions(now: Date, count: number): { value: string; label: string }[] {
  return Array.from({ length: count }, (_, back) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
    return { value: month.toISOString().slice(0, 7), label: formatMonth(month) }
  })
}
