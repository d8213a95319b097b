import type { FastifyInstance } from 'fastify'
import { type OwnProductQuery, sellerProducts } from '#contract/catalog/seller-products.ts'
import { PAGE_LIMIT } from '#contract/common.ts'
import { EXPORT_TYPES } from '#contract/export.ts'
import { toDecimal } from '#domain/money.ts'
import { factCells } from '#server/catalog/imports/fact-cells.ts'
import { syncedProducts } from '#server/catalog/products/changed-products.ts'
import { PRODUCT_COLUMNS } from '#server/catalog/products/export-columns.ts'
import {
  listManagedProducts,
  listProductIds,
  type ManagedProductFilter,
  readManagedProducts,
} from '#server/catalog/products/managed-products.ts'
import { presentManaged } from '#server/catalog/products/present-product.ts'
import { exportCatalog } from '#server/catalog/staff-products/export-catalog.ts'
import type { Deps } from '#server/platform/deps.ts'
import { exportRoute } from '#server/platform/http/export-route.ts'
import { isSync, readChanges } from '#server/platform/http/read-changes.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { sendFile } from '#server/platform/http/send-answer.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { findBusiness } from '#server/sellers/applications/business-record.ts'
import { readSellerStats } from './seller-stats.ts'

/** Filter of a seller's product list: own products in every status but Deleted, by name by default. */
function filterOf(actor: { businessId: string | null }, query: Omit<OwnProductQuery, 'page' | 'limit' | 'fields'>): ManagedProductFilter {
  return { sort: ['name'], ...query, businessId: [found(actor.businessId)], hidesDeleted: true }
}

/** Routes by which sellers list, export and count their own products. */
export function sellerProductRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  const exists = async ({ actor }: { actor: { businessId: string | null } }) =>
    actor.businessId !== null && (await findBusiness(db, actor.businessId)) !== null

  route(
    app,
    sellerProducts.products,
    async ({ actor, query: asked, request, reply }) => {
      const synced = syncedProducts(db, found(actor.businessId), asked.fields)
      if (isSync(asked)) return readChanges(deps, asked, synced, { request, reply })
      const { page = 1, limit = PAGE_LIMIT, fields, updatedSince: _since, cursor: _cursor, ...query } = asked
      const { rows, total } = await listManagedProducts(db, filterOf(actor, query), { limit, offset: (page - 1) * limit, fields })
      return { items: rows.map((row) => presentManaged(row, fields)), total }
    },
    { exists },
  )
  exportRoute(app, deps, sellerProducts.exportProducts, {
    name: 'products',
    columns: PRODUCT_COLUMNS,
    ids: ({ actor, query }) => listProductIds(db, filterOf(actor, query)),
    rows: async (tx, { actor, query }, range) => {
      const { stock: levels } = await readSettings(tx)
      const rows = await readManagedProducts(tx, filterOf(actor, query), range)
      return rows.map((row) => ({ ...presentManaged(row), levels, facts: factCells(row) }))
    },
  })

  route(
    app,
    sellerProducts.workbook,
    async ({ actor, query: { format }, request, reply }) => {
      const { bytes, total } = await exportCatalog(deps, actor, { format, filter: filterOf(actor, {}), requestId: request.id })
      reply.header('x-total-count', String(total))
      return sendFile(reply, { name: `products-${deps.now().toISOString().slice(0, 10)}.${format}`, type: EXPORT_TYPES[format], bytes })
    },
    { exists },
  )

  route(
    app,
    sellerProducts.stats,
    async ({ actor }) => {
      const { inventoryCents, revenueCents, ...counts } = await readSellerStats(
        db,
        found(actor.businessId),
        (await readSettings(db)).stock.low,
      )
      return { ...counts, inventoryValue: toDecimal(inventoryCents), revenue: toDecimal(revenueCents) }
    },
    { exists },
  )
}
