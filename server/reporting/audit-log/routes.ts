import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { PAGE_LIMIT } from '#contract/common.ts'
import { audit } from '#contract/reporting/audit.ts'
import { AUDIT_LIST } from '#contract/reporting/audit-list.ts'
import type { Deps } from '#server/platform/deps.ts'
import { exportRoute, fileColumns } from '#server/platform/http/export-route.ts'
import { spanOf } from '#server/platform/http/read-days.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { readTimeZone } from '#server/platform/settings/setting-groups.ts'
import { countEntries, findEntry, listActions, listEntries, listEntryIds, listStaff, listTargetTypes } from './audit-entries.ts'
import { presentEntries } from './present-entry.ts'

/** The audit log, for super admins. */
export function auditLogRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  type Query = Omit<z.output<NonNullable<typeof audit.list.query>>, 'page' | 'limit'>
  const filterOf = async ({ from, to, ...filter }: Query) => ({ ...filter, ...spanOf({ from, to }, await readTimeZone(db)) })

  route(app, audit.list, async ({ query: { page = 1, limit = PAGE_LIMIT, ...query } }) => {
    const filter = await filterOf(query)
    const rows = await listEntries(db, filter, { limit, offset: (page - 1) * limit })
    return { items: await presentEntries(db, rows), total: await countEntries(db, filter) }
  })
  exportRoute(app, deps, audit.export, {
    name: 'audit-log',
    columns: fileColumns(AUDIT_LIST),
    ids: async ({ query: { page: _page, limit: _limit, format: _format, ...query } }) => listEntryIds(db, await filterOf(query)),
    rows: async (tx, _caller, part) => presentEntries(tx, await listEntries(tx, {}, part)),
  })
  route(app, audit.byId, async ({ params }) => found((await presentEntries(db, [found(await findEntry(db, params.id))]))[0]), {
    exists: async ({ params }) => (await findEntry(db, params.id)) !== null,
  })
  route(app, audit.facets, async () => ({
    actions: await listActions(db),
    targetTypes: await listTargetTypes(db),
    staff: await listStaff(db),
  }))
}
