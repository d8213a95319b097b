import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { ProductQuery } from '#contract/catalog/products.ts'
import { WHOLE_RATE } from '#domain/money.ts'
import { MOST_HITS } from '#domain/product.ts'
import { pick, type TaxClass } from '#domain/product-fields.ts'
import { SOFT_TIER } from '#domain/search/tiers.ts'
import { isUuid } from '#domain/text.ts'
import { baseCategory } from '#server/platform/db/base-category.ts'
import type { Db } from '#server/platform/db/client.ts'
import { editedVersion } from '#server/platform/db/product-version.ts'
import { rememberCounts } from '#server/platform/db/remember-counts.ts'
import { REVISIONS, WITHOUT_STOCK } from '#server/platform/db/revisions.ts'
import { businesses, categories, categoryValues, products } from '#server/platform/db/schema.ts'
import { builtOnce, executeOften } from '#server/platform/db/unit-of-work.ts'
import { insideWords, NAMES_FROM, relevance } from '#server/platform/text/search-text.ts'
import { cardFactColumns, publicFactColumns } from './fact-columns.ts'
import { type AttributeFilter, hasAttribute, shapeOf, withPlaceholders } from './product-attributes.ts'
import { fitsProduct } from './product-fits.ts'
import { type OrderKey, readPage, rowKey } from './product-keys.ts'
import { bestFirst, FEW, isFound, type ProductSearch, selectMeant } from './product-search.ts'
import { formerPriceColumns } from './sale-columns.ts'

/** Rates that prices are shown at, in ten-thousandths of a percent. */
export interface ShownRates {
  /** The one rate of every product; null where they differ. */
  all: number | null
  byClass: Record<TaxClass, number>
  /** Sellers whose products are shown at other rates. */
  others: readonly { businessIds: readonly string[]; byClass: Record<TaxClass, number> }[]
}

/** Filter of the public list and its facets; prices in whole units of `currency`. */
export type ProductFilter = Omit<ProductQuery, 'page' | 'limit' | 'sort' | 'fields' | 'spec' | 'country' | 'buyer'> & {
  /** Rates that each price is raised by before it is compared; absent: prices are as they are stored. */
  shown?: ShownRates | undefined
  attributes?: readonly AttributeFilter[] | undefined
}

/** Filters whose values are typed or chosen from many; in the text of a prepared statement they are placeholders. */
type Values = Pick<ProductFilter, 'category' | 'businessId' | 'fits' | 'minPrice' | 'maxPrice'>
type Filter = Omit<ProductFilter, keyof Values | 'attributes'> & { [Name in keyof Values]: Values[Name] | Placeholder } & {
  attributes?: readonly AttributeFilter<string | number | Placeholder>[] | undefined
  /** True where the attributes of each product are looked up while the list is walked. */
  isWalked?: boolean
}

/**
 * True for what the public may see: Active products of Active and approved businesses that are not recalled. Trigger `products_listing`
 * keeps the column.
 */
export const visibleToPublic: SQL = sql`${products.isPublic}`

/** Columns of a product in a list. */
const summaryColumns = {
  ...pick(products, ['id', 'slug', 'name', 'description', 'type', 'businessId', 'priceUsdCents', 'priceEurCents', 'stock', 'featured']),
  ...pick(products, ['status', 'shippingClass', 'leadTimeDays', 'features', 'images', 'specifications', 'createdAt', 'updatedAt']),
  category: categories.value,
  categoryLabel: categories.label,
  baseCategory,
  businessName: businesses.name,
  businessType: businesses.businessType,
  ...formerPriceColumns,
  ...cardFactColumns,
  version: products.version,
  editedVersion,
} as const

const wholeColumns = {
  ...summaryColumns,
  ...pick(products, ['fullDescription', 'energyEfficiency', 'materialSavings', 'carbonReduction']),
  ...publicFactColumns,
} as const

