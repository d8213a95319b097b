import type { FastifyInstance } from 'fastify'
import { jobs } from '#contract/reporting/jobs.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { findJob, listJobs, listSchedules } from './job-list.ts'
import { retryJob } from './retry-job.ts'

const PAGE = 25

/** Background jobs, for staff. */
export function jobRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps
  route(app, jobs.list, ({ query: { page = 1, limit = PAGE, ...filter } }) =>
    listJobs(db, { ...filter, limit, offset: (page - 1) * limit }),
  )
  route(app, jobs.schedules, () => listSchedules(db, now()))
  route(app, jobs.retry, ({ actor, params, request }) => retryJob(deps, params.id, actor, request.id), {
    exists: async ({ params }) => (await findJob(db, params.id)) !== null,
  })
}
