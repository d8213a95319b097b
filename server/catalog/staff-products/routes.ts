import type { FastifyInstance } from 'fastify'
import { staffProducts } from '#contract/catalog/staff-products.ts'
import { PAGE_LIMIT } from '#contract/common.ts'
import { EXPORT_TYPES } from '#contract/export.ts'
import { presentSummary } from '#server/catalog/products/present-product.ts'
import { findProduct } from '#server/catalog/products/product-record.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { exportCatalog } from './export-catalog.ts'
import { setStatus } from './set-status.ts'
import { countProducts, listHistory, listProducts } from './staff-product-list.ts'

/** A stored value of the audit log as members; null where it holds none. */
const membersOf = (value: unknown) => (typeof value === 'object' && value !== null ? { ...value } : null)

/** The catalog as staff run it. */
export function staffProductRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps
  const exists = async ({ actor, params }: { actor: Parameters<typeof findProduct>[1]; params: { productId: string } }) =>
    (await findProduct(db, actor, params.productId)) !== null

  route(app, staffProducts.list, async ({ query: { page = 1, limit = PAGE_LIMIT, ...filter } }) => {
    const { rows, total } = await listProducts(db, filter, { limit, offset: (page - 1) * limit })
    return { items: rows.map(presentSummary), total }
  })
  route(app, staffProducts.counts, () => countProducts(db))
  route(app, staffProducts.exportFile, async ({ actor, query, request, reply }) => {
    const { format, page: _page, limit: _limit, ...filter } = query
    const { bytes, total } = await exportCatalog(deps, actor, { format, filter, requestId: request.id })
    reply
      .header('content-type', EXPORT_TYPES[format])
      .header('content-disposition', `attachment; filename="products-${now().toISOString().slice(0, 10)}.${format}"`)
      .header('cache-control', 'private, no-store')
      .header('x-total-count', String(total))
    await reply.send(bytes)
    return undefined as never // the answer has left
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