/** Columns of a product in a list; a card has neither the long texts nor all facts, and nothing reads them there. */
export const listColumns = (fields: ProductQuery['fields'] = 'all') =>
  (fields === 'card' ? summaryColumns : wholeColumns) as typeof wholeColumns

export type SummaryRow = Omit<Awaited<ReturnType<typeof findListed>>[number], 'key'>

const storedPrice = ({ currency }: Pick<Filter, 'currency'>) => (currency === 'EUR' ? products.priceEurCents : products.priceUsdCents)

const rateByClass = (byClass: ShownRates['byClass']): SQL =>
  sql`case ${products.taxClass} when 'reduced' then ${byClass.reduced}::int when 'zero' then ${byClass.zero}::int
    else ${byClass.standard}::int end`

/**
 * The price that a list is filtered and sorted by, in cents: as it is stored, or raised by the rate at which the market of the filter shows
 * it.
 */
export function priceColumn({
  shown,
  ...filter
}: Pick<Filter, 'currency' | 'shown'>): SQL | typeof products.priceUsdCents | typeof products.priceEurCents {
  const stored = storedPrice(filter)
  if (!shown) return stored
  const others = shown.others.map(
    ({ businessIds, byClass }) =>
      sql`when ${products.businessId} = any(${`{${businessIds.join(',')}}`}::uuid[]) then ${rateByClass(byClass)}`,
  )
  const rate =
    others.length === 0 ? rateByClass(shown.byClass) : sql`case ${sql.join(others, sql` `)} else ${rateByClass(shown.byClass)} end`
  return sql`((${stored} * (${WHOLE_RATE}::bigint + ${rate}) * 2 + ${WHOLE_RATE}::bigint) / (2 * ${WHOLE_RATE}::bigint))`
}
const toCents = (amount: number | Placeholder) => (typeof amount === 'number' ? Math.round(amount * 100) : amount)

/** Selects the id of the category that has, or once had, this value. */
export const categoryId = (value: string | Placeholder): SQL =>
  sql`coalesce((select c.id from ${categories} c where c.value = ${value}),
    (select v.category_id from ${categoryValues} v where v.value = ${value}))`

/** Matches products of the category that has, or once had, this value. */
export const inCategory = (value: string | Placeholder): SQL => sql`${products.categoryId} = ${categoryId(value)}`

/** Matches products of the business with this id; an id that is no UUID matches none. */
export const inBusiness = (businessId: string | Placeholder): SQL =>
  typeof businessId !== 'string' || isUuid(businessId) ? eq(products.businessId, businessId) : sql`false`

/** Conditions of the filters that have counts of their own. */
export function chosenBy({ category, businessId, inStock, ...filter }: Filter) {
  const { minPrice, maxPrice } = filter
  return {
    category: category ? inCategory(category) : undefined,
    business: businessId ? inBusiness(businessId) : undefined,
    price: and(
      minPrice === undefined ? undefined : sql`${priceColumn(filter)} >= ${toCents(minPrice)}`,
      maxPrice === undefined ? undefined : sql`${priceColumn(filter)} <= ${toCents(maxPrice)}`,
    ),
    stock: inStock === undefined ? undefined : eq(products.inStock, inStock),
  }
}

/** Conditions of the other filters, and of what the public may see. */
export function byRest(filter: Filter, search: ProductSearch | null): SQL | undefined {
  const { type, businessType, featured } = filter
  return and(
    visibleToPublic,
    filter.fits === undefined ? undefined : fitsProduct(filter.fits),
    type && eq(products.type, type),
    businessType && businessType !== 'all'
      ? sql`exists (select 1 from ${businesses} where ${businesses.id} = ${products.businessId}
        and ${businesses.businessType} = ${businessType})`
      : undefined,
    featured === undefined ? undefined : eq(products.featured, featured),
    ...(filter.attributes ?? []).map((attribute) => hasAttribute(attribute, filter.isWalked)),
    search ? isFound(search) : undefined,
  )
}

