import { and, desc, eq, gt, gte, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { ProductQuery } from '#contract/products.ts'
import type { Db } from '#server/db/client.ts'
import { businesses, categories, products } from '#server/db/schema.ts'
import { likeAnywhere, type SearchWord, searchWords, typoPattern } from './search-text.ts'

/** What a list or its counts are narrowed by; prices in whole units of `currency`. */
export type ProductFilter = Omit<ProductQuery, 'page' | 'limit' | 'sort'>

/** What the public may see: Active products of Active and approved businesses (D39, D251). Needs `products` and `businesses` in the query. */
export const visibleToPublic: SQL = sql`(${products.status} = 'Active' and ${businesses.status} = 'Active' and ${businesses.businessStatus} = 'approved')`

/** What a list shows of a product. */
export const summaryColumns = {
  id: products.id,
  slug: products.slug,
  name: products.name,
  description: products.description,
  type: products.type,
  category: categories.value,
  categoryLabel: categories.label,
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
} as const

/** A product as a list reads it. */
export type SummaryRow = Awaited<ReturnType<typeof searchProducts>>['rows'][number]

/** How a search reads words: as they are typed, or allowing each one slip because nothing has them as typed. */
type Spelling = 'exact' | 'tolerant'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const NOTHING: SQL = sql`false`

const MARKED = 'àáâãäåèéêëìíîïòóôõöøùúûüçñ'
const PLAIN = 'aaaaaaeeeeiiiioooooouuuucn'

/** Names of firms and categories, folded as `foldText` folds stored texts; `lower` alone knows only ASCII in some databases. */
const folded = (column: SQLWrapper): SQL =>
  sql`translate(lower(${column}), ${sql.raw(`'${MARKED}${MARKED.toUpperCase()}-', '${PLAIN}${PLAIN} '`)})`

/** One word, somewhere: in the product's own text, or in the name of its category or business (each of these read once, not for every product). */
function hasWord({ text, type }: SearchWord, spelling: Spelling): SQL | undefined {
  const pattern = likeAnywhere(text)
  const slip = spelling === 'tolerant' ? typoPattern(text) : null
  const named = (name: SQL) => (slip ? sql`(${name} like ${pattern} or ${name} ~ ${slip})` : sql`${name} like ${pattern}`)
  return or(
    sql`${products.searchText} like ${pattern}`,
    ...(type ? [eq(products.type, type)] : []),
    ...(slip ? [sql`${products.searchText} ~ ${slip}`] : []),
    sql`${products.categoryId} in (select c.id from ${categories} c where ${named(folded(sql`c.label`))})`,
    sql`${products.businessId} in (select b.id from ${businesses} b where ${named(folded(sql`b.name`))})`,
  )
}

const hasAllWords = (words: SearchWord[], spelling: Spelling) => and(...words.map((word) => hasWord(word, spelling)))

const priceColumn = (filter: ProductFilter) => (filter.currency === 'EUR' ? products.priceEurCents : products.priceUsdCents)
const toCents = (amount: number) => Math.round(amount * 100)

const byCategory = ({ category }: ProductFilter) => (category ? eq(categories.value, category) : undefined)

function byBusiness({ businessId }: ProductFilter): SQL | undefined {
  if (!businessId) return undefined
  return UUID.test(businessId) ? eq(products.businessId, businessId) : NOTHING
}

function byPrice(filter: ProductFilter): SQL | undefined {
  const { minPrice, maxPrice } = filter
  return and(
    minPrice === undefined ? undefined : gte(priceColumn(filter), toCents(minPrice)),
    maxPrice === undefined ? undefined : lte(priceColumn(filter), toCents(maxPrice)),
  )
}

const byStock = ({ inStock }: ProductFilter) =>
  inStock === undefined ? undefined : inStock ? gt(products.stock, 0) : eq(products.stock, 0)

/** The filters that have no group of counts of their own. */
function byRest({ type, businessType, featured, search }: ProductFilter, spelling: Spelling): SQL | undefined {
  return and(
    visibleToPublic,
    type && eq(products.type, type),
    businessType && businessType !== 'all' ? eq(businesses.businessType, businessType) : undefined,
    featured === undefined ? undefined : eq(products.featured, featured),
    hasAllWords(searchWords(search), spelling),
  )
}

const byAll = (filter: ProductFilter, spelling: Spelling) =>
  and(byRest(filter, spelling), byCategory(filter), byBusiness(filter), byPrice(filter), byStock(filter))

/** Hits in the name first: the words as one phrase, then all of them, then any. */
function relevance(words: SearchWord[]): SQL {
  const name = sql`split_part(${products.searchText}, E'\\n', 1)` // the folded name
  const isIn = ({ text }: SearchWord) => sql`${name} like ${likeAnywhere(text)}`
  const phrase = likeAnywhere(words.map((word) => word.text).join(' '))
  return sql`case when ${name} like ${phrase} then 0 when ${and(...words.map(isIn))} then 1 when ${or(...words.map(isIn))} then 2 else 3 end`
}

/** The same order on both databases, whatever their language. */
const byName = sql`lower(${products.name}) collate "C"`

function orderOf(filter: ProductFilter, sort: ProductQuery['sort']): SQL[] {
  const words = searchWords(filter.search)
  const price = priceColumn(filter)
  const orders: Record<NonNullable<ProductQuery['sort']>, SQL[]> = {
    relevance: words.length > 0 ? [relevance(words), desc(products.featured), byName] : [desc(products.featured), byName],
    featured: [desc(products.featured), byName],
    name: [byName],
    '-name': [desc(byName)],
    price: [sql`${price}`, byName],
    '-price': [desc(price), byName],
    createdAt: [sql`${products.createdAt}`, byName],
    '-createdAt': [desc(products.createdAt), byName],
  }
  return [...orders[sort ?? 'relevance'], sql`${products.id}`]
}

/** Whether some public product has every word as typed; only if none has, slips are allowed for. */
async function spellingOf(db: Db, search: string | undefined): Promise<Spelling> {
  const words = searchWords(search)
  if (words.every(({ text }) => typoPattern(text) === null)) return 'exact'
  const [hit] = await db
    .select({ id: products.id })
    .from(products)
    .innerJoin(businesses, eq(products.businessId, businesses.id))
    .innerJoin(categories, eq(products.categoryId, categories.id))
    .where(and(visibleToPublic, hasAllWords(words, 'exact')))
    .limit(1)
  return hit ? 'exact' : 'tolerant'
}

async function countMatches(db: Db, filter: ProductFilter, spelling: Spelling): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(products)
    .innerJoin(businesses, eq(products.businessId, businesses.id))
    .innerJoin(categories, eq(products.categoryId, categories.id))
    .where(byAll(filter, spelling))
  return row?.total ?? 0
}

