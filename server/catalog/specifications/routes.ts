import type { FastifyInstance } from 'fastify'
import { ATTRIBUTE_LIST } from '#contract/catalog/attribute-list.ts'
import { attributes } from '#contract/catalog/attributes.ts'
import { PAGE_LIMIT } from '#contract/common.ts'
import type { Deps } from '#server/platform/deps.ts'
import { exportRoute, fileColumns } from '#server/platform/http/export-route.ts'
import { route } from '#server/platform/http/route.ts'
import { findListed, listAttributes } from './attribute-list.ts'
import { createAttribute, removeAttribute, setUses, updateAttribute } from './save-attribute.ts'

/** Routes of typed specifications. */
export function attributeRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  route(app, attributes.list, async () =>
    (await listAttributes(db)).map(({ productCount: _count, version: _version, ...attribute }) => attribute),
  )
  route(app, attributes.listForStaff, async ({ query: { page = 1, limit = PAGE_LIMIT, ...filter } }) => {
    const found = await findListed(db, filter)
    return { items: found.slice((page - 1) * limit, page * limit), total: found.length }
  })
  exportRoute(app, deps, attributes.export, {
    name: 'specifications',
    columns: fileColumns(ATTRIBUTE_LIST, ['label', 'key', 'kind', 'unit', 'decimals', 'choices', 'categories']),
    all: async (tx, { query }) => findListed(tx, query),
  })
  route(app, attributes.create, ({ actor, body, request }) => createAttribute(deps, { actor, requestId: request.id }, body))
  route(app, attributes.update, ({ actor, params, body, request }) =>
    updateAttribute(deps, { actor, requestId: request.id }, params.id, body),
  )
  route(app, attributes.remove, async ({ actor, params, request }) => {
    await removeAttribute(deps, { actor, requestId: request.id }, params.id)
    return { ok: true as const }
  })
  route(app, attributes.setUses, ({ actor, params, body, request }) => setUses(deps, { actor, requestId: request.id }, params.id, body))
}
