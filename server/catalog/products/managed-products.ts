import { and, asc, eq, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import type { ProductGridSort } from '#contract/catalog/product-grid.ts'
import type { ProductQuery } from '#contract/catalog/products.ts'
import type { ImpactModel } from '#domain/impact.ts'
import type { ProductStatus, ProductType } from '#domain/product.ts'
import { hsCodeOf, type ProductFacts } from '#domain/product-facts.ts'
import { columnsOf } from '#domain/product-fields.ts'
import { FURTHER_NEEDS, type FurtherNeed, NEEDED_FACTS, type ReadinessKey } from '#domain/readiness.ts'
import { plainCode } from '#domain/search/words.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isOneOf, type ListPart, readIds } from '#server/platform/db/read-ids.ts'
import { businesses, categories, products, searchDocuments } from '#server/platform/db/schema.ts'
import { lowStockLevel } from '#server/platform/settings/setting-groups.ts'
import { likeAnywhere, NAMES_FROM, searchWords } from '#server/platform/text/search-text.ts'
import { factColumns } from './fact-columns.ts'
import { lacksTyped, missingAttributes } from './product-attributes.ts'
import { byName, inBusiness, inCategory, listColumns, type SummaryRow } from './product-list.ts'
import { hasSafety } from './safety-columns.ts'
import { regularPriceColumns } from './sale-columns.ts'

/**
 * Filters and sorting of products as staff and sellers manage them. Deleted products match only `status: 'Deleted'`, and never with
 * `hidesDeleted`.
 */
export interface ManagedProductFilter {
  search?: string | undefined
  /** One of these; `featured`: featured products in any status but Deleted. */
  status?: readonly (ProductStatus | 'featured')[] | undefined
  category?: readonly string[] | undefined
  type?: ProductType | undefined
  businessId?: readonly string[] | undefined
  featured?: boolean | undefined
  lowStock?: boolean | undefined
  incomplete?: boolean | undefined
  /** Lacks one of these facts. */
  missing?: readonly (ReadinessKey | 'any')[] | undefined
  hidesDeleted?: boolean
  /** Newest first by default. */
  sort?: readonly ProductGridSort[] | undefined
}

/** A product as its editors list it: at its regular prices, with its sale. */
export type ManagedRow = SummaryRow & ProductFacts & { impactModel: ImpactModel | null; isRecalled: boolean }

/** The prices before a sale, which only buyers see. */
const NO_FORMER = { formerUsdCents: sql<null>`null`, formerEurCents: sql<null>`null` }

/** A part of the list. */
export interface ListRange extends ListPart {
  fields?: ProductQuery['fields']
}

/** True for a product without a picture or a full description. */
export const isIncomplete = sql`(${products.images} = '[]'::jsonb or ${products.fullDescription} = '')`

/** True for a product that lacks what else than single facts decides where it can be sold. */
const FURTHER: Readonly<Record<FurtherNeed, SQL>> = {
  safety: sql`not (select ${hasSafety} from ${businesses} where ${businesses.id} = ${products.businessId})`,
  specifications: sql`(${products.specifications} = '[]'::jsonb or ${lacksTyped} or cardinality(${missingAttributes}) > 0)`,
  pictureText: sql`jsonb_path_exists(${products.images}, '$[*] ? (!(@.url starts with "/drawings/") && !(@.alt like_regex "[^ ]"))')`,
}
/** True for a product that lacks this, as `readinessOf` of the domain says. */
const LACKS: ReadonlyMap<ReadinessKey, SQL | undefined> = new Map([
  ...Array.from(NEEDED_FACTS, ([key, field]) => [key, or(...columnsOf([field]).map((column) => isNull(products[column])))] as const),
  ...FURTHER_NEEDS.map((key) => [key, FURTHER[key]] as const),
])
const lacks = (key: ReadinessKey | 'any') => (key === 'any' ? or(...LACKS.values()) : LACKS.get(key))

/** The product's own text, without the names of its category and business. */
const ownText = sql`split_part(${products.searchText}, ${NAMES_FROM}, 1)`

/** Every word of the search in name, description or features: the first condition lets the index help. */
const hasWords = (search: string | undefined) =>
  searchWords(search).flatMap(({ readings }) =>
    [products.searchText, ownText].map((text) => sql`${text} like ${likeAnywhere(readings[0] ?? '')}`),
  )

/** The words of a search in a product's own text, or its SKU, MPN, GTIN, slug or HS code as a whole. */
function isSearched(search: string | undefined): SQL | undefined {
  const words = hasWords(search)
  if (words.length === 0) return undefined
  const hsCode = hsCodeOf(search ?? '')
  return sql`${products.id} in (select ${products.id} from ${products} where ${and(...words)}
    union all select d.product_id from ${searchDocuments} d where d.codes @> array[${plainCode(search ?? '')}]
    ${hsCode === null ? sql`` : sql`union all select p.id from ${products} p where p.hs_code = ${hsCode}`})`
}

function hasStatus(status: ProductStatus | 'featured'): SQL | undefined {
  return status === 'featured' ? and(eq(products.featured, true), ne(products.status, 'Deleted')) : eq(products.status, status)
}

function matches(filter: ManagedProductFilter): SQL | undefined {
  const { search, status, category, type, businessId, featured, lowStock, incomplete, missing, hidesDeleted } = filter
  return and(
    status?.includes('Deleted') && !hidesDeleted ? undefined : ne(products.status, 'Deleted'),
    status && or(...status.map(hasStatus)),
    category && or(...category.map(inCategory)),
    type && eq(products.type, type),
    businessId && or(...businessId.map(inBusiness)),
    featured === undefined ? undefined : eq(products.featured, featured),
    lowStock ? lt(products.stock, lowStockLevel()) : undefined,
    incomplete ? isIncomplete : undefined,
    missing && or(...missing.map(lacks)),
    isSearched(search),
  )
}

const COLUMNS = {
  name: byName,
  stock: sql`${products.stock}`,
  priceUSD: sql`${regularPriceColumns.priceUsdCents}`,
  sku: sql`lower(${products.sku})`,
  weight: sql`${products.weightGrams}`,
  createdAt: sql`${products.createdAt}`,
  updatedAt: sql`${products.updatedAt}`,
}

function orderOf(sorts: readonly ProductGridSort[] = ['-createdAt']): SQL[] {
  const keys = sorts.map((sort) => {
    const column = COLUMNS[sort.replace('-', '') as keyof typeof COLUMNS] // each sort is a column's name, with or without a minus
    return sort.startsWith('-') ? sql`${column} desc nulls last` : asc(column)
  })
  return [...keys, asc(products.id)]
}

/** Adds filter, order and range to a query over `products`. */
export const inRange = <Query extends PgSelect>(query: Query, filter: ManagedProductFilter, { limit, offset, ids }: ListRange) =>
  query
    .where(ids ? isOneOf(products.id, ids) : matches(filter))
    .orderBy(...orderOf(filter.sort))
    .limit(limit)
    .offset(offset)

/** Returns the ids of all products that match, in the order of the list. */
export function listProductIds(db: Db, filter: ManagedProductFilter): Promise<string[]> {
  const matching = db.select({ id: products.id }).from(products).where(matches(filter))
  return readIds(db, matching.orderBy(...orderOf(filter.sort)))
}

/** Returns one range of the products that match. */
export function readManagedProducts(db: Db, filter: ManagedProductFilter, range: ListRange): Promise<ManagedRow[]> {
  const page = inRange(db.select({ id: products.id }).from(products).$dynamic(), filter, range).as('page') // ids first: rows are wide
  return db
    .select({
      ...listColumns(range.fields),
      ...factColumns,
      impactModel: products.impactModel,
      isRecalled: sql<boolean>`${products.recalledAt} is not null`,
      ...regularPriceColumns,
      ...NO_FORMER,
    })
    .from(page)
    .innerJoin(products, eq(products.id, page.id))
    .innerJoin(businesses, eq(products.businessId, businesses.id))
    .innerJoin(categories, eq(products.categoryId, categories.id))
    .orderBy(...orderOf(filter.sort))
}

/** Returns the ids of at most `limit` products that match, and how many match in all. */
export async function listMatchingIds(db: Db, filter: ManagedProductFilter, limit: number): Promise<{ ids: string[]; total: number }> {
  const total = await db.$count(products, matches(filter))
  const rows = await db.select({ id: products.id }).from(products).where(matches(filter)).orderBy(asc(products.id)).limit(limit)
  return { ids: rows.map(({ id }) => id), total }
}

/** Returns one range of the products that match, and how many match in all. */
export async function listManagedProducts(
  db: Db,
  filter: ManagedProductFilter,
  range: ListRange,
): Promise<{ rows: ManagedRow[]; total: number }> {
  const total = await db.$count(products, matches(filter))
  // an offset past the end would scan every match
  return { total, rows: range.offset < total ? await readManagedProducts(db, filter, range) : [] }
}
