import { and, asc, desc, eq, gte, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { TaxRuleQuery } from '#contract/pricing/tax.ts'
import type { Db } from '#server/platform/db/client.ts'
import { taxRules } from '#server/platform/db/schema.ts'
import { contains } from '#server/platform/text/search-text.ts'
import { byCountryName, hasCountryName } from './country-names.ts'

/** A tax rate. */
export type RuleRow = typeof taxRules.$inferSelect
/** Values of a rate that staff save. */
export type RuleValues = Omit<RuleRow, 'id' | 'createdAt' | 'version'>

type Filter = Pick<TaxRuleQuery, 'search' | 'country' | 'taxClass'>

const place = (order: typeof asc): SQL[] => [
  order(byCountryName(taxRules.country)),
  order(sql`coalesce(${taxRules.state}, '')`),
  order(sql`coalesce(${taxRules.postcodeFrom}, '')`),
  order(taxRules.taxClass),
  desc(taxRules.validFrom),
]
const orders = (): Readonly<Record<NonNullable<TaxRuleQuery['sort']>, SQL[]>> => ({
  place: place(asc),
  '-place': place(desc),
  percent: [asc(taxRules.rate)],
  '-percent': [desc(taxRules.rate)],
  validFrom: [asc(taxRules.validFrom)],
  '-validFrom': [desc(taxRules.validFrom)],
})

function chosen({ search, country, taxClass }: Filter): SQL | undefined {
  const words = sql`lower(concat_ws(' ', ${taxRules.country}, ${taxRules.state}, ${taxRules.name}, ${taxRules.postcodeFrom}))`
  return and(
    search ? or(contains(words, search), hasCountryName(taxRules.country, search)) : undefined,
    country ? eq(taxRules.country, country) : undefined,
    taxClass && eq(taxRules.taxClass, taxClass),
  )
}

/** Returns rates, by default in the order of their places. */
export function listRules(
  db: Db,
  { sort = 'place', ...filter }: Filter & Pick<TaxRuleQuery, 'sort'>,
  range?: { limit: number; offset: number },
) {
  const query = db
    .select()
    .from(taxRules)
    .where(chosen(filter))
    .orderBy(...orders()[sort], taxRules.id)
  return range ? query.limit(range.limit).offset(range.offset) : query
}

export const countRules = (db: Db, filter: Filter) => db.$count(taxRules, chosen(filter))

/** Returns the rate with this id, locked until the transaction ends; null where there is none. */
export async function lockRule(tx: Db, id: string): Promise<RuleRow | null> {
  const [row] = await tx.select().from(taxRules).where(eq(taxRules.id, id)).for('update')
  return row ?? null
}

/**
 * Checks if a rate of this class was in force before `today`, on days that these values are for, at their place or for all of its country
 * or state.
 */
export async function hadRate(
  tx: Db,
  { country, state, postcodeFrom, postcodeTo, taxClass, validFrom, validTo }: RuleValues,
  today: string,
) {
  const isAround = or(
    and(isNull(taxRules.state), isNull(taxRules.postcodeFrom)),
    and(sql`${taxRules.state} is not distinct from ${state}`, isNull(taxRules.postcodeFrom)),
    and(
      sql`${taxRules.state} is not distinct from ${state}`,
      sql`${taxRules.postcodeFrom} is not distinct from ${postcodeFrom}`,
      sql`${taxRules.postcodeTo} is not distinct from ${postcodeTo}`,
    ),
  )
  const isThen = and(
    lt(taxRules.validFrom, today),
    or(isNull(taxRules.validTo), gte(taxRules.validTo, validFrom)),
    validTo === null ? undefined : lte(taxRules.validFrom, validTo),
  )
  return (await tx.$count(taxRules, and(eq(taxRules.country, country), eq(taxRules.taxClass, taxClass), isAround, isThen))) > 0
}

/** Adds a rate. @throws when it overlaps another one of its place and class in time */
export async function insertRule(tx: Db, values: RuleValues, createdAt: Date): Promise<RuleRow> {
  const [row] = await tx
    .insert(taxRules)
    .values({ ...values, createdAt })
    .returning()
  if (!row) throw new Error('The rate was not stored')
  return row
}

/** Changes a rate and increments its version. @throws when it overlaps another one of its place and class in time */
export async function storeRule(tx: Db, id: string, values: RuleValues): Promise<RuleRow> {
  const [row] = await tx
    .update(taxRules)
    .set({ ...values, version: sql`${taxRules.version} + 1` })
    .where(eq(taxRules.id, id))
    .returning()
  if (!row) throw new Error('The rate was not stored')
  return row
}

export async function deleteRule(tx: Db, id: string): Promise<void> {
  await tx.delete(taxRules).where(eq(taxRules.id, id))
}