/** Conditions of all filters. */
export function byAll(filter: Filter, search: ProductSearch | null): SQL | undefined {
  const { category, business, price, stock } = chosenBy(filter)
  return and(byRest(filter, search), category, business, price, stock)
}

/** A condition with a search; of one with many hits it leaves the first ones. */
export const firstOf = (where: SQL | undefined, search: ProductSearch | null): SQL | undefined =>
  search?.isMany ? sql`${products.id} = any(array(select ${products.id} from ${products} where ${where} limit ${MOST_HITS}::int))` : where

/** Order by name, the same on both databases whatever their locale. */
export const byName = sql`(lower(${products.name}) collate "C")`

const byTitle: OrderKey = { by: byName }
const featured: OrderKey = { by: products.featured, isDown: true }
/** Machines first, then materials, then accessories; replacement parts last. */
const featuredFirst = [featured, { by: products.shopPlace }, byTitle]

/** The normalized name: the first line of the search text, which the names of category and business may follow at once. */
const nameInText = sql`split_part(split_part(${products.searchText}, ${'\n'}, 1), ${NAMES_FROM}, 1)`

/** 0 for a product whose name is what was typed, 1 for others. */
const isNamed = ({ words }: ProductSearch): SQL =>
  sql`case when ${nameInText} = ${words.map(({ readings }) => readings[0] ?? '').join(' ')} then 0 else 1 end`

/** The tier of a hit, as `findHits` names it. */
const TIER = sql`tier`

/** Order of hits by plain parts of texts. */
const partsFirst = ({ words }: ProductSearch): OrderKey[] => [
  { by: sql`case when d.codes is not null and ${TIER} < 6 then 0 else ${relevance(nameInText, words)} end` },
  { by: sql`case when ${TIER} < 6 then 0 else ${insideWords(products.searchText, words)} end` },
]

export function orderOf(filter: Filter, search: ProductSearch | null, { sort }: { sort: ProductQuery['sort'] }): OrderKey[] {
  const by = priceColumn(filter)
  const orders: Record<NonNullable<ProductQuery['sort']>, OrderKey[]> = {
    relevance: search ? [...bestFirst(search, TIER, isNamed(search)), ...partsFirst(search), featured, byTitle] : featuredFirst,
    featured: featuredFirst,
    name: [byTitle],
    '-name': [{ by: byName, isDown: true }],
    price: [{ by }, byTitle],
    '-price': [{ by, isDown: true }, byTitle],
    createdAt: [{ by: products.createdAt }, byTitle],
    '-createdAt': [{ by: products.createdAt, isDown: true }, byTitle],
  }
  // products that lack a word follow the others in any order
  const isFurther = search?.wider ? [{ by: sql`case when ${TIER} = ${SOFT_TIER}::int then 1 else 0 end` }] : []
  return [...isFurther, ...orders[sort ?? 'relevance'], { by: products.id }]
}

/** Number of products and of machines among them; `ids` of all hits of a search or of attributes that have few. */
interface Counts {
  total: number
  machines: number
  ids: string[] | null
  isMany?: boolean
}

const NONE: Counts = { total: 0, machines: 0, ids: [] }

/** Says whether one walk of an index has a whole list; otherwise one through each type. */
export const hasOneWalk = ({ type, category, businessId }: ProductFilter): boolean => (type ?? category ?? businessId) !== undefined

const isPriced = ({ minPrice, maxPrice }: ProductFilter) => minPrice !== undefined || maxPrice !== undefined

/** Returns a filter without currency and rates where no price is compared: all currencies then have one result, and one statement. */
function withoutUnusedPrices(filter: ProductFilter, sort?: ProductQuery['sort']): ProductFilter {
  const isCompared = isPriced(filter) || sort?.endsWith('price')
  return isCompared ? filter : { ...filter, currency: undefined, shown: undefined }
}

