import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { exchangeRates } from '#server/platform/db/schema.ts'
import { contains } from '#server/platform/text/search-text.ts'

/** A reference rate. */
export type ExchangeRateRow = typeof exchangeRates.$inferSelect

/** Search and order of the list. */
interface RateFilter {
  search?: string | undefined
  sort?: 'day' | '-day' | 'currency' | '-currency' | undefined
}

const ORDERS: Readonly<Record<NonNullable<RateFilter['sort']>, SQL[]>> = {
  day: [asc(exchangeRates.day), asc(exchangeRates.currency)],
  '-day': [desc(exchangeRates.day), asc(exchangeRates.currency)],
  currency: [asc(exchangeRates.currency), desc(exchangeRates.day)],
  '-currency': [desc(exchangeRates.currency), desc(exchangeRates.day)],
}

const chosen = ({ search }: RateFilter): SQL | undefined =>
  search ? contains(sql`lower(${exchangeRates.day}::text || ' ' || ${exchangeRates.currency})`, search) : undefined

/** Returns reference rates, by default the newest first. */
export function listExchangeRates(db: Db, { sort = '-day', ...filter }: RateFilter, range?: { limit: number; offset: number }) {
  const query = db
    .select()
    .from(exchangeRates)
    .where(chosen(filter))
    .orderBy(...ORDERS[sort])
  return range ? query.limit(range.limit).offset(range.offset) : query
}

export const countExchangeRates = (db: Db, filter: RateFilter) => db.$count(exchangeRates, chosen(filter))

const isOne = ({ day, currency }: { day: string; currency: string }) =>
  and(eq(exchangeRates.day, day), eq(exchangeRates.currency, currency))

/** Returns the rate of a day and currency, locked until the transaction ends; null where there is none. */
export async function lockExchangeRate(tx: Db, key: { day: string; currency: string }): Promise<ExchangeRateRow | null> {
  const [row] = await tx.select().from(exchangeRates).where(isOne(key)).for('update')
  return row ?? null
}

/** Adds rates; days that have one keep it. @returns the number of those added */
export async function insertExchangeRates(tx: Db, rows: readonly Omit<ExchangeRateRow, 'version'>[]): Promise<number> {
  let added = 0
  const STEP = 500
  for (let at = 0; at < rows.length; at += STEP) {
    const some = await tx
      .insert(exchangeRates)
      .values(rows.slice(at, at + STEP))
      .onConflictDoNothing()
      .returning({ day: exchangeRates.day })
    added += some.length
  }
  return added
}

/** Changes a rate and increments its version. */
export async function storeExchangeRate(tx: Db, key: { day: string; currency: string }, perEur: number): Promise<ExchangeRateRow> {
  const [row] = await tx
    .update(exchangeRates)
    .set({ perEur, source: 'Staff', version: sql`${exchangeRates.version} + 1` })
    .where(isOne(key))
    .returning()
  if (!row) throw new Error('The rate was not stored')
  return row
}

export async function deleteExchangeRate(tx: Db, key: { day: string; currency: string }): Promise<void> {
  await tx.delete(exchangeRates).where(isOne(key))
}
