import type { FastifyInstance } from 'fastify'
import { attributes } from '#contract/catalog/attributes.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { listAttributes } from './attribute-list.ts'
import { createAttribute, removeAttribute, setUses, updateAttribute } from './save-attribute.ts'

/** Routes of typed specifications. */
export function attributeRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  route(app, attributes.list, async () =>
    (await listAttributes(db)).map(({ productCount: _count, version: _version, ...attribute }) => attribute),
  )
  route(app, attributes.listForStaff, () => listAttributes(db))
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