/** The kinds of changes after which another number of products may pass a filter. */
const changesOf = ({ inStock }: ProductFilter) => (inStock === undefined ? WITHOUT_STOCK : REVISIONS)

/** Counts the public products that pass a filter and a search, and the machines among them. */
export function countProducts(db: Db, filter: ProductFilter, search: ProductSearch | null): Promise<Counts> {
  const shows = changesOf(filter)
  const { search: _typed, lang: _lang, exact: _exact, ...chosen } = withoutUnusedPrices(filter)
  const { whole = [], more, machines = 0 } = search?.wider ?? {}
  const isAll = Object.values(chosen).every((value) => value === undefined)
  if (more && isAll) {
    const ids = [...whole, ...more]
    return Promise.resolve({ total: ids.length, machines, ids })
  }
  // a search of all products is counted before it is known to have many hits, and not again
  const key = ['products', chosen, search && { ...search, isMany: undefined }]
  return rememberCounts(db, { key, shows }, async () => {
    const total = sql`count(*)::int as total, (count(*) filter (where ${products.type} = 'machine'))::int as machines`
    if (!search && !filter.attributes?.[0]) {
      const counting = sql`select ${total}, null as ids from ${products} where ${byAll(filter, null)}`
      return (await executeOften<Counts>(db, counting))[0] ?? NONE
    }
    const meant = search && isAll && !search.wider && !search.isMany ? sql`meant` : undefined
    const where = search && meant ? and(byAll(filter, null), isFound(search, meant)) : firstOf(byAll(filter, search), search)
    const [row = NONE] = await executeOften<Counts>(
      db,
      sql`
      with ${search && meant ? sql`meant as materialized (${selectMeant(search)} limit ${MOST_HITS}::int),` : sql``}
      found as materialized (select ${products.id} as id, ${products.type} as type from ${products} where ${where})
      select count(*)::int as total, (count(*) filter (where type = 'machine'))::int as machines,
        case when count(*) <= ${FEW} then coalesce(json_agg(id), '[]') end as ids,
        ${meant ? sql`(select count(*) = ${MOST_HITS}::int from meant)` : sql`${search?.isMany ?? false}::boolean`} as "isMany" from found`,
    )
    return meant && row.isMany ? { ...row, total: MOST_HITS } : row // some of the first ones may not be public
  })
}

/** A page of a sorted list. */
export interface ProductPage {
  sort: ProductQuery['sort']
  limit: number
  offset: number
}

/** Keys of one page, of so many products in all. */
export interface FoundKeys {
  keys: string[]
  total: number
  machines: number
}

/**
 * Finds a page of a list that is not searched. Of products with certain attributes a few are sorted, and of many the list is walked; of
 * those between, the walk would pass too many others, and the database chooses.
 */
export async function walkPage(db: Db, given: ProductFilter, { sort = 'featured', ...range }: ProductPage): Promise<FoundKeys> {
  const filter = withoutUnusedPrices(given, sort)
  const page = { ...range, sort: sort === 'relevance' ? ('featured' as const) : sort }
  const { ids, ...counts } = await countProducts(db, filter, null)
  const { total } = counts
  if (ids) return { ...counts, keys: await sortKeys(db, filter, page, ids) }
  const without = filter.attributes?.[0] ? { attributes: undefined } : isPriced(filter) && { minPrice: undefined, maxPrice: undefined }
  const all = without ? (await countProducts(db, { ...filter, ...without }, null)).total : total
  const passed = Math.min(page.offset, total - page.offset) + page.limit
  return { ...counts, keys: await findKeys(db, filter, page, { total, isWalked: total * total > passed * all }) }
}

/** Filters that stand in the text of a statement; of the others the text has placeholders. */
const CHOICES = ['type', 'businessType', 'featured', 'inStock', 'currency', 'shown'] as const
const VALUES = ['category', 'businessId', 'fits', 'minPrice', 'maxPrice'] as const