/** One page of the public products that pass `filter`, and how many pass in all. A search without `sort` is ranked. */
export async function searchProducts(db: Db, filter: ProductFilter, page: { sort: ProductQuery['sort']; limit: number; offset: number }) {
  let spelling: Spelling = 'exact'
  let total = await countMatches(db, filter, spelling)
  if (total === 0) {
    spelling = await spellingOf(db, filter.search)
    if (spelling === 'tolerant') total = await countMatches(db, filter, spelling)
  }
  if (total <= page.offset) return { rows: [], total }
  const rows = await db
    .select(summaryColumns)
    .from(products)
    .innerJoin(businesses, eq(products.businessId, businesses.id))
    .innerJoin(categories, eq(products.categoryId, categories.id))
    .where(byAll(filter, spelling))
    .orderBy(...orderOf(filter, page.sort))
    .limit(page.limit)
    .offset(page.offset)
  return { rows, total }
}

/** Counts for each filter value; prices in cents of the filter's currency, null where no product is left. */
export interface FacetCounts {
  total: number
  categories: { value: string; label: string; count: number }[]
  businesses: { id: string; name: string; count: number }[]
  price: { min: number | null; max: number | null }
  inStock: number
}

const orTrue = (condition: SQL | undefined) => condition ?? sql`true`

/** Counts all groups in one pass, each as if its own filter were off. */
async function countOnce(db: Db, filter: ProductFilter, spelling: Spelling): Promise<FacetCounts> {
  const { rows } = await db.execute<{ facets: FacetCounts }>(sql`
    with matches as materialized (
      select ${categories.value} as category, ${categories.label} as label, ${categories.position} as position,
        ${businesses.id} as business_id, ${businesses.name} as business_name, ${priceColumn(filter)} as price, ${products.stock} as stock,
        ${orTrue(byCategory(filter))} as in_category, ${orTrue(byBusiness(filter))} as in_business,
        ${orTrue(byPrice(filter))} as in_price, ${orTrue(byStock(filter))} as in_stock
      from ${products}
      join ${businesses} on ${products.businessId} = ${businesses.id}
      join ${categories} on ${products.categoryId} = ${categories.id}
      where ${byRest(filter, spelling)}
    ), by_category as (
      select category, label, position, count(*) as count from matches where in_business and in_price and in_stock group by 1, 2, 3
    ), by_business as (
      select business_id, business_name, count(*) as count from matches where in_category and in_price and in_stock group by 1, 2
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

/** How many public products each filter value would leave. */
export async function countFacets(db: Db, filter: ProductFilter): Promise<FacetCounts> {
  const counts = await countOnce(db, filter, 'exact')
  if (counts.total > 0 || !filter.search || (await spellingOf(db, filter.search)) === 'exact') return counts
  return countOnce(db, filter, 'tolerant')
}
