import { and, asc, desc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { OfferedByCountry, RegistrationListQuery, StaffProducerRegistration } from '#contract/sellers/registers.ts'
import { isOpenMarket, type Market } from '#domain/market.ts'
import { ELECTRICAL_CATEGORIES, modeOf, REGISTER_REMINDER_DAYS, REGISTER_RULES, type RuleMode } from '#domain/producer-registers.ts'
import { type RegisterMode, type Stream } from '#domain/producer-streams.ts'
import { SUPPLY_KEYS, SUPPLY_ROWS } from '#domain/supply.ts'
import { addDays } from '#domain/time.ts'
import { baseCategory } from '#server/platform/db/base-category.ts'
import type { Db } from '#server/platform/db/client.ts'
import { attributes, businesses, categories, products, producerRegistrations as registrations } from '#server/platform/db/schema.ts'
import { contains } from '#server/platform/text/search-text.ts'
import { maySell } from '#server/sellers/businesses/public-businesses.ts'

/** A number of a seller. */
export type RegistrationRow = typeof registrations.$inferSelect
/** State of a number in lists. */
type ListedState = StaffProducerRegistration['state']

/** A number of a seller, or one that it lacks. */
export interface ListedRegistration {
  businessId: string
  businessName: string
  country: string
  stream: Stream
  mode: RegisterMode
  state: ListedState
  row: RegistrationRow | null
}

/** Facts that a list is made from: the modes and markets of the shop, and its day (ISO). */
export interface RegisterScope {
  modes: readonly RuleMode[]
  markets: readonly Market[]
  today: string
}

const names = (list: readonly string[]) => sql.raw(list.map((name) => `'${name}'`).join(', '))

/** Names of rows about a product's supply, as staff name them in any language: no product decides them, so a statement reads them once. */
const supplyNames = sql`array(select unnest(a.names) from ${attributes} a where a.key in (${names(SUPPLY_KEYS)}))`

/**
 * True for a product of which a row has one of `supplyNames`; false where its category decides already. Needs `products` and `categories`
 * in the query.
 */
export const isDriven = sql<boolean>`(${products.type} = 'machine' and ${baseCategory} not in (${names(ELECTRICAL_CATEGORIES)}) and exists (
  select from jsonb_array_elements(${products.specifications}) s where lower(btrim(s ->> 'name')) = any(${supplyNames})))`

/** True for a product with a plug or a motor: `kindsOf` of the domain in SQL. Needs `products` and `categories` in the query. */
const isElectrical = sql`(${products.type} = 'machine' and (${baseCategory} in (${names(ELECTRICAL_CATEGORIES)}) or ${isDriven} or exists (
  select from jsonb_array_elements(${products.specifications}) s where lower(btrim(s ->> 'name')) in (${names(SUPPLY_ROWS)}))))`

/** State of a number: `stateOn` of the domain in SQL, and whether it ends soon, or ends later than staff have seen. */
const listedState = (today: string) => sql<ListedState>`case when ${registrations.id} is null then 'missing'
  when ${registrations.validTo} < ${today}::date then 'ended' when ${today}::date < ${registrations.validFrom} then 'future'
  when not ${registrations.isConfirmed} or ${registrations.checkedTo} < ${today}::date then 'unconfirmed'
  when coalesce(${registrations.validTo}, 'infinity') > ${registrations.checkedTo} then 'renewed'
  when ${registrations.validTo} <= ${addDays(today, REGISTER_REMINDER_DAYS)}::date then 'ending'
  else 'valid' end`

/** The rules with their modes, as rows `r`; `isAsked`: sellers with such products need a number today. */
function rulesOf({ modes, markets, today }: RegisterScope): SQL {
  const rows = REGISTER_RULES.map((rule) => {
    const mode = modeOf(modes, rule)
    const isInForce = Object.values(rule.since).some((day) => day <= today)
    return {
      country: rule.country,
      stream: rule.stream,
      mode,
      is_asked: mode !== 'off' && isInForce && isOpenMarket(markets, rule.country),
    }
  })
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(country text, stream text, mode text, is_asked boolean)`
}

const sellsCovered = sql`exists (select from ${products} join ${categories} on ${categories.id} = ${products.categoryId}
  where ${products.businessId} = ${businesses.id} and ${products.isPublic} and (r.stream = 'packaging' or ${isElectrical}))`

const RANK = sql`array_position(array['unconfirmed', 'renewed', 'ending', 'ended', 'missing', 'future', 'valid'], state)`
/** Rank of a row: it needs work, it is valid, it is only asked for. */
const URGENCY = sql`case when state = 'valid' then 1 when state = 'missing' and mode <> 'require' then 2 else 0 end`
const MODE_RANK = sql`array_position(array['require', 'ask', 'off'], mode)`
const ORDERS: Readonly<Record<NonNullable<RegistrationListQuery['sort']>, SQL>> = {
  state: sql`${URGENCY}, ${MODE_RANK}, ${RANK}`,
  '-state': sql`${URGENCY} desc, ${MODE_RANK} desc, ${RANK} desc`,
  business: sql`lower(business_name)`,
  '-business': sql`lower(business_name) desc`,
  validTo: sql`valid_to asc nulls last`,
  '-validTo': sql`valid_to desc nulls last`,
}

type Filter = Pick<RegistrationListQuery, 'search' | 'state' | 'mode'> & { businessId?: string; id?: string }
type FoundRow = Omit<ListedRegistration, 'row' | 'businessId' | 'businessName'> & {
  id: string | null
  business_id: string
  business_name: string
}

const found = (scope: RegisterScope, { search, state, mode, businessId, id }: Filter) => sql`(
  select * from (
    select ${registrations.id} as id, ${businesses.id} as business_id, ${businesses.name} as business_name, r.country, r.stream, r.mode,
      ${listedState(scope.today)} as state, ${registrations.validTo} as valid_to, ${registrations.number} as number,
      ${registrations.scheme} as scheme
    from ${businesses} cross join ${rulesOf(scope)} left join ${registrations} on ${registrations.businessId} = ${businesses.id}
      and ${registrations.country} = r.country and ${registrations.stream} = r.stream
    where ${businesses.status} <> 'Deleted' and (${registrations.id} is not null or (r.is_asked and ${maySell} and ${sellsCovered}))) rows
  where ${and(
    sql`true`,
    businessId ? sql`business_id = ${businessId}::uuid` : undefined,
    id ? sql`id = ${id}::uuid` : undefined,
    state ? sql`state = ${state}` : undefined,
    mode ? sql`mode = ${mode}` : undefined,
    search ? contains(sql`lower(concat_ws(' ', business_name, number, scheme))`, search) : undefined,
  )}) as listed`

/** Returns numbers of sellers and those that they lack, by default those that need work first. */
export async function listRegistrations(
  db: Db,
  scope: RegisterScope,
  { sort = 'state', ...filter }: Filter & Pick<RegistrationListQuery, 'sort'>,
  range?: { limit: number; offset: number },
): Promise<ListedRegistration[]> {
  const part = range ? sql`limit ${range.limit} offset ${range.offset}` : sql``
  const { rows } = await db.execute<
    FoundRow & Record<string, unknown>
  >(sql`select id, business_id, business_name, country, stream, mode, state
    from ${found(scope, filter)} order by ${ORDERS[sort]}, lower(business_name), business_id, country, stream desc ${part}`)
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]))
  const stored = ids.length > 0 ? await db.select().from(registrations).where(inArray(registrations.id, ids)) : []
  const byId = new Map(stored.map((row) => [row.id, row]))
  return rows.map(({ id, business_id: businessId, business_name: businessName, country, stream, mode, state }) => ({
    businessId,
    businessName,
    country,
    stream,
    mode,
    state,
    row: id === null ? null : (byId.get(id) ?? null),
  }))
}

/** Counts the rows of a list. */
export async function countRegistrations(db: Db, scope: RegisterScope, filter: Filter): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from ${found(scope, filter)}`)
  return rows[0]?.count ?? 0
}