/** Returns the keys of one page of the products with these ids. */
async function sortKeys(db: Db, filter: ProductFilter, { sort, limit, offset }: ProductPage, ids: readonly string[]): Promise<string[]> {
  if (ids.length <= offset) return []
  const { currency, shown } = filter
  const listOf = () => ({
    order: orderOf({ currency, shown }, null, { sort }),
    where: and(visibleToPublic, sql`${products.id} = any(${sql.placeholder('ids')}::uuid[])`),
    isOneWalk: true,
  })
  const kind = { kind: JSON.stringify(['ids', sort, currency, shown]), prepared: 'always' as const, isBackwards: false }
  return readPage(db, kind, listOf, { ids: `{${ids.join(',')}}`, rows: limit, offset })
}

/** Number of attributes up to which the database prepares a walk. */
const FEW_ATTRIBUTES = 2

/** Returns the keys of one page, of so many products in all; from the end of the list where that is nearer. */
async function findKeys(
  db: Db,
  filter: ProductFilter,
  { sort, limit, offset }: ProductPage,
  { total, isWalked }: { total: number; isWalked: boolean },
): Promise<string[]> {
  const rows = Math.min(limit, total - offset)
  if (rows <= 0) return []
  const isBackwards = offset > total / 2
  const given = VALUES.filter((name) => filter[name] !== undefined)
  const chosen = CHOICES.map((name) => filter[name])
  const asked = filter.attributes ?? []
  const isPlain =
    asked.length <= (isWalked ? FEW_ATTRIBUTES : 0) &&
    [filter.businessType, filter.featured, filter.inStock, filter.fits, filter.shown].every((value) => value === undefined)
  // a plan for any price is one for prices that most products have
  const priced = isWalked && asked.length === 0 ? 'often' : 'never'
  const usual = isPriced(filter) ? priced : 'always'
  const keys = await readPage(
    db,
    {
      kind: JSON.stringify([sort, isBackwards, given, chosen, asked.map(shapeOf), isWalked]),
      prepared: isPlain ? usual : 'never',
      isBackwards,
    },
    () => {
      const values = Object.fromEntries(given.map((name) => [name, sql.placeholder(name)]))
      const inText: Filter = { ...filter, ...values, attributes: asked.map(withPlaceholders), isWalked }
      return { order: orderOf(inText, null, { sort }), where: byAll(inText, null), isOneWalk: hasOneWalk(filter) }
    },
    {
      ...filter,
      ...Object.fromEntries(asked.flatMap((one, at) => shapeOf(one).map((name) => [`${name}${at}`, one[name]]))),
      minPrice: filter.minPrice && toCents(filter.minPrice),
      maxPrice: filter.maxPrice && toCents(filter.maxPrice),
      rows,
      offset: isBackwards ? total - offset - rows : offset,
    },
  )
  return isBackwards ? keys.reverse() : keys
}

/** Returns at most 500 featured products, by name. */
export function listFeatured(db: Db) {
  return db
    .select({ id: products.id, type: products.type, businessId: products.businessId })
    .from(products)
    .where(and(visibleToPublic, eq(products.featured, true)))
    .orderBy(byName, products.id)
    .limit(500)
}

const selectListed = (fields: 'all' | 'card') =>
  builtOnce((db) =>
    db
      .select({ ...listColumns(fields), key: rowKey })
      .from(products)
      .innerJoin(businesses, eq(products.businessId, businesses.id))
      .innerJoin(categories, eq(products.categoryId, categories.id))
      .where(and(sql`${products.id} = any((select ${sql.placeholder('ids')}::uuid[])::uuid[])`, visibleToPublic))
      .prepare(`listed_products_${fields}`),
  )
const LISTED = { all: selectListed('all'), card: selectListed('card') }

/** Returns the products with these ids in the same order; one that is not public any more is left out. */
export async function findListed(db: Db, ids: readonly string[], fields: ProductQuery['fields'] = 'all') {
  if (ids.length === 0) return []
  const rows = await LISTED[fields](db).execute({ ids })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
