import { and, desc, eq, gt, gte, lte, or, type SQL, sql } from 'drizzle-orm'
import type { ProductQuery } from '#contract/catalog/products.ts'
import { isUuid } from '#domain/text.ts'
import { baseCategory } from '#server/platform/db/base-category.ts'
import type { Db } from '#server/platform/db/client.ts'
import { editedVersion } from '#server/platform/db/product-version.ts'
import { businesses, categories, categoryValues, products } from '#server/platform/db/schema.ts'
import { suggestWords } from '#server/platform/text/meant-words.ts'
import { normalized } from '#server/platform/text/normalized-columns.ts'
import { likeAnywhere, likeWordStart, type SearchWord, searchWords } from '#server/platform/text/search-text.ts'
import { maySell } from '#server/sellers/businesses/public-businesses.ts'

/** Filter of the public list and its facets; prices in whole units of `currency`. */
export type ProductFilter = Omit<ProductQuery, 'page' | 'limit' | 'sort' | 'fields'>

/** True for what the public may see: Active products of Active and approved businesses. Needs `products` and `businesses` in the query. */
export const visibleToPublic: SQL = sql`(${products.status} = 'Active' and ${maySell})`

/** Columns of a product in a list. */
const summaryColumns = {
  id: products.id,
  slug: products.slug,
  name: products.name,
  description: products.description,
  type: products.type,
  category: categories.value,
  categoryLabel: categories.label,
  baseCategory,
  businessId: products.businessId,
  businessName: businesses.name,
  businessType: businesses.businessType,
  priceUsdCents: products.priceUsdCents,
  priceEurCents: products.priceEurCents,
  stock: products.stock,
  featured: products.featured,
  status: products.status,
  shippingClass: products.shippingClass,
  leadTimeDays: products.leadTimeDays,
  features: products.features,
  images: products.images,
  specifications: products.specifications,
  createdAt: products.createdAt,
  updatedAt: products.updatedAt,
  version: products.version,
  editedVersion,
} as const

const longTexts = {
  fullDescription: products.fullDescription,
  energyEfficiency: products.energyEfficiency,
  materialSavings: products.materialSavings,
  carbonReduction: products.carbonReduction,
} as const

/** Columns of a product in a list with its long texts, which are empty where a card is all that is asked for. */
export function listColumns(fields: ProductQuery['fields'] = 'all') {
  const none = sql<string>`''`
  const empty = { fullDescription: none, energyEfficiency: none, materialSavings: none, carbonReduction: none }
  return { ...summaryColumns, ...(fields === 'card' ? empty : longTexts) }
}

export type SummaryRow = Awaited<ReturnType<typeof searchProducts>>['rows'][number]

/** Categories and businesses are few: those that match are looked up once, not for every product. */
const categoriesLike = (pattern: string) =>
  sql`${products.categoryId} = any(array(select c.id from ${categories} c where ${normalized(sql`c.label`)} like ${pattern}))`
const businessesLike = (pattern: string) =>
  sql`${products.businessId} = any(array(select b.id from ${businesses} b where ${normalized(sql`b.name`)} like ${pattern}))`

function hasWord({ readings, type }: SearchWord): SQL | undefined {
  const patterns = readings.map(likeAnywhere)
  const found = patterns.flatMap((pattern) => [
    sql`${products.searchText} like ${pattern}`,
    categoriesLike(pattern),
    businessesLike(pattern),
  ])
  return or(...found, ...(type ? [eq(products.type, type)] : []))
}

const hasAllWords = (words: readonly SearchWord[]) => and(...words.map(hasWord))

const priceColumn = (filter: ProductFilter) => (filter.currency === 'EUR' ? products.priceEurCents : products.priceUsdCents)
const toCents = (amount: number) => Math.round(amount * 100)

/** Matches products of the category that has, or once had, this value. */
export const inCategory = (value: string): SQL =>
  sql`${products.categoryId} = any(array(
    select c.id from ${categories} c where c.value = ${value} union select v.category_id from ${categoryValues} v where v.value = ${value}))`

const byCategory = ({ category }: ProductFilter) => (category ? inCategory(category) : undefined)

/** Matches products of the business with this id; an id that is no UUID matches none. */
export const inBusiness = (businessId: string): SQL => (isUuid(businessId) ? eq(products.businessId, businessId) : sql`false`)

const byBusiness = ({ businessId }: ProductFilter) => (businessId ? inBusiness(businessId) : undefined)

function byPrice(filter: ProductFilter): SQL | undefined {
  const { minPrice, maxPrice } = filter
  return and(
    minPrice === undefined ? undefined : gte(priceColumn(filter), toCents(minPrice)),
    maxPrice === undefined ? undefined : lte(priceColumn(filter), toCents(maxPrice)),
  )
}

const byStock = ({ inStock }: ProductFilter) =>
  inStock === undefined ? undefined : inStock ? gt(products.stock, 0) : eq(products.stock, 0)

