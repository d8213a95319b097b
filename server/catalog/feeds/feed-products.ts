import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { visibleToPublic } from '#server/catalog/products/product-list.ts'
import { productColumns } from '#server/catalog/products/product-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { businesses, categories, products, revisions } from '#server/platform/db/schema.ts'
import { builtOnce } from '#server/platform/db/unit-of-work.ts'

/**
 * Number of products that are read at once, some 400 kB: what lives shorter than a collection of young objects is never moved to old ones,
 * which grow first.
 */
const PART = 100
const FIRST = '00000000-0000-0000-0000-000000000000'

const columns = {
  ...productColumns,
  saleFrom: products.saleFrom,
  saleTo: products.saleTo,
  regularUsdCents: products.regularUsdCents,
  regularEurCents: products.regularEurCents,
}
const NONE = sql<never[]>`'[]'::jsonb`
/** The same without what is looked up in other tables for each product. */
const ownColumns: typeof columns = { ...columns, attributes: NONE, fits: NONE, fittingParts: NONE }

const selectPart = (shown: typeof columns, name: string) =>
  builtOnce((db) =>
    db
      .select(shown)
      .from(products)
      .innerJoin(businesses, eq(products.businessId, businesses.id))
      .innerJoin(categories, eq(products.categoryId, categories.id))
      .where(and(visibleToPublic, gt(products.id, sql.placeholder('after'))))
      .orderBy(asc(products.id))
      .limit(PART)
      .prepare(name),
  )
const PARTS = { all: selectPart(columns, 'feed_products'), own: selectPart(ownColumns, 'feed_products_own') }

/** A public product with all that the feeds say of it. */
export type FeedProduct = Awaited<ReturnType<ReturnType<(typeof PARTS)['all']>['execute']>>[number]

/**
 * Reads all public products in parts, in the order of their ids; between two parts nothing is held in the database. `own` facts are without
 * specifications and what fits what, which cost a look into other tables for each product.
 */
export async function* readFeedProducts(db: Db, facts: keyof typeof PARTS): AsyncGenerator<FeedProduct[]> {
  let after = FIRST
  for (;;) {
    const part = await PARTS[facts](db).execute({ after })
    if (part.length > 0) yield part
    if (part.length < PART) return
    after = part.at(-1)?.id ?? after
  }
}

/**
 * Finds the SKUs, in lower case, that do not tell one public product from the others: two sellers have them, or they are the slug of
 * another product.
 */
export async function findSharedSkus(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ sku: string }>(sql`
    select lower(${products.sku}) as sku from ${products} where ${visibleToPublic} and ${products.sku} is not null group by 1
      having count(*) > 1
    union select lower(${products.sku}) from ${products} join ${products} o on o.slug = lower(${products.sku}) and o.id <> ${products.id}
    where ${visibleToPublic} and ${products.sku} is not null`)
  return new Set(rows.map(({ sku }) => sku))
}

/** Reads the revisions of all that the feeds show, as the database has them. */
export async function readRevisions(db: Db): Promise<string> {
  const rows = await db.select().from(revisions).orderBy(asc(revisions.name))
  return rows.map(({ name, value }) => `${name}:${value}`).join(' ')
}
