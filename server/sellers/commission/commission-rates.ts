import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { CommissionRate } from '#domain/commission.ts'
import { SEEDED_CATEGORIES } from '#domain/product.ts'
import { baseCategory } from '#server/platform/db/base-category.ts'
import type { Db } from '#server/platform/db/client.ts'
import { businesses, categories, commissionRates } from '#server/platform/db/schema.ts'
import { takeLock } from '#server/platform/db/take-lock.ts'

/**
 * SQL for the rates in force, in their order, as a `CommissionRate[]`. Categories are given by `baseCategory`, as for the products of a cart, so that
 * placing an order needs no lookup.
 */
export const ratesInForce = sql<CommissionRate[]>`coalesce((
  select json_agg(json_build_object('businessId', r.business_id, 'category', r.category, 'basisPoints', r.basis_points) order by r.position)
  from ${commissionRates} r), '[]'::json)`

/** Returns every rate in order; once rates have been saved, the last one applies to everything. */
export async function listRates(db: Db): Promise<(CommissionRate & { version: number })[]> {
  const { businessId, category, basisPoints, version, position, id } = commissionRates
  return db.select({ businessId, category, basisPoints, version }).from(commissionRates).orderBy(asc(position), asc(id))
}

/** Replaces all rates. */
export async function replaceRates(tx: Db, rates: readonly CommissionRate[], version: number, at: Date): Promise<void> {
  await tx.delete(commissionRates)
  await tx.insert(commissionRates).values(rates.map((rate, position) => ({ ...rate, position, version, createdAt: at })))
}

/** Serializes the saving of rates until the transaction ends. */
export async function lockRates(tx: Db): Promise<void> {
  await takeLock(tx, 'commission')
}

/** Returns the names of these sellers by id; unknown ids are left out. */
export async function nameSellers(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: businesses.id, name: businesses.name })
    .from(businesses)
    .where(inArray(businesses.id, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** A category with its current value and its base value. */
export interface RatedCategory {
  base: string
  value: string
  label: string
}

export async function listRatedCategories(db: Db): Promise<RatedCategory[]> {
  return db.select({ base: baseCategory, value: categories.value, label: categories.label }).from(categories)
}

/** Moves a category's rates to its new value. The first catalog's categories keep their original value in rates. */
export async function renameInRates(tx: Db, before: string, after: string): Promise<void> {
  if (SEEDED_CATEGORIES.some(({ value }) => value === before)) return
  await tx.update(commissionRates).set({ category: after }).where(eq(commissionRates.category, before))
}
