import type { Read } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Analytics, OwnAnalytics } from '#contract/reporting/analytics.ts'
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

/** The last 30 days of the caller's business in figures. */
export const ownAnalyticsQuery = (token: string | null): Read<OwnAnalytics> => ({
  queryKey: [...officeKey(token), 'own-analytics'],
  read: (api, signal) => api.analytics.readOwn({ signal }),
  staleTime: 0,
})
