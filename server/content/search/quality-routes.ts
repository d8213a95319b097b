import type { FastifyInstance } from 'fastify'
import { searchQuality } from '#contract/content/search-quality.ts'
import { startedQueue } from '#server/catalog/imports/start-import.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { findQuality } from './quality-record.ts'

/** Name of the job that measures the search. */
export const QUALITY_WORK = 'search-quality'

/** Routes of the report on the quality of the search. */
export function qualityRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  route(app, searchQuality.read, async () => {
    const found = await findQuality(db)
    return {
      isMeasuring: deps.queue?.isStarted() === true && (await deps.queue.isBusy(QUALITY_WORK)),
      report: found && { ...found.report, measuredAt: found.measuredAt.toISOString() },
    }
  })
  route(app, searchQuality.measure, async ({ actor, request }) => {
    const jobId = await startedQueue(deps).send(QUALITY_WORK, {}, 'shop')
    await recordAudit(db, { actor, action: 'search.measure', targetType: 'search', targetId: 'quality', requestId: request.id })
    return { jobId }
  })
}
