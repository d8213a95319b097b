import type { FastifyInstance } from 'fastify'
import { health } from '#contract/platform/health.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import type { Queue } from '#server/platform/outbox.ts'
import { readDetails } from './read-details.ts'
import { watchReadiness } from './watch-readiness.ts'

/** Time without a sign of life from the embedded database's worker after which the process no longer counts as live. */
const MAX_SILENCE_MS = 60_000

/**
 * Liveness of the process and readiness of the shop, without details; details for those who run it.
 * @param queues all messages of the outbox
 */
export function healthRoutes(app: FastifyInstance, deps: Deps, queues: readonly Queue[]): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  const readiness = watchReadiness(deps, () => isClosing)
  const isUnlogged = true
  route(
    app,
    health.live,
    ({ reply }) => {
      reply.header('cache-control', 'no-store')
      if ((deps.database.embedded?.silentFor() ?? 0) > MAX_SILENCE_MS) refuse('not_ready')
      return { status: 'live' as const }
    },
    { isUnlogged },
  )
  route(
    app,
    health.ready,
    async ({ reply }) => {
      reply.header('cache-control', 'no-store')
      if (isClosing || !(await readiness.look()).isReady) refuse('not_ready')
      return { status: 'ready' as const }
    },
    { isUnlogged },
  )
  route(
    app,
    health.details,
    async ({ request }) => ({
      ...(await readDetails(deps, readiness, queues)),
      client: { address: request.ip, protocol: request.protocol === 'https' ? ('https' as const) : ('http' as const) },
    }),
    { isUnlogged },
  )
}
