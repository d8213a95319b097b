import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Queue } from '#server/platform/vendors/queue.ts'

/** Returns the job queue. Refuses `not_ready` until it has started. */
export function startedQueue({ queue }: Pick<Deps, 'queue'>): Queue {
  return queue?.isStarted() ? queue : refuse('not_ready')
}
