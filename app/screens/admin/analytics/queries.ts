import type { Read } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Analytics } from '#contract/reporting/analytics.ts'
import type { Interval } from '#domain/analytics.ts'

/** Days of the shop, both included; `interval` absent: the one that fits them. */
export interface AnalyticsRange {
  from: string
  to: string
  interval?: Interval
}

/** The shop in figures. */
export const analyticsQuery = (token: string | null, range: AnalyticsRange): Read<Analytics> => ({
  queryKey: [...officeKey(token), 'analytics', range],
  read: (api, signal) => api.analytics.read({ query: range, signal }),
  staleTime: 0,
})
