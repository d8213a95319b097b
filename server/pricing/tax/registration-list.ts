import { and, asc, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { RegistrationQuery } from '#contract/pricing/tax.ts'
import { EU_COUNTRIES } from '#domain/market-country.ts'
import { isInForce } from '#domain/tax-rates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { businesses, taxRegistrations as registrations } from '#server/platform/db/schema.ts'
import { readToday } from '#server/platform/settings/setting-groups.ts'
import { contains } from '#server/platform/text/search-text.ts'
import { byCountryName, hasCountryName } from './country-names.ts'

/** A registration for a tax. */
export type RegistrationRow = typeof registrations.$inferSelect
/** A registration with the name of its seller; null: the platform's. */
export type ListedRegistration = RegistrationRow & { businessName: string | null }
/** Values of a registration that are saved. */
export type RegistrationValues = Omit<RegistrationRow, 'id' | 'createdAt' | 'version'>

type Filter = Pick<RegistrationQuery, 'search' | 'scheme' | 'owner'>

const place = (order: typeof asc): SQL[] => [
  desc(sql`(${registrations.businessId} is null)`),
  order(byCountryName(registrations.country)),
  order(sql`coalesce(${registrations.state}, '')`),
  order(registrations.scheme),
]
const orders = (): Readonly<Record<NonNullable<RegistrationQuery['sort']>, SQL[]>> => ({
  place: place(asc),
  '-place': place(desc),
  validFrom: [asc(registrations.validFrom)],
  '-validFrom': [desc(registrations.validFrom)],
})

function chosen({ search, scheme, owner }: Filter): SQL | undefined {
  const { country, state, number, businessId } = registrations
  const nameOfSeller = sql`(select ${businesses.name} from ${businesses} where ${businesses.id} = ${businessId})`
  return and(
    search
      ? or(contains(sql`lower(concat_ws(' ', ${country}, ${state}, ${number}, ${nameOfSeller}))`, search), hasCountryName(country, search))
      : undefined,
    scheme && eq(registrations.scheme, scheme),
    owner && (owner === 'platform' ? isNull(businessId) : isNotNull(businessId)),
  )
}

const withNames = (db: Db) =>
  db
    .select({ registration: registrations, businessName: businesses.name })
    .from(registrations)
    .leftJoin(businesses, eq(businesses.id, registrations.businessId))

/** Returns registrations, by default the platform's first, in the order of their places. */
export async function listRegistrations(
  db: Db,
  { sort = 'place', ...filter }: Filter & Pick<RegistrationQuery, 'sort'>,
  range?: { limit: number; offset: number },
): Promise<ListedRegistration[]> {
  const query = withNames(db)
    .where(chosen(filter))
    .orderBy(...orders()[sort], registrations.id)
  const rows = await (range ? query.limit(range.limit).offset(range.offset) : query)
  return rows.map(({ registration, businessName }) => ({ ...registration, businessName }))
}

export const countRegistrations = (db: Db, filter: Filter) => db.$count(registrations, chosen(filter))

/** Returns the registrations of the platform and of these businesses, in the order of their places. */
export function listRegistrationsOf(db: Db, businessIds: readonly string[]): Promise<RegistrationRow[]> {
  const { businessId, country, scheme, validFrom, id } = registrations
  const isTheirs = businessIds.length > 0 ? sql`${isNull(businessId)} or ${inArray(businessId, [...businessIds])}` : isNull(businessId)
  return db.select().from(registrations).where(isTheirs).orderBy(asc(country), asc(scheme), asc(validFrom), asc(id))
}

/** Returns the platform's VAT id in the European Union, by which VIES knows who asks; null where it has none. */
export async function findRequester(db: Db, now: Date): Promise<string | null> {
  const own = (await listRegistrationsOf(db, [])).filter(({ country, scheme }) => scheme === 'domestic' && EU_COUNTRIES.includes(country))
  const today = await readToday(db, now)
  return own.find((row) => isInForce(row, today))?.number ?? null
}

/** Returns the registration with this id, locked until the transaction ends; null where there is none. */
export async function lockRegistration(tx: Db, id: string): Promise<RegistrationRow | null> {
  const [row] = await tx.select().from(registrations).where(eq(registrations.id, id)).for('update')
  return row ?? null
}

/** Returns the registration with this id and the name of its seller. */
export async function findRegistrationRow(db: Db, id: string): Promise<ListedRegistration | null> {
  const [row] = await withNames(db).where(eq(registrations.id, id))
  return row ? { ...row.registration, businessName: row.businessName } : null
}

/** Adds a registration. @throws when it overlaps another one of its owner, scheme and place in time */
export async function insertRegistration(tx: Db, values: RegistrationValues, createdAt: Date): Promise<RegistrationRow> {
  const [row] = await tx
    .insert(registrations)
    .values({ ...values, createdAt })
    .returning()
  if (!row) throw new Error('The registration was not stored')
  return row
}

/** Changes a registration and increments its version. @throws when it overlaps another one of its owner, scheme and place in time */
export async function storeRegistration(tx: Db, id: string, values: RegistrationValues): Promise<void> {
  await tx
    .update(registrations)
    .set({ ...values, version: sql`${registrations.version} + 1` })
    .where(eq(registrations.id, id))
}

export async function deleteRegistration(tx: Db, id: string): Promise<void> {
  await tx.delete(registrations).where(eq(registrations.id, id))
}

export async function deleteRegistrationsOf(tx: Db, businessId: string): Promise<void> {
  await tx.delete(registrations).where(eq(registrations.businessId, businessId))
}
