import { recordAudit } from '#server/platform/audit.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { startedQueue } from '#server/platform/jobs/started-queue.ts'
import { findJob } from './job-list.ts'

/** Enqueues a failed job again. Refuses `job_not_failed`. */
export async function retryJob(
  deps: Deps,
  id: string,
  actor: { userId: string; name: string; role: string },
  requestId: string,
): Promise<{ ok: true }> {
  const queue = startedQueue(deps)
  const job = found(await findJob(deps.db, id))
  if (job.state !== 'failed') refuse('job_not_failed')
  await queue.retry(job.kind, id)
  await recordAudit(deps.db, {
    actor,
    action: 'job.retry',
    targetType: 'job',
    targetId: id,
    before: { state: job.state },
    after: { kind: job.kind, state: 'waiting' },
    requestId,
  })
  return { ok: true }
}
