import type { FastifyInstance } from 'fastify'
import { business, type OwnProductQuery } from '#contract/catalog/seller-products.ts'
import { PAGE_LIMIT } from '#contract/common.ts'
import { toDecimal } from '#domain/money.ts'
import { PRODUCT_COLUMNS } from '#server/catalog/products/export-columns.ts'
import { listManagedProducts, type ManagedProductFilter, readManagedProducts } from '#server/catalog/products/managed-products.ts'
import { presentSummary } from '#server/catalog/products/present-product.ts'
import type { Deps } from '#server/platform/deps.ts'
import { exportRoute } from '#server/platform/http/export-route.ts'
import { acceptFile } from '#server/platform/http/form.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { keepLogo, LOGO_FILE } from '#server/platform/media/keep-logo.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { findBusiness } from '#server/sellers/applications/business-record.ts'
import { presentBusiness } from '#server/sellers/applications/present-business.ts'
import { updateProfile } from '#server/sellers/applications/update-profile.ts'
import { readSellerStats } from './seller-stats.ts'

/** Filter of a seller's product list: own products in every status but Deleted, by name by default. */
function filterOf(actor: { businessId: string | null }, query: Omit<OwnProductQuery, 'page' | 'limit'>): ManagedProductFilter {
  return { sort: 'name', ...query, businessId: found(actor.businessId), hidesDeleted: true }
}

/** Routes by which a seller manages its profile and lists its products. */
export async function businessAreaRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db, config } = deps
  const exists = async ({ actor }: { actor: { businessId: string | null } }) =>
    actor.businessId !== null && (await findBusiness(db, actor.businessId)) !== null

  route(app, business.profile, async ({ actor }) => presentBusiness(found(await findBusiness(db, found(actor.businessId)))))
  route(
    app,
    business.products,
    async ({ actor, query: { page = 1, limit = PAGE_LIMIT, ...query } }) => {
      const { rows, total } = await listManagedProducts(db, filterOf(actor, query), { limit, offset: (page - 1) * limit })
      return { items: rows.map(presentSummary), total }
    },
    { exists },
  )
  exportRoute(app, deps, business.exportProducts, {
    name: 'products',
    columns: PRODUCT_COLUMNS,
    rows: async (tx, { actor, query }, range) => {
      const { stock: levels } = await readSettings(tx)
      const rows = await readManagedProducts(tx, filterOf(actor, query), range)
      return rows.map((row) => ({ ...presentSummary(row), levels }))
    },
  })

  route(
    app,
    business.stats,
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

  await app.register(async (scope) => {
    const { options, bytesOf } = await acceptFile(scope, LOGO_FILE)
    route(
      scope,
      business.updateProfile,
      async ({ actor, body, request }) => {
        if (actor.businessStatus === 'suspended') refuse('business_suspended')
        return keepLogo(config, bytesOf(request), (logo) => updateProfile(deps, actor, body, { logo, requestId: request.id }))
      },
      { exists, ...options },
    )
  })
}
