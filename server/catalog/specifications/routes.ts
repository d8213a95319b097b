import type { FastifyInstance } from 'fastify'
import { attributes, type StaffAttribute } from '#contract/catalog/attributes.ts'
import { PAGE_LIMIT } from '#contract/common.ts'
import type { Deps } from '#server/platform/deps.ts'
import { exportRoute } from '#server/platform/http/export-route.ts'
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
    columns: [
      { title: 'label', value: ({ label }: StaffAttribute) => label, width: 30 },
      { title: 'key', value: ({ key }) => key, width: 30 },
      { title: 'kind', value: ({ kind }) => kind },
      { title: 'unit', value: ({ unit }) => unit ?? '' },
      { title: 'decimals', value: ({ kind, decimals }) => (kind === 'number' ? decimals : '') },
      { title: 'choices', value: ({ choices }) => choices.map(({ label }) => label).join('; '), width: 60 },
      { title: 'categories', value: ({ uses }) => uses.map(({ categoryLabel }) => categoryLabel).join('; '), width: 60 },
      { title: 'products', value: ({ productCount }) => productCount },
    ],
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
