import type { FastifyInstance } from 'fastify'
import { products } from '#contract/catalog/products.ts'
import { PAGE_LIMIT } from '#contract/common.ts'
import { toDecimal } from '#domain/money.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { readOnTime } from '#server/sellers/businesses/public-businesses.ts'
import { chooseHomeProducts } from './choose-home-products.ts'
import { presentListed, presentProduct } from './present-product.ts'
import { countFacets, type ProductFilter, searchProducts } from './product-list.ts'
import { findProduct, findProductBySlug, type ProductRow } from './product-record.ts'
import { recordZeroResults } from './record-zero-results.ts'

const toAmount = (cents: number | null) => (cents === null ? null : toDecimal(cents))

/** Returns whether filters narrow the search, so that no result says little about the catalog. */
const isNarrowed = ({ category, businessId, featured, inStock, minPrice, maxPrice, fits }: ProductFilter) =>
  [category, businessId, featured, inStock, minPrice, maxPrice, fits].some((filter) => filter !== undefined)

export function productRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps
  const recordZeroResult = recordZeroResults(deps)
  route(app, products.list, async ({ actor, request, query: { page = 1, limit = PAGE_LIMIT, sort, fields, ...filter } }) => {
    const { rows, total } = await searchProducts(db, filter, { sort, limit, offset: (page - 1) * limit, fields })
    if (total === 0 && filter.search && !isNarrowed(filter)) recordZeroResult({ search: filter.search, actor, request })
    return { items: rows.map((row) => presentListed(row, fields)), total }
  })

  route(app, products.facets, async ({ query }) => {
    const { price, ...counts } = await countFacets(db, query)
    return { ...counts, price: { min: toAmount(price.min), max: toAmount(price.max) } }
  })

  route(app, products.featured, async ({ query: { fields } }) => {
    const items = await chooseHomeProducts(deps, fields)
    return { items, total: items.length }
  })

  const present = async (row: ProductRow | null) => {
    const product = found(row)
    return presentProduct(product, await readOnTime(db, product.businessId, now()))
  }
  route(app, products.bySlug, async ({ actor, params }) => present(await findProductBySlug(db, actor, params.slug)))
  route(app, products.byId, async ({ actor, params }) => present(await findProduct(db, actor, params.id)))
}
