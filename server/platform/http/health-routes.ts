import type { FastifyInstance } from 'fastify'
import { health } from '#contract/platform/health.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from './refusal.ts'
import { route } from './route.ts'

/** Time without a sign of life from the embedded database's worker after which the process no longer counts as live. */
const MAX_SILENCE_MS = 60_000

/** Liveness of the process and readiness of the shop, without details. */
export function healthRoutes(app: FastifyInstance, { database }: Deps): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  const isUnlogged = true
  route(
    app,
    health.live,
    () => {
      if ((database.embedded?.silentFor() ?? 0) > MAX_SILENCE_MS) refuse('not_ready')
      return { status: 'live' as const }
    },
    { isUnlogged },
  )
  route(
    app,
    health.ready,
    async ({ reply }) => {
      reply.header('cache-control', 'no-store')
      if (isClosing || !(await database.isReady())) refuse('not_ready')
      return { status: 'ready' as const }
    },
    { isUnlogged },
  )
}
