import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { Product, type ProductQuery, ProductSummary } from '#contract/catalog/products.ts'
import { isUuid } from '#domain/text.ts'
import type { Db } from '#server/platform/db/client.ts'
import { products } from '#server/platform/db/schema.ts'
import { statement } from '#server/platform/db/unit-of-work.ts'
import { type Deliveries, selectDeliveries, shareOf, yearBefore } from '#server/sellers/businesses/public-businesses.ts'
import { presentListed, presentProduct } from './present-product.ts'
import { linksKey, linksKeyColumn } from './product-fits.ts'
import { idOf, rowKey, withSeller } from './product-keys.ts'
import { findListed, visibleToPublic } from './product-list.ts'
import { findProduct } from './product-record.ts'

/* The JSON of products, made and checked once for a key. What the public may see, and in which order, is read from the database each time. */

const MAX_BYTES = 32 * 1024 * 1024
/** Bytes of an entry beside its text, which has two a letter at most. */
const OVERHEAD = 400

const texts = new LRUCache<string, string>({ maxSize: MAX_BYTES, sizeCalculation: (text) => 2 * text.length + OVERHEAD })

/** Returns the JSON of listed products with these keys, in their order; one that is not public any more is left out. */
export async function listTexts(db: Db, keys: readonly string[], fields: ProductQuery['fields'] = 'all'): Promise<string[]> {
  const known = keys.map((key) => texts.get(`${fields} ${key}`))
  const missing = keys.filter((_, at) => known[at] === undefined).map(idOf)
  if (missing.length === 0) return known.filter((text) => text !== undefined)
  const made = new Map<string, string>()
  for (const row of await findListed(db, missing, fields)) {
    const text = JSON.stringify(ProductSummary.parse(presentListed(row, fields)))
    texts.set(`${fields} ${row.key}`, text)
    made.set(row.id, text)
  }
  return keys.flatMap((key, at) => known[at] ?? made.get(idOf(key)) ?? [])
}

/** Adds to the JSON of products how well each matches a search; nothing where one of them is gone since it was found. */
export const withTiers = (texts: readonly string[], tiers: readonly number[]): readonly string[] =>
  texts.length === tiers.length ? texts.map((text, at) => `${text.slice(0, -1)},"tier":${tiers[at]}}`) : texts

const findKey = (column: 'id' | 'slug') =>
  statement<{ value: string; since: string }, Deliveries & { key: string; links: string }>(
    `public_product_key_by_${column}`,
    () => sql`select ${rowKey} as key, ${linksKeyColumn} as links, counted.* from ${products} ${withSeller}
      cross join lateral (${selectDeliveries(products.businessId, sql`${sql.placeholder('since')}`)}) as counted
      where ${products[column]} = ${sql.placeholder('value')} and ${visibleToPublic}`,
  )
const FIND_KEY = { id: findKey('id'), slug: findKey('slug') }

/** Returns the JSON of the public product with this id or current slug; null when there is none. */
export async function productText(db: Db, column: 'id' | 'slug', value: string, now: Date): Promise<string | null> {
  if (column === 'id' && !isUuid(value)) return null
  const [found] = await FIND_KEY[column](db, { value, since: yearBefore(now).toISOString() })
  if (!found) return null
  const { key, links, deliveries, onTime } = found
  const name = `whole ${key} ${links} ${deliveries} ${onTime}`
  const known = texts.get(name)
  if (known) return known
  const row = await findProduct(db, null, idOf(key))
  if (!row) return null
  const text = JSON.stringify(Product.parse(presentProduct(row, shareOf(found))))
  if (row.key === key && linksKey(row) === links) texts.set(name, text)
  return text
}
