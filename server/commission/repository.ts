import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { CommissionRate } from '#domain/commission.ts'
import type { Db } from '#server/db/client.ts'
import { businesses, categories, commissionRates } from '#server/db/schema.ts'
import { baseCategory } from '#server/products/search/repository.ts'

/**
 * The rates in force, in the order of the staff, as a value of any query: `CommissionRate[]`.
 * A category stands by the value that the shop's rules know it by, as goods in a cart have it.
 */
export const ratesInForce = sql<CommissionRate[]>`coalesce((
  select json_agg(json_build_object(
      'businessId', r.business_id,
      'category', case when ${categories.id} is null then r.category else ${baseCategory} end,
      'basisPoints', r.basis_points) order by r.position, r.id)
  from ${commissionRates} r left join ${categories} on ${categories.value} = r.category), '[]'::json)`

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

/** The labels of these categories by their values; unknown values are left out. */
export async function labelCategories(db: Db, values: readonly string[]): Promise<Map<string, string>> {
  if (values.length === 0) return new Map()
  const rows = await db
    .select({ value: categories.value, label: categories.label })
    .from(categories)
    .where(inArray(categories.value, [...values]))
  return new Map(rows.map(({ value, label }) => [value, label]))
}

/** Lets the rates of a category go on counting when its value changes. */
export async function renameInRates(tx: Db, before: string, after: string): Promise<void> {
  await tx.update(commissionRates).set({ category: after }).where(eq(commissionRates.category, before))
}
