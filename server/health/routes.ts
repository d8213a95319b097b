import type { FastifyInstance } from 'fastify'
import { health } from '#contract/health.ts'
import type { Deps } from '#server/deps.ts'
import { refuse } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { isDatabaseReady } from './repository.ts'

/** Health of the process and of the shop; no detail for strangers. */
export function healthRoutes(app: FastifyInstance, deps: Deps): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  route(app, health.live, () => ({ status: 'live' as const }))
  route(app, health.ready, async ({ reply }) => {
    reply.header('cache-control', 'no-store')
    if (isClosing || !(await isDatabaseReady(deps.db))) refuse('not_ready')
    return { status: 'ready' as const }
  })
}
