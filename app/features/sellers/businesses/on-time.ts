import type { OnTime } from '#contract/sellers/businesses.ts'

/** Describes a seller's punctuality and the number of deliveries it is based on. */
export function onTimeText({ percent, deliveries }: NonNullable<OnTime>): string {
  return `${percent}% of ${deliveries} deliveries in the last 12 months arrived by the promised day`
}
