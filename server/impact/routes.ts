import type { FastifyInstance } from 'fastify'
import { impact } from '#contract/impact/impact.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { sendFile } from '#server/platform/http/send-answer.ts'
import { createAddressLimit } from '#server/platform/http/throttle.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { findResult, listMachines } from './impact-results.ts'
import { saveResult } from './save-result.ts'
import { writeReport } from './write-report.ts'

/** Maximum number of results that anonymous visitors of one network may store. */
const RESULTS_PER_NETWORK = { limit: 100, windowMs: DAY_MS }

export function impactRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, impact.machines, async () => {
    const items = await listMachines(deps.db)
    return { items, total: items.length }
  })
  const limit = createAddressLimit(deps, 'impact', RESULTS_PER_NETWORK)
  route(app, impact.save, async ({ actor, body, request }) => {
    if (!actor) await limit(request.ip)
    return saveResult(deps, body, { isAnonymous: !actor })
  })
  route(app, impact.byKey, async ({ params }) => found(await findResult(deps.db, params.key)))

  // takes about 0.1 s to write
  app.get(impact.report.path, { config: { keeps: () => new Set() } }, async (request, reply) => {
    const params = impact.report.params.safeParse(request.params)
    const saved = found(params.success ? await findResult(deps.db, params.data.key) : null)
    const { company } = await readSettings(deps.db)
    const publisher = { shopName: company.name, publicUrl: deps.config.publicUrl }
    const name = `impact-${saved.machine.id.replace(/[^\w-]/g, '')}-${saved.key}.pdf`
    const bytes = await writeReport(saved, publisher)
    reply.header('surrogate-key', 'settings')
    return sendFile(reply, { name, type: 'application/pdf', bytes }, 'public, max-age=3600')
  })
}
