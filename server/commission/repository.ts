import { asc, sql } from 'drizzle-orm'
import type { CommissionRate } from '#domain/commission.ts'
import type { Db } from '#server/db/client.ts'
import { commissionRates } from '#server/db/schema.ts'

/** The rates in force, in the order of the staff, as a value of any query: `CommissionRate[]`. */
export const ratesInForce = sql<CommissionRate[]>`coalesce((
  select json_agg(json_build_object('businessId', r.business_id, 'category', r.category, 'basisPoints', r.basis_points) order by r.position, r.id)
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
