import type { FastifyInstance } from 'fastify'
import { analytics } from '#contract/analytics.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { readAnalytics } from './read-analytics.ts'

/** The shop in figures, for staff. */
export function analyticsRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, analytics.read, ({ query }) => readAnalytics(deps, query))
}
