import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { OFFER_LIST, REGISTER_LIST } from '#contract/sellers/register-list.ts'
import { registers } from '#contract/sellers/registers.ts'
import type { Deps } from '#server/platform/deps.ts'
import { requireUnsuspended } from '#server/platform/http/actor.ts'
import { exportRoute, fileColumns } from '#server/platform/http/export-route.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { sendFile } from '#server/platform/http/send-answer.ts'
import { checkRegistration } from './check-registration.ts'
import { importNumbers, writeNumbers } from './import-numbers.ts'
import { presentForStaff, readScope } from './present-registers.ts'
import { countRegistrations, listOffers, listRegistrations } from './registration-list.ts'
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
  route(app, registers.exportOfBusiness, async ({ actor, reply }) => {
    const { registrations } = await readOwnRegisters(deps, found(actor.businessId))
    return sendFile(reply, { type: 'text/csv; charset=utf-8', name: 'register-numbers.csv', bytes: writeNumbers(registrations) })
  })
  route(
    app,
    registers.importOfBusiness,
    ({ actor, body, request }) => importNumbers(deps, { actor, requestId: request.id }, found(actor.businessId), body),
    { requires: requireUnsuspended },
  )
  exportRoute(app, deps, registers.exportOffers, {
    name: 'offers-by-country',
    columns: fileColumns(OFFER_LIST),
    all: async (tx) => listOffers(tx, await readScope(tx, now())),
  })
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