/** Matches products whose specification `Fits`, a comma-separated list of names, contains the name of the product with this slug. */
function byMachine({ fits }: ProductFilter): SQL | undefined {
  if (fits === undefined) return undefined
  return sql`exists (
    select 1 from jsonb_array_elements(${products.specifications}) as row, ${products} as machine
    where machine.slug = ${fits} and lower(trim(row ->> 'name')) = 'fits'
      and position(',' || lower(machine.name) || ',' in ',' || regexp_replace(lower(trim(row ->> 'value')), '\\s*[,;]\\s*', ',', 'g') || ',') > 0
  )`
}

/** Filters without facet counts of their own. */
function byRest(filter: ProductFilter, words: readonly SearchWord[]): SQL | undefined {
  const { type, businessType, featured } = filter
  return and(
    visibleToPublic,
    byMachine(filter),
    type && eq(products.type, type),
    businessType && businessType !== 'all' ? eq(businesses.businessType, businessType) : undefined,
    featured === undefined ? undefined : eq(products.featured, featured),
    hasAllWords(words),
  )
}

const byAll = (filter: ProductFilter, words: readonly SearchWord[]) =>
  and(byRest(filter, words), byCategory(filter), byBusiness(filter), byPrice(filter), byStock(filter))

/** Ranks a normalized title, 0 best: the words as a phrase at the start of a word, the phrase anywhere, all words, any word, none. */
export function relevance(title: SQL, words: readonly SearchWord[]): SQL {
  const isIn = ({ readings }: SearchWord) => or(...readings.map((reading) => sql`${title} like ${likeAnywhere(reading)}`))
  const phrase = words.map(({ readings }) => readings[0] ?? '').join(' ')
  return sql`case when ' ' || ${title} like ${likeWordStart(phrase)} then 0 when ${title} like ${likeAnywhere(phrase)} then 1
    when ${and(...words.map(isIn))} then 2 when ${or(...words.map(isIn))} then 3 else 4 end`
}

/** 0 where every word of the search begins a word of the normalized text, 1 where one occurs only within words. */
export function insideWords(text: SQL, words: readonly SearchWord[]): SQL {
  const line = sql`' ' || translate(${text}, chr(10), ' ')`
  const begins = ({ readings }: SearchWord) => or(...readings.map((reading) => sql`${line} like ${likeWordStart(reading)}`))
  return sql`case when ${and(...words.map(begins))} then 0 else 1 end`
}

/** Order by name, the same on both databases whatever their locale. */
export const byName = sql`(lower(${products.name}) collate "C")`

/** Machines first, then materials, then accessories; replacement parts last. */
const byPlaceInShop = sql`case ${baseCategory} when 'replacement-parts' then 3 when 'accessories' then 2
  else case when ${products.type} = 'material' then 1 else 0 end end`

const featuredFirst = [desc(products.featured), byPlaceInShop, byName]

const bestFirst = (words: readonly SearchWord[]) => [
  relevance(normalized(products.name), words),
  insideWords(sql`${products.searchText}`, words),
]

function orderOf(filter: ProductFilter, words: readonly SearchWord[], sort: ProductQuery['sort']): SQL[] {
  const price = priceColumn(filter)
  const orders: Record<NonNullable<ProductQuery['sort']>, SQL[]> = {
    relevance: words.length > 0 ? [...bestFirst(words), desc(products.featured), byName] : featuredFirst,
    featured: featuredFirst,
    name: [byName],
    '-name': [desc(byName)],
    price: [sql`${price}`, byName],
    '-price': [desc(price), byName],
    createdAt: [sql`${products.createdAt}`, byName],
    '-createdAt': [desc(products.createdAt), byName],
  }
  return [...orders[sort ?? 'relevance'], sql`${products.id}`]
}

const vocabularies = new WeakMap<Db, { version: string; words: string[] }>()

/** Returns every word of the public catalog, cached until a product is added or changed. */
export async function vocabularyOf(db: Db): Promise<string[]> {
  const [state] = await db
    .select({
      version: sql<string>`concat_ws(' ', count(*), max(${products.updatedAt}), (select sum(c.version) || ' ' || count(*) from ${categories} c))`,
    })
    .from(products)
  const version = state?.version ?? ''
  const known = vocabularies.get(db)
  if (known?.version === version) return known.words
  const { rows } = await db.execute<{ word: string }>(sql`
    select distinct word from (
      select regexp_split_to_table(concat_ws(' ', ${products.searchText}, ${normalized(categories.label)}, ${normalized(businesses.name)}), '[^a-z0-9]+') as word
      from ${products}
      join ${businesses} on ${products.businessId} = ${businesses.id}
      join ${categories} on ${products.categoryId} = ${categories.id}
      where ${visibleToPublic}
    ) as words where length(word) > 3 order by word`)
  const words = rows.map(({ word }) => word)
  vocabularies.set(db, { version, words })
  return words
}

