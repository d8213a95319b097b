import { sql } from 'drizzle-orm'
import { SEEDED_CATEGORIES } from '#domain/product.ts'
import { categories, categoryValues } from './schema.ts'

const SEEDED_VALUES = sql.raw(SEEDED_CATEGORIES.map(({ value }) => `'${value}'`).join(', '))

/**
 * The value by which the rules for price breaks, warranty, returns and commission know a category: for a renamed category of the first
 * catalog, its original value. Needs `categories` in the query.
 */
export const baseCategory = sql<string>`case when ${categories.value} in (${SEEDED_VALUES}) then ${categories.value} else coalesce(
  (select v.value from ${categoryValues} v where v.category_id = ${categories.id} and v.value in (${SEEDED_VALUES})
  order by v.created_at, v.value limit 1), ${categories.value}) end`
