import type { FastifyInstance } from 'fastify'
import { type AnalyticsStep, analytics } from '#contract/reporting/analytics.ts'
import { inSnapshot } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type ExportColumn, exportRoute } from '#server/platform/http/export-route.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { readAnalytics, readAnalyticsSteps, readOwnAnalytics } from './read-analytics.ts'

const COLUMNS: readonly ExportColumn<AnalyticsStep>[] = [
  { title: 'From', value: ({ from }) => from, width: 12 },
  { title: 'To', value: ({ to }) => to, width: 12 },
  { title: 'Revenue (USD)', value: ({ revenue }) => revenue },
  { title: 'Paid (USD)', value: ({ paid }) => paid },
  { title: 'Refunded (USD)', value: ({ refunded }) => refunded },
  { title: 'Refunds', value: ({ refunds }) => refunds },
  { title: 'Ordered (USD)', value: ({ ordered }) => ordered },
  { title: 'Orders', value: ({ orders }) => orders },
  { title: 'Units', value: ({ units }) => units },
  { title: 'Average order (USD)', value: ({ averageOrder }) => averageOrder },
  { title: 'Buyers', value: ({ buyers }) => buyers },
  { title: 'New customers', value: ({ newCustomers }) => newCustomers },
  { title: 'Returning buyers (%)', value: ({ returningPercent }) => returningPercent },
]

/** The shop's analytics, for staff, and those of their business for sellers. */
export function analyticsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps
  route(app, analytics.read, ({ query }) => inSnapshot(db, (tx) => readAnalytics(tx, query, now())))
  route(app, analytics.readOwn, ({ actor }) => readOwnAnalytics(db, found(actor.businessId), now()))
  exportRoute(app, deps, analytics.exportSteps, {
    name: 'analytics',
    columns: COLUMNS,
    all: (tx, { query }) => readAnalyticsSteps(tx, query, now()),
  })
}
