import type { FastifyInstance } from 'fastify'
import { staffProducts } from '#contract/catalog/staff-products.ts'
import { PAGE_LIMIT } from '#contract/common.ts'
import { EXPORT_TYPES } from '#contract/export.ts'
import { syncedProducts } from '#server/catalog/products/changed-products.ts'
import { listManagedProducts } from '#server/catalog/products/managed-products.ts'
import { presentManaged } from '#server/catalog/products/present-product.ts'
import { findProduct } from '#server/catalog/products/product-record.ts'
import type { Deps } from '#server/platform/deps.ts'
import { isSync, readChanges } from '#server/platform/http/read-changes.ts'
import { route } from '#server/platform/http/route.ts'
import { sendFile } from '#server/platform/http/send-answer.ts'
import { exportCatalog } from './export-catalog.ts'
import { listHistory } from './product-history.ts'
import { countProducts } from './product-status.ts'
import { setStatus } from './set-status.ts'

/** Returns the members of an audit log's value, or null when it is no object. */
const membersOf = (value: unknown) => (typeof value === 'object' && value !== null ? { ...value } : null)

/** Routes by which staff manage products. */
export function staffProductRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps
  const exists = async ({ actor, params }: { actor: Parameters<typeof findProduct>[1]; params: { productId: string } }) =>
    (await findProduct(db, actor, { id: params.productId }, now())) !== null

  route(app, staffProducts.list, async ({ query, request, reply }) => {
    if (isSync(query)) return readChanges(deps, query, syncedProducts(db, null, query.fields), { request, reply })
    const { page = 1, limit = PAGE_LIMIT, fields, updatedSince: _since, cursor: _cursor, ...filter } = query
    const { rows, total } = await listManagedProducts(db, filter, { limit, offset: (page - 1) * limit, fields })
    return { items: rows.map((row) => presentManaged(row, fields)), total }
  })
  route(app, staffProducts.counts, () => countProducts(db))
  route(app, staffProducts.exportFile, async ({ actor, query, request, reply }) => {
    const { format, page: _page, limit: _limit, fields: _fields, ...filter } = query
    const { bytes, total } = await exportCatalog(deps, actor, { format, filter, requestId: request.id })
    reply.header('x-total-count', String(total))
    return sendFile(reply, { name: `products-${now().toISOString().slice(0, 10)}.${format}`, type: EXPORT_TYPES[format], bytes })
  })
  route(
    app,
    staffProducts.history,
    async ({ params, query: { page = 1, limit = PAGE_LIMIT } }) => {
      const { rows, total } = await listHistory(db, params.productId, { limit, offset: (page - 1) * limit })
      const items = rows.map(({ at, before, after, ...row }) => ({
        ...row,
        at: at.toISOString(),
        before: membersOf(before),
        after: membersOf(after),
      }))
      return { items, total }
    },
    { exists },
  )
  route(app, staffProducts.setStatus, ({ actor, params, body, request }) => setStatus(deps, actor, { ...params, ...body }, request.id), {
    exists,
  })
}
