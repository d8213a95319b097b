import type { FastifyInstance } from 'fastify'
import { products } from '#contract/catalog/products.ts'
import { PAGE_LIMIT } from '#contract/common.ts'
import { toDecimal } from '#domain/money.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found } from '#server/platform/http/refusal.ts'
import { ReadyJson, route } from '#server/platform/http/route.ts'
import { readOnTime } from '#server/sellers/businesses/public-businesses.ts'
import { chooseHomeProducts } from './choose-home-products.ts'
import { findProducts } from './found-products.ts'
import { presentProduct } from './present-product.ts'
import { readAttributeFilters } from './product-attributes.ts'
import { countFacets } from './product-facets.ts'
import type { ProductFilter } from './product-list.ts'
import { findProduct, findProductBySlug, type ProductRow } from './product-record.ts'
import { listTexts, productText } from './product-texts.ts'
import { recordZeroResults } from './record-zero-results.ts'

const toAmount = (cents: number | null) => (cents === null ? null : toDecimal(cents))

/** Returns whether filters narrow the search, so that no result says little about the catalog. */
const isNarrowed = ({ category, businessId, featured, inStock, minPrice, maxPrice, fits, attributes }: ProductFilter) =>
  [category, businessId, featured, inStock, minPrice, maxPrice, fits, attributes?.[0]].some((filter) => filter !== undefined)

export function productRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps
  const recordZeroResult = recordZeroResults(deps)
  route(app, products.list, async ({ actor, request, query: { page = 1, limit = PAGE_LIMIT, sort, fields, spec, ...given } }) => {
    const filter = { ...given, ...(spec && { attributes: await readAttributeFilters(db, spec) }) }
    const { keys, total } = await findProducts(db, filter, { sort, limit, offset: (page - 1) * limit })
    if (total === 0 && filter.search && !isNarrowed(filter))
      recordZeroResult({ search: filter.search, language: filter.lang, actor, request })
    return { items: ReadyJson.list(await listTexts(db, keys, fields)), total }
  })

  route(app, products.facets, async ({ query: { spec, ...filter } }) => {
    const { price, ...counts } = await countFacets(db, { ...filter, ...(spec && { attributes: await readAttributeFilters(db, spec) }) })
    return { ...counts, price: { min: toAmount(price.min), max: toAmount(price.max) } }
  })

  route(app, products.featured, async ({ query: { fields } }) => {
    const items = await chooseHomeProducts(deps, fields)
    return { items, total: items.length }
  })

  /** Answers with what everybody sees of a product, or what this viewer sees of one that is not public. */
  const answer = async (column: 'id' | 'slug', value: string, find: () => Promise<ProductRow | null>) => {
    const text = await productText(db, column, value, now())
    if (text !== null) return new ReadyJson(text)
    const product = found(await find())
    return presentProduct(product, await readOnTime(db, product.businessId, now()))
  }
  route(app, products.bySlug, ({ actor, params: { slug } }) => answer('slug', slug, () => findProductBySlug(db, actor, slug)))
  route(app, products.byId, ({ actor, params: { id } }) => answer('id', id, () => findProduct(db, actor, id)))
}
