import type { FastifyInstance } from 'fastify'
import { analytics } from '#contract/reporting/analytics.ts'
import { STEP_LIST } from '#contract/reporting/step-list.ts'
import { inSnapshot } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { exportRoute, fileColumns } from '#server/platform/http/export-route.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { readAnalytics, readAnalyticsSteps, readOwnAnalytics } from './read-analytics.ts'

/** The shop's analytics, for staff, and those of their business for sellers. */
export function analyticsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps
  route(app, analytics.read, ({ query }) => inSnapshot(db, (tx) => readAnalytics(tx, query, now())))
  route(app, analytics.readOwn, ({ actor }) => readOwnAnalytics(db, found(actor.businessId), now()))
  exportRoute(app, deps, analytics.exportSteps, {
    name: 'analytics',
    columns: fileColumns(STEP_LIST),
    all: (tx, { query }) => readAnalyticsSteps(tx, query, now()),
  })
}
