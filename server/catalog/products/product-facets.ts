import { type SQL, sql } from 'drizzle-orm'
import type { AttributeFacet, Understood } from '#contract/catalog/products.ts'
import type { Db } from '#server/platform/db/client.ts'
import { rememberCounts } from '#server/platform/db/remember-counts.ts'
import { REVISIONS } from '#server/platform/db/revisions.ts'
import { businesses, categories, products } from '#server/platform/db/schema.ts'
import { executeOften } from '#server/platform/db/unit-of-work.ts'
import { countMatching, findProducts, readSearch, understand } from './found-products.ts'
import { type CountedFacet, facetsColumn, presentFacet } from './product-attributes.ts'
import { fittedColumn } from './product-fits.ts'
import { byAll, byRest, categoryId, chosenBy, countProducts, firstOf, type ProductFilter, priceColumn } from './product-list.ts'
import type { ProductSearch } from './product-search.ts'

/** Counts for each filter value; prices in cents of the filter's currency, null where no product matches. */
interface FacetCounts {
  total: number
  categories: { value: string; label: string; count: number }[]
  businesses: { id: string; name: string; count: number }[]
  fits: { slug: string; name: string; count: number }[]
  price: { min: number | null; max: number | null }
  inStock: number
  attributes: AttributeFacet[]
  understood: Understood | null
}

/** Maximum number of businesses, and of products that others fit, offered as filters: those with the most products. */
const MAX_CHOICES = 100

type Groups = Omit<FacetCounts, 'attributes' | 'fits' | 'understood'>

const orTrue = (condition: SQL | undefined) => condition ?? sql`true`

/** Selects the counts of all groups in one pass over an index, each as if its own filter were off. */
function selectGroups(filter: ProductFilter, search: ProductSearch | null): SQL {
  const { category, business, price, stock } = chosenBy(filter)
  const [inPrice, inStock] = [orTrue(price), orTrue(stock)]
  return sql`
    with counts as materialized (
      select ${products.categoryId} as category_id, ${products.businessId} as business_id,
        ${orTrue(category)} as in_category, ${orTrue(business)} as in_business,
        (count(*) filter (where ${inPrice} and ${inStock}))::int as count,
        (count(*) filter (where ${inPrice} and ${products.inStock}))::int as in_stock,
        min(${priceColumn(filter)}) filter (where ${inStock}) as min, max(${priceColumn(filter)}) filter (where ${inStock}) as max
      from ${products} where ${firstOf(byRest(filter, search), search)} group by 1, 2
    ), by_category as (
      select category_id, sum(count)::int as count from counts where in_business group by 1 having sum(count) > 0
    ), by_business as (
      select business_id, sum(count)::int as count from counts where in_category group by 1 having sum(count) > 0
      order by count desc, business_id limit ${MAX_CHOICES}
    ), chosen as (
      select coalesce(sum(count), 0)::int as count, coalesce(sum(in_stock), 0)::int as in_stock, min(min) as min, max(max) as max
      from counts where in_category and in_business
    )
    select json_build_object(
      'total', (select count from chosen),
      'categories', (select coalesce(json_agg(json_build_object('value', c.value, 'label', c.label, 'count', n.count)
      order by c.position, c.label), '[]')
        from by_category n join ${categories} c on c.id = n.category_id),
      'businesses', (select coalesce(json_agg(json_build_object('id', b.id, 'name', b.name, 'count', n.count)
      order by lower(b.name) collate "C"), '[]')
        from by_business n join ${businesses} b on b.id = n.business_id),
      'price', (select json_build_object('min', min, 'max', max) from chosen),
      'inStock', (select in_stock from chosen)
    ) as groups`
}

/** Maximum number of products of a mixed list whose specifications are counted: those of a category are fewer. */
const MAX_MIXED = 20_000

/**
 * The values of the chosen category's attributes; without a category those of all in the list of a type, up to `MAX_MIXED` products.
 */
function specificationsColumn(filter: ProductFilter, search: ProductSearch | null): SQL {
  if (!filter.category && !filter.type) return sql`null`
  const where = firstOf(byAll({ ...filter, attributes: [] }, search), search)
  const category = filter.category ? categoryId(filter.category) : null
  const column = facetsColumn(category, where, filter.attributes ?? [])
  return category ? column : sql`case when (groups ->> 'total')::int <= ${MAX_MIXED} then ${column} end`
}

/** Counts the values of all filters in one statement, each as if its own filter were off; packaging fits nothing. */
async function countAll(db: Db, filter: ProductFilter, search: ProductSearch | null) {
  const fits =
    filter.type === 'material' ? sql`null` : fittedColumn(firstOf(byAll({ ...filter, fits: undefined }, search), search), MAX_CHOICES)
  const [counted] = await executeOften<{ groups: Groups; fits: FacetCounts['fits'] | null; attributes: CountedFacet[] | null }>(
    db,
    sql`
    with counted as materialized (${selectGroups(filter, search)})
    select groups, ${fits} as fits, ${specificationsColumn(filter, search)} as attributes from counted`,
  )
  if (!counted) throw new Error('The database counted nothing')
  return counted
}

/** Says how a search was read. Only for one with corrections, or with terms that the shop does not sell, its best hit has to be known. */
async function readUnderstood(db: Db, filter: ProductFilter, search: ProductSearch, total: number): Promise<Understood> {
  const { corrections, instead } = search.reading
  const isSure = corrections.length + instead.length === 0
  const { tiers } = isSure ? { tiers: [] } : await findProducts(db, filter, { sort: 'relevance', limit: 1, offset: 0 })
  return understand({ search, tiers, matching: search.wider ? await countMatching(db, filter, search) : total })
}

/** Counts the public products that each filter value would leave, and says how the search was read. */
export async function countFacets(db: Db, filter: ProductFilter): Promise<FacetCounts> {
  const search = await readSearch(db, filter)
  return rememberCounts(db, { key: ['facets', filter, search], shows: REVISIONS }, async () => {
    const { groups: counted, fits, attributes } = await countAll(db, filter, search)
    // of many hits the first ones are counted by their values, but not by all filters together
    const groups = search?.isMany ? { ...counted, total: (await countProducts(db, filter, search)).total } : counted
    return {
      ...groups,
      fits: fits ?? [],
      attributes: (attributes ?? []).map(presentFacet),
      understood: search && (await readUnderstood(db, filter, search, groups.total)),
    }
  })
}
