import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { PAGE_LIMIT } from '#contract/common.ts'
import { type AuditRecord, audit } from '#contract/reporting/audit.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type ExportColumn, exportRoute } from '#server/platform/http/export-route.ts'
import { spanOf } from '#server/platform/http/read-days.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { readTimeZone } from '#server/platform/settings/setting-groups.ts'
import { countEntries, findEntry, listActions, listEntries, listEntryIds, listStaff, listTargetTypes } from './audit-entries.ts'
import { presentEntries } from './present-entry.ts'

const COLUMNS: readonly ExportColumn<AuditRecord>[] = [
  { title: 'When', value: ({ at }) => at, width: 26 },
  { title: 'Who', value: ({ actorName }) => actorName },
  { title: 'Role', value: ({ actorRole }) => actorRole },
  { title: 'Action', value: ({ action }) => action },
  { title: 'Object', value: ({ targetType }) => targetType },
  { title: 'Object id', value: ({ targetId }) => targetId, width: 38 },
  { title: 'Object name', value: ({ targetName }) => targetName },
  { title: 'Before', value: ({ before }) => (before === null ? null : JSON.stringify(before)), width: 50 },
  { title: 'After', value: ({ after }) => (after === null ? null : JSON.stringify(after)), width: 50 },
  { title: 'Reason', value: ({ reason }) => reason, width: 40 },
  { title: 'Request', value: ({ requestId }) => requestId, width: 38 },
]

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
    columns: COLUMNS,
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