/** Returns one page: ids in order first, over narrow rows, then the columns of a list. */
async function findPage(db: Db, filter: ProductFilter, words: readonly SearchWord[], { sort, limit, offset, fields }: ProductPage) {
  const order = sql.join(orderOf(filter, words, sort), sql`, `)
  const page = db
    .select({
      id: products.id,
      place: sql<number>`row_number() over (order by ${order})`.as('place'),
      total: sql<number>`count(*) over ()::int`.as('total'),
      machines: sql<number>`count(*) filter (where ${products.type} = 'machine') over ()::int`.as('machines'),
    })
    .from(products)
    .innerJoin(businesses, eq(products.businessId, businesses.id))
    .innerJoin(categories, eq(products.categoryId, categories.id))
    .where(byAll(filter, words))
    .orderBy(sql`place`)
    .limit(limit)
    .offset(offset)
    .as('page')
  return db
    .select({ ...listColumns(fields), total: page.total, machines: page.machines })
    .from(page)
    .innerJoin(products, eq(products.id, page.id))
    .innerJoin(businesses, eq(products.businessId, businesses.id))
    .innerJoin(categories, eq(products.categoryId, categories.id))
    .orderBy(page.place)
}

/** A page of a sorted list. */
interface ProductPage {
  sort: ProductQuery['sort']
  limit: number
  offset: number
  fields?: ProductQuery['fields']
}

/**
 * Returns one page of the public products that pass `filter`, and how many pass in all. A search without `sort` is ranked.
 * `machines`: how many of all are machines; `words`: the search after spelling correction.
 */
export async function searchProducts(db: Db, filter: ProductFilter, page: ProductPage) {
  const words = searchWords(filter.search)
  const read = async (meant: readonly SearchWord[]) => {
    const rows = await findPage(db, filter, meant, page)
    const [first] = rows.length > 0 || page.offset === 0 ? rows : await findPage(db, filter, meant, { ...page, limit: 1, offset: 0 })
    return {
      rows: rows.map(({ total: _all, machines: _of, ...row }) => row),
      total: first?.total ?? 0,
      machines: first?.machines ?? 0,
      words: meant,
    }
  }
  const found = await read(words)
  if (found.total > 0 || words.length === 0) return found
  const meant = suggestWords(words, await vocabularyOf(db))
  return meant ? read(meant) : found
}

/** Counts for each filter value; prices in cents of the filter's currency, null where no product matches. */
interface FacetCounts {
  total: number
  categories: { value: string; label: string; count: number }[]
  businesses: { id: string; name: string; count: number }[]
  price: { min: number | null; max: number | null }
  inStock: number
}

/** Maximum number of businesses offered as filters: those with the most products. */
const MAX_BUSINESSES = 100

const orTrue = (condition: SQL | undefined) => condition ?? sql`true`

/** Counts all groups in one pass, each as if its own filter were off. */
async function countOnce(db: Db, filter: ProductFilter, words: readonly SearchWord[]): Promise<FacetCounts> {
  const { rows } = await db.execute<{ facets: FacetCounts }>(sql`
    with matches as materialized (
      select ${categories.value} as category, ${categories.label} as label, ${categories.position} as position,
        ${businesses.id} as business_id, ${businesses.name} as business_name, ${priceColumn(filter)} as price, ${products.stock} as stock,
        ${orTrue(byCategory(filter))} as in_category, ${orTrue(byBusiness(filter))} as in_business,
        ${orTrue(byPrice(filter))} as in_price, ${orTrue(byStock(filter))} as in_stock
      from ${products}
      join ${businesses} on ${products.businessId} = ${businesses.id}
      join ${categories} on ${products.categoryId} = ${categories.id}
      where ${byRest(filter, words)}
    ), by_category as (
      select category, label, position, count(*) as count from matches where in_business and in_price and in_stock group by 1, 2, 3
    ), by_business as (
      select business_id, business_name, count(*) as count from matches where in_category and in_price and in_stock group by 1, 2
      order by count(*) desc, 1 limit ${MAX_BUSINESSES}
    ), by_price as (
      select min(price) as min, max(price) as max from matches where in_category and in_business and in_stock
    )
    select json_build_object(
      'total', (select count(*) from matches where in_category and in_business and in_price and in_stock),
      'categories', (select coalesce(json_agg(json_build_object('value', category, 'label', label, 'count', count) order by position, label), '[]') from by_category),
      'businesses', (select coalesce(json_agg(json_build_object('id', business_id, 'name', business_name, 'count', count) order by lower(business_name) collate "C"), '[]') from by_business),
      'price', (select json_build_object('min', min, 'max', max) from by_price),
      'inStock', (select count(*) from matches where in_category and in_business and in_price and stock > 0)
    ) as facets`)
  const counts = rows[0]?.facets
  if (!counts) throw new Error('The database counted nothing')
  return counts
}

/** Counts the public products that each filter value would leave. */
export async function countFacets(db: Db, filter: ProductFilter): Promise<FacetCounts> {
  const words = searchWords(filter.search)
  const counts = await countOnce(db, filter, words)
  if (counts.total > 0 || words.length === 0) return counts
  const meant = suggestWords(words, await vocabularyOf(db))
  return meant ? countOnce(db, filter, meant) : counts
}
