import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { CommissionRates } from '#contract/sellers/commission.ts'
import { type CommissionRate, DEFAULT_COMMISSION_BASIS_POINTS, ratesOfSeller } from '#domain/commission.ts'
import { SEEDED_CATEGORIES } from '#domain/product.ts'
import { baseCategory } from '#server/platform/db/base-category.ts'
import type { Db } from '#server/platform/db/client.ts'
import { businesses, categories, commissionRates } from '#server/platform/db/schema.ts'
import { takeLock } from '#server/platform/db/take-lock.ts'

/**
 * SQL for the rates in force, in their order, as a `CommissionRate[]`. Categories are given by `baseCategory`, as for the products of a
 * cart, so that placing an order needs no lookup.
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

const isText = (value: string | null): value is string => value !== null

/** Presents the rates in force with names of sellers and categories; the stored rate that applies to everything is the global one. */
export async function presentRates(db: Db): Promise<CommissionRates> {
  const rows = await listRates(db)
  const isGlobal = ({ businessId, category }: (typeof rows)[number]) => businessId === null && category === null
  const rules = rows.filter((row) => !isGlobal(row))
  const names = await nameSellers(db, rules.map(({ businessId }) => businessId).filter(isText))
  const categories = new Map((await listRatedCategories(db)).map((category) => [category.base, category]))
  return {
    rules: rules.map(({ businessId, category, basisPoints }) => ({
      businessId,
      businessName: businessId && (names.get(businessId) ?? 'Deleted seller'),
      category: category && (categories.get(category)?.value ?? category),
      categoryLabel: category && (categories.get(category)?.label ?? category),
      percent: basisPoints / 100,
    })),
    globalPercent: (rows.find(isGlobal)?.basisPoints ?? DEFAULT_COMMISSION_BASIS_POINTS) / 100,
    version: Math.max(1, ...rows.map(({ version }) => version)),
  }
}

/** Presents the rates that can apply to a seller's products, in order, in percent; the last is for all other products. */
export async function presentSellerRates(db: Db, businessId: string): Promise<{ categoryLabel: string | null; percent: number }[]> {
  const rates = ratesOfSeller(await listRates(db), businessId)
  const labels = new Map((await listRatedCategories(db)).map(({ base, label }) => [base, label]))
  return rates.map(({ category, basisPoints }) => ({
    categoryLabel: category && (labels.get(category) ?? category),
    percent: basisPoints / 100,
  }))
}
