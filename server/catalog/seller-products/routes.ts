import type { FastifyInstance } from 'fastify'
import { type OwnProductQuery, sellerProducts } from '#contract/catalog/seller-products.ts'
import { PAGE_LIMIT } from '#contract/common.ts'
import { toDecimal } from '#domain/money.ts'
import { PRODUCT_COLUMNS } from '#server/catalog/products/export-columns.ts'
import { presentSummary } from '#server/catalog/products/present-product.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { exportRoute } from '#server/platform/http/export-route.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { findBusiness } from '#server/sellers/applications/business-record.ts'
import { countMatching, countOwn, type OwnProductFilter, readOwnProducts } from './own-product-list.ts'

/** What a query asks for; what counts as low stock is a setting. */
async function filterOf(db: Db, { lowStock, ...filter }: Omit<OwnProductQuery, 'page' | 'limit'>): Promise<OwnProductFilter> {
  return lowStock ? { ...filter, stockBelow: (await readSettings(db)).stock.low } : filter
}

/** A seller's own products: list, export and figures. */
export function sellerProductRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  const exists = async ({ actor }: { actor: { businessId: string | null } }) =>
    actor.businessId !== null && (await findBusiness(db, actor.businessId)) !== null

  route(
    app,
    sellerProducts.products,
    async ({ actor, query: { page = 1, limit = PAGE_LIMIT, ...query } }) => {
      const businessId = found(actor.businessId)
      const filter = await filterOf(db, query)
      const total = await countMatching(db, businessId, filter)
      const offset = (page - 1) * limit
      const rows = offset < total ? await readOwnProducts(db, businessId, filter, { limit, offset }) : [] // to look for none would mean to look through all
      return { items: rows.map(presentSummary), total }
    },
    { exists },
  )
  exportRoute(app, deps, sellerProducts.exportProducts, {
    name: 'products',
    columns: PRODUCT_COLUMNS,
    rows: async (tx, { actor, query }, part) => {
      const { stock: levels } = await readSettings(tx)
      const rows = await readOwnProducts(tx, found(actor.businessId), await filterOf(tx, query), part)
      return rows.map((row) => ({ ...presentSummary(row), levels }))
    },
  })

  route(
    app,
    sellerProducts.stats,
    async ({ actor }) => {
      const { inventoryCents, revenueCents, ...counts } = await countOwn(db, found(actor.businessId), (await readSettings(db)).stock.low)
      return { ...counts, inventoryValue: toDecimal(inventoryCents), revenue: toDecimal(revenueCents) }
    },
    { exists },
  )
}
