import type { FastifyInstance } from 'fastify'
import { products } from '#contract/catalog/products.ts'
import { PAGE_LIMIT } from '#contract/common.ts'
import { chooseFeatured } from '#domain/featured.ts'
import { toDecimal, withTax } from '#domain/money.ts'
import { supplyNotice } from '#domain/supply.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import { ReadyJson, route } from '#server/platform/http/route.ts'
import { findProducts } from './found-products.ts'
import { presentProduct } from './present-product.ts'
import { readAttributeFilters } from './product-attributes.ts'
import { countFacets } from './product-facets.ts'
import { idOf } from './product-keys.ts'
import { findListed, listFeatured, type ProductFilter } from './product-list.ts'
import { findProduct, makeFindProduct } from './product-record.ts'
import { listTexts, textOf, withTiers } from './product-texts.ts'
import { recordZeroResults } from './record-zero-results.ts'
import { type AskedMarket, filterIn, marketIn, presentDisplay, type ShowPrices, withDisplay } from './shown-products.ts'

const toAmount = (cents: number | null) => (cents === null ? null : toDecimal(cents))

/** Returns whether filters narrow the search, or it is taken as it was typed, so that no result says little about the catalog. */
const isNarrowed = ({ search: _search, lang: _lang, currency: _currency, shown: _shown, attributes, exact, ...filters }: ProductFilter) =>
  exact === true || [attributes?.[0], ...Object.values(filters)].some((filter) => filter !== undefined)

/** Routes of products that the public sees. @param prices how they are shown in a market */
export function productRoutes(app: FastifyInstance, deps: Deps, prices: ShowPrices): void {
  const { db, now } = deps
  const recordZeroResult = recordZeroResults(deps)
  const ratesIn = async (market: AskedMarket | null) => (market ? prices.rates(market) : null)
  const shownIn = async (market: AskedMarket | null, ids: readonly string[], texts: readonly string[]) =>
    ReadyJson.list(market ? withDisplay(texts, await prices.products(market, ids)) : texts)
  route(app, products.list, async ({ actor, request, query }) => {
    const { page = 1, limit = PAGE_LIMIT, sort, fields, spec, country, buyer, ...given } = query
    const market = marketIn({ country, buyer })
    const attributes = spec && { attributes: await readAttributeFilters(db, spec) }
    const filter = filterIn({ ...given, ...attributes }, await ratesIn(market))
    const { keys, tiers, total, search } = await findProducts(db, filter, { sort, limit, offset: (page - 1) * limit })
    if (total === 0 && filter.search && search?.reading.answers.length === 0 && !isNarrowed(filter))
      recordZeroResult({ search: filter.search, language: filter.lang, actor, request })
    const texts = withTiers(await listTexts(db, keys, fields), tiers)
    return { items: await shownIn(market, keys.map(idOf), texts), total }
  })

  route(app, products.facets, async ({ query: { spec, country, buyer, ...given } }) => {
    const rates = await ratesIn(marketIn({ country, buyer }))
    const attributes = spec && { attributes: await readAttributeFilters(db, spec) }
    const { price, ...counts } = await countFacets(db, filterIn({ ...given, ...attributes }, rates))
    const shown = (cents: number | null) => toAmount(cents === null ? null : withTax(cents, rates?.all ?? 0))
    return { ...counts, price: { min: shown(price.min), max: shown(price.max) } }
  })

  route(app, products.featured, async ({ query: { fields, ...asked } }) => {
    const ids = chooseFeatured(await listFeatured(db), now()).map(({ id }) => id)
    const texts = (await findListed(db, ids, fields)).map((row) => textOf(row, fields))
    return { items: await shownIn(marketIn(asked), ids, texts), total: texts.length }
  })

  const findOffered = makeFindProduct(prices.whole.column, '_with_offer')
  /** Answers with what everybody sees of a product, or what this viewer sees of one that is not public. */
  const answer = async (actor: Actor | null, by: Parameters<typeof findProduct>[2], asked: AskedMarket) => {
    const market = marketIn(asked)
    if (!market) return presentProduct(found(await findProduct(db, actor, by, now())))
    const { values, offer } = prices.whole.begin(market)
    const row = found(await findOffered(db, actor, by, now(), values))
    const [product, offered] = [presentProduct(row), await offer(row.offer)]
    if (!offered) return product
    const { shown, delivery } = offered
    const notice = supplyNotice(product.specificationRows, delivery.country)
    return { ...product, display: presentDisplay(product, shown), delivery, supplyNotice: notice }
  }
  route(app, products.bySlug, ({ actor, params, query }) => answer(actor, params, query))
  route(app, products.byId, ({ actor, params, query }) => answer(actor, params, query))
}
