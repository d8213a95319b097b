import { LRUCache } from 'lru-cache'
import { type ProductQuery, ProductSummary } from '#contract/catalog/products.ts'
import type { Db } from '#server/platform/db/client.ts'
import { presentListed } from './present-product.ts'
import { idOf } from './product-keys.ts'
import { findListed, type SummaryRow } from './product-list.ts'

/*
 * The JSON of products in lists, made and checked once for a key. What the public may see, and in which order, is read from the database
 * each time.
 */

const MAX_BYTES = 32 * 1024 * 1024
/** Bytes of an entry beside its text, which has two a letter at most. */
const OVERHEAD = 400

const texts = new LRUCache<string, string>({ maxSize: MAX_BYTES, sizeCalculation: (text) => 2 * text.length + OVERHEAD })

/** Makes the JSON of a product in a list. */
export const textOf = (row: SummaryRow, fields: ProductQuery['fields']): string =>
  JSON.stringify(ProductSummary.parse(presentListed(row, fields)))

/** Returns the JSON of listed products with these keys, in their order; one that is not public any more is left out. */
export async function listTexts(db: Db, keys: readonly string[], fields: ProductQuery['fields'] = 'all'): Promise<string[]> {
  const known = keys.map((key) => texts.get(`${fields} ${key}`))
  const missing = keys.filter((_, at) => known[at] === undefined).map(idOf)
  if (missing.length === 0) return known.filter((text) => text !== undefined)
  const made = new Map<string, string>()
  for (const row of await findListed(db, missing, fields)) {
    const text = textOf(row, fields)
    texts.set(`${fields} ${row.key}`, text)
    made.set(row.id, text)
  }
  return keys.flatMap((key, at) => known[at] ?? made.get(idOf(key)) ?? [])
}

/** Adds to the JSON of products how well each matches a search; nothing where one of them is gone since it was found. */
export const withTiers = (texts: readonly string[], tiers: readonly number[]): readonly string[] =>
  texts.length === tiers.length ? texts.map((text, at) => `${text.slice(0, -1)},"tier":${tiers[at]}}`) : texts
