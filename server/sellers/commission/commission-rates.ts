import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { CommissionRate } from '#domain/commission.ts'
import { SEEDED_CATEGORIES } from '#domain/product.ts'
import { baseCategory } from '#server/platform/db/base-category.ts'
import type { Db } from '#server/platform/db/client.ts'
import { businesses, categories, commissionRates } from '#server/platform/db/schema.ts'

/**
 * The rates in force, in the order of the staff, as a value of any query: `CommissionRate[]`. Their categories stand by the values that the shop's
 * rules know them by (`baseCategory`), as goods in a cart have them, so that nothing is to be looked up while an order is placed.
 */
export const ratesInForce = sql<CommissionRate[]>`coalesce((
  select json_agg(json_build_object('businessId', r.business_id, 'category', r.category, 'basisPoints', r.basis_points) order by r.position)
  from ${commissionRates} r), '[]'::json)`

/** Every rate in the order of the staff; the last fits everything once they have been saved. */
export async function listRates(db: Db): Promise<(CommissionRate & { version: number })[]> {
  const { businessId, category, basisPoints, version, position, id } = commissionRates
  return db.select({ businessId, category, basisPoints, version }).from(commissionRates).orderBy(asc(position), asc(id))
}

/** Replaces all rates by `rates`, in their order. */
export async function replaceRates(tx: Db, rates: readonly CommissionRate[], version: number, at: Date): Promise<void> {
  await tx.delete(commissionRates)
  await tx.insert(commissionRates).values(rates.map((rate, position) => ({ ...rate, position, version, createdAt: at })))
}

/** Makes those who save rates wait for each other until the transaction ends. */
export async function lockRates(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('commission_rates'))`)
}

/** The names of these sellers by their ids; unknown ids are left out. */
export async function nameSellers(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: businesses.id, name: businesses.name })
    .from(businesses)
    .where(inArray(businesses.id, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** A category as staff call it, and the value that the shop's rules know it by. */
export interface RatedCategory {
  base: string
  value: string
  label: string
}

/** Every category; there are few. */
export async function listRatedCategories(db: Db): Promise<RatedCategory[]> {
  return db.select({ base: baseCategory, value: categories.value, label: categories.label }).from(categories)
}

/** Lets the rates of a category go on counting when its value changes; the shop's own categories are known by their first value for ever. */
export async function renameInRates(tx: Db, before: string, after: string): Promise<void> {
  if (SEEDED_CATEGORIES.some(({ value }) => value === before)) return
  await tx.update(commissionRates).set({ category: after }).where(eq(commissionRates.category, before))
}