/** Returns the offers of sellers by country and register: their public products that the rule covers, and the number. */
export async function listOffers(db: Db, scope: RegisterScope): Promise<OfferedByCountry[]> {
  const listed = await listRegistrations(db, scope, { sort: 'business' })
  const counts = await db
    .select({
      businessId: products.businessId,
      packaging: sql<number>`count(*)::int`,
      electrical: sql<number>`(count(*) filter (where ${isElectrical}))::int`,
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(eq(products.isPublic, true))
    .groupBy(products.businessId)
  const ofSeller = new Map(counts.map((row) => [row.businessId, row]))
  return listed.flatMap(({ row, businessId, ...offer }) => {
    const covered = ofSeller.get(businessId)?.[offer.stream] ?? 0
    const isOffered = offer.mode !== 'require' || ['valid', 'ending', 'renewed'].includes(offer.state)
    return covered === 0 ? [] : [{ ...offer, number: row?.number ?? '', products: covered, isOffered }]
  })
}

/** Returns the numbers of a business. */
export const listRegistrationsOf = (db: Db, businessId: string): Promise<RegistrationRow[]> =>
  db
    .select()
    .from(registrations)
    .where(eq(registrations.businessId, businessId))
    .orderBy(asc(registrations.country), desc(registrations.stream))

/** A number as offers are decided by it. */
export type OfferRow = Pick<
  RegistrationRow,
  'businessId' | 'country' | 'stream' | 'number' | 'validFrom' | 'validTo' | 'isConfirmed' | 'checkedTo'
>

/** Returns the numbers for a country: of these businesses, or of all. */
export function listForOffers(db: Db, country: string, businessIds: readonly string[] | null): Promise<OfferRow[]> {
  const { businessId, stream, number, validFrom, validTo, isConfirmed, checkedTo } = registrations
  return db
    .select({ businessId, country: registrations.country, stream, number, validFrom, validTo, isConfirmed, checkedTo })
    .from(registrations)
    .where(and(eq(registrations.country, country), businessIds === null ? undefined : inArray(businessId, [...businessIds])))
}

/** Returns the number with this id, locked until the transaction ends; null where there is none. */
export async function lockRegistration(tx: Db, id: string): Promise<RegistrationRow | null> {
  const [row] = await tx.select().from(registrations).where(eq(registrations.id, id)).for('update')
  return row ?? null
}

/** Changes a number and increments its version. */
export async function storeRegistration(tx: Db, id: string, change: Partial<RegistrationRow>): Promise<void> {
  await tx
    .update(registrations)
    .set({ ...change, version: sql`${registrations.version} + 1` })
    .where(eq(registrations.id, id))
}

/** Notes that the seller of a number was emailed about its end. Its version stays: an open form of it has no conflict. */
export async function storeReminder(tx: Db, id: string, remindedAt: Date): Promise<void> {
  await tx.update(registrations).set({ remindedAt }).where(eq(registrations.id, id))
}

/** Adds a number. */
export async function insertRegistration(tx: Db, values: typeof registrations.$inferInsert): Promise<void> {
  await tx.insert(registrations).values(values)
}

/** Deletes numbers of a business. */
export async function deleteRegistrations(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(registrations).where(inArray(registrations.id, [...ids]))
}

/** Returns confirmed numbers that end between these days (ISO), whose sellers were not emailed about it, with the seller's address. */
export function listEnding(db: Db, { today, soon }: { today: string; soon: string }) {
  return db
    .select({ registration: registrations, name: businesses.name, email: businesses.email })
    .from(registrations)
    .innerJoin(businesses, eq(businesses.id, registrations.businessId))
    .where(
      and(
        maySell,
        eq(registrations.isConfirmed, true),
        isNull(registrations.remindedAt),
        lte(registrations.validTo, soon),
        sql`${registrations.validTo} >= ${today}::date`,
      ),
    )
    .orderBy(asc(registrations.validTo), registrations.id)
}
