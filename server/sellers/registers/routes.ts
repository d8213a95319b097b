import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { REGISTER_LIST } from '#contract/sellers/register-list.ts'
import { registers } from '#contract/sellers/registers.ts'
import type { Deps } from '#server/platform/deps.ts'
import { requireUnsuspended } from '#server/platform/http/actor.ts'
import { exportRoute, fileColumns } from '#server/platform/http/export-route.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { checkRegistration } from './check-registration.ts'
import { presentForStaff, readScope } from './present-registers.ts'
import { countRegistrations, listRegistrations } from './registration-list.ts'
import { readOwnRegisters, saveRegisters } from './save-registers.ts'

/** Numbers of sellers in registers of producers. */
export function registerRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps
  route(app, registers.ofBusiness, ({ actor }) => readOwnRegisters(deps, found(actor.businessId)))
  route(
    app,
    registers.saveOfBusiness,
    ({ actor, body, request }) => saveRegisters(deps, { actor, requestId: request.id }, found(actor.businessId), body),
    { requires: requireUnsuspended },
  )
  route(app, registers.list, async ({ query }) => {
    const { page = 1, limit = PAGE_LIMIT } = query
    const scope = await readScope(db, now())
    const rows = await listRegistrations(db, scope, query, { limit, offset: (page - 1) * limit })
    return { items: rows.map(presentForStaff), total: await countRegistrations(db, scope, query) }
  })
  exportRoute(app, deps, registers.exportAll, {
    name: 'producer-registers',
    columns: fileColumns(REGISTER_LIST),
    all: async (tx, { query }) => (await listRegistrations(tx, await readScope(tx, now()), query)).map(presentForStaff),
  })
  route(app, registers.check, ({ actor, params, body, request }) =>
    checkRegistration(deps, actor, { ...body, id: params.id, version: body.version, requestId: request.id }),
  )
}
