import type { OnTime } from '#contract/sellers/businesses.ts'

/** How punctual a seller is, with what the figure counts; nothing while there are too few deliveries (D50). */
export function onTimeText({ percent, deliveries }: NonNullable<OnTime>): string {
  return `${percent}% of ${deliveries} deliveries in the last 12 months came by the promised day`
}
