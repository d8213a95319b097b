import type { FastifyInstance } from 'fastify'
import { impact } from '#contract/impact.ts'
import type { Deps } from '#server/deps.ts'
import { found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { readSettings } from '#server/settings/repository.ts'
import { findResult, listMachines } from './repository.ts'
import { saveResult } from './save-result.ts'
import { writeReport } from './write-report.ts'

/** The impact calculator: its machines, and results that people share. */
export function impactRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, impact.machines, async () => {
    const items = await listMachines(deps.db)
    return { items, total: items.length }
  })
  route(app, impact.save, ({ body }) => saveResult(deps, body))
  route(app, impact.byKey, async ({ params }) => found(await findResult(deps.db, params.key)))

  app.get(impact.report.path, async (request, reply) => {
    const params = impact.report.params.safeParse(request.params)
    const saved = found(params.success ? await findResult(deps.db, params.data.key) : null)
    const { company } = await readSettings(deps.db)
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `attachment; filename="impact-${saved.machine.id.replace(/[^\w-]/g, '')}-${saved.key}.pdf"`)
      .header('cache-control', 'public, max-age=3600')
      .send(await writeReport(saved, { shopName: company.name, publicUrl: deps.config.publicUrl }))
  })
}
