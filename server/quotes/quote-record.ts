import { and, asc, desc, eq, gt, isNotNull, isNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { OfficeQuoteQuery } from '#contract/quotes/office-quotes.ts'
import { QuoteTotals, VersionContent } from '#contract/quotes/quote-content.ts'
import { QUOTE_FOLDERS, QUOTE_STATES, type QuoteSide, REQUEST_DAYS } from '#domain/quote-state.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Db } from '#server/platform/db/client.ts'
import { businesses, orders, quoteMessages, quotes, quoteVersions, users } from '#server/platform/db/schema.ts'
import { statement } from '#server/platform/db/unit-of-work.ts'
import { normalizedWriting } from '#server/platform/text/normalized-columns.ts'
import { likeAnywhere, searchWords } from '#server/platform/text/search-text.ts'
import { maySell } from '#server/sellers/businesses/public-businesses.ts'

export type QuoteRow = typeof quotes.$inferSelect
export type VersionRow = typeof quoteVersions.$inferSelect
export type NewQuote = typeof quotes.$inferInsert

/** Quotes that somebody may see: those of a buyer, those of a business, or all (null). */
export type QuoteScope = { buyerId: string } | { businessId: string } | null

/** A quote with the names of what it refers to. */
export interface QuoteRecord {
  row: QuoteRow
  businessName: string | null
  orderNumber: string | null
}

/** The parts of a version that an order is made from. */
export type OfferedVersion = Pick<VersionRow, 'id' | 'number' | 'content' | 'totals' | 'commission'>

/** Returns content and totals of a version as they were stored. */
export const readVersion = (row: Pick<VersionRow, 'content' | 'totals'>) => ({
  content: VersionContent.parse(row.content),
  totals: QuoteTotals.parse(row.totals),
})

/** Request of a buyer who is forgotten: products, quantities and what was wanted. */
export const FORGOTTEN_REQUEST = sql`request || '{"message": "", "details": {}, "deliverTo": null, "buyer": {"kind": "business", "vatId": ""}}'
  || jsonb_build_object('lines', (select coalesce(jsonb_agg(line || '{"note": ""}' order by place), '[]')
    from jsonb_array_elements(request->'lines') with ordinality as l(line, place)))`

/** Offers that name a forgotten buyer by the VAT ID, and became no order; a trigger of the database lets nothing else change. */
export const FORGOTTEN_OFFERS = {
  where: sql`content->'buyer'->>'vatId' <> '' and exists (select from ${quotes} as q
    where q.id = ${quoteVersions.quoteId} and q.order_id is null and q.buyer_email = '')`,
  content: sql`jsonb_set(content, '{buyer,vatId}', '""')`,
}

/** Returns true for a quote that a seller began and that its buyer does not see yet, since it has no version. */
export const isUnseen = ({ request, versionNumber }: Pick<QuoteRow, 'request' | 'versionNumber'>): boolean =>
  request.by === 'seller' && versionNumber === 0

const within = (scope: QuoteScope): SQL | undefined => {
  if (scope === null) return undefined
  if ('businessId' in scope) return eq(quotes.businessId, scope.businessId)
  return and(eq(quotes.buyerId, scope.buyerId), sql`not (${quotes.request} ? 'by' and ${quotes.versionNumber} = 0)`)
}

/** The state at a time, as `quoteStateAt`. */
const stateAt = (now: Date): SQL<(typeof QUOTE_STATES)[number]> => sql`case
  when ${quotes.status} = 'requested' and ${quotes.createdAt} + make_interval(days => ${REQUEST_DAYS}) <= ${now.toISOString()}::timestamptz then 'expired'
  when ${quotes.status} = 'offered' and ${quotes.validUntil} <= ${now.toISOString()}::timestamptz then 'expired'
  else ${quotes.status} end`

/** The folder of the inbox at a time: what needs an answer of the seller, waits for the buyer, became an order, or ended otherwise. */
const folderAt = (now: Date): SQL<(typeof QUOTE_FOLDERS)[number]> => sql`case
  when ${quotes.status} = 'accepted' then 'won'
  when ${quotes.status} = 'offered' and ${quotes.waitsFor} = 'seller' then 'needs_answer'
  when ${stateAt(now)} = 'requested' then 'needs_answer'
  when ${stateAt(now)} = 'offered' then 'sent' else 'lost' end`

const searched = normalizedWriting(
  sql`concat_ws(' ', ${quotes.number}, ${quotes.buyerName}, ${quotes.buyerCompany}, ${businesses.name}, jsonb_path_query_array(${quotes.request}, '$.lines[*].name')::text)`,
)

/** Filter, time and range of a list. `waitsFor`: open quotes that need the answer of this side. `isUnassigned`: those without a seller. */
export type QuoteFilter = OfficeQuoteQuery & { waitsFor?: QuoteSide | undefined; isUnassigned?: boolean; now: Date }

const matches = (scope: QuoteScope, { state, folder, waitsFor, isUnassigned = false, search, now }: QuoteFilter): SQL | undefined =>
  and(
    within(scope),
    isUnassigned ? isNull(quotes.businessId) : undefined,
    state ? eq(stateAt(now), state) : undefined,
    folder ? eq(folderAt(now), folder) : undefined,
    waitsFor ? and(eq(quotes.waitsFor, waitsFor), ne(stateAt(now), 'expired')) : undefined,
    ...searchWords(search).flatMap(({ readings }) => readings.map((word) => sql`${searched} like ${likeAnywhere(word)}`)),
  )

function orderOf({ sort = '-createdAt' }: QuoteFilter): SQL[] {
  const column = sort.endsWith('updatedAt') ? quotes.updatedAt : quotes.createdAt
  return [sort.startsWith('-') ? desc(column) : asc(column), asc(quotes.id)]
}

const selected = (db: Db) =>
  db
    .select({ row: quotes, businessName: businesses.name, orderNumber: orders.number })
    .from(quotes)
    .leftJoin(businesses, eq(businesses.id, quotes.businessId))
    .leftJoin(orders, eq(orders.id, quotes.orderId))

/** Returns a part of the quotes that somebody may see, newest first by default. */
export function listQuotes(
  db: Db,
  scope: QuoteScope,
  filter: QuoteFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<QuoteRecord[]> {
  return selected(db)
    .where(matches(scope, filter))
    .orderBy(...orderOf(filter))
    .limit(limit)
    .offset(offset)
}

/** Returns the number of quotes that match. */
export async function countQuotes(db: Db, scope: QuoteScope, filter: QuoteFilter): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(quotes)
    .leftJoin(businesses, eq(businesses.id, quotes.businessId))
    .where(matches(scope, filter))
  return row?.count ?? 0
}

/** Returns the quote with this id; null where there is none that `scope` may see. */
export async function findQuote(db: Db, scope: QuoteScope, id: string): Promise<QuoteRecord | null> {
  const [record] = await selected(db).where(and(eq(quotes.id, id), within(scope)))
  return record ?? null
}

/** As `findQuote`, the row alone, locked until the transaction ends. */
export async function lockQuote(tx: Db, scope: QuoteScope, id: string): Promise<QuoteRow | null> {
  const [row] = await tx
    .select()
    .from(quotes)
    .where(and(eq(quotes.id, id), within(scope)))
    .for('update')
  return row ?? null
}

/** Stores quotes. The statement fails where a number is taken (`isNumberTaken`). */
export async function insertQuotes(tx: Db, rows: readonly NewQuote[]): Promise<QuoteRow[]> {
  return tx
    .insert(quotes)
    .values([...rows])
    .returning()
}

/** Builds the change of a quote that the caller has locked, and of its version, unsent: await it, or add it to a unit of work. */
export function updateQuote(tx: Db, id: string, change: Partial<NewQuote>) {
  return tx
    .update(quotes)
    .set({ ...change, version: sql`${quotes.version} + 1` })
    .where(eq(quotes.id, id))
}

/** Returns the versions of a quote, newest first. */
export function listVersions(db: Db, quoteId: string): Promise<VersionRow[]> {
  return db.select().from(quoteVersions).where(eq(quoteVersions.quoteId, quoteId)).orderBy(desc(quoteVersions.number))
}

const newestVersion = statement<{ quoteId: string }, OfferedVersion>(
  'newest_version',
  () => sql`select id, number, content, totals, commission from ${quoteVersions}
    where quote_id = ${sql.placeholder('quoteId')}::uuid order by number desc limit 1`,
)

/** Returns the newest version of a quote; undefined before the first. */
export const findNewest = async (db: Db, quoteId: string): Promise<OfferedVersion | undefined> => (await newestVersion(db, { quoteId }))[0]

/** Stores a version. */
export async function insertVersion(tx: Db, version: typeof quoteVersions.$inferInsert): Promise<void> {
  await tx.insert(quoteVersions).values(version)
}

/** Adds a message. */
export async function insertMessage(tx: Db, message: typeof quoteMessages.$inferInsert): Promise<void> {
  await tx.insert(quoteMessages).values(message)
}

/** Returns the messages of a quote, oldest first. */
export function listMessages(db: Db, quoteId: string) {
  return db
    .select()
    .from(quoteMessages)
    .where(eq(quoteMessages.quoteId, quoteId))
    .orderBy(asc(quoteMessages.createdAt), asc(quoteMessages.id))
}

/**
 * Returns the active customer with this email; null where there is none, or, with `businessId`, none who has ordered from this business: it
 * learned the email with that order, and nobody else's by guessing.
 */
export async function findKnownCustomer(
  db: Db,
  email: string,
  businessId: string | null,
): Promise<{ id: string; name: string; email: string } | null> {
  const isKnown =
    businessId === null
      ? undefined
      : sql`exists (select from seller_orders s join orders o on o.id = s.order_id
          where o.user_id = ${users.id} and s.business_id = ${businessId} and s.is_shown)`
  const [user] = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(sql`lower(${users.email}) = lower(${email})`, eq(users.status, 'Active'), isKnown))
  return user ?? null
}

/** Returns the id of the active user who has confirmed this email; null where there is none. */
export async function findConfirmedUser(db: Db, email: string): Promise<string | null> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(sql`lower(${users.email}) = lower(${email})`, eq(users.status, 'Active'), isNotNull(users.emailVerifiedAt)))
  return user?.id ?? null
}

const lockOfSeller = statement<{ id: string }, { id: string }>(
  'lock_seller',
  () => sql`select ${businesses.id} from ${businesses} where ${businesses.id} = ${sql.placeholder('id')}::uuid and ${maySell} for share`,
)

/** Returns true for a business that may sell, which then cannot be suspended before the transaction ends. */
export const lockSeller = async (tx: Db, id: string): Promise<boolean> => (await lockOfSeller(tx, { id })).length > 0

const ownQuote = statement<{ id: string; buyerId: string }, { id: string }>(
  'own_quote',
  () =>
    sql`select ${quotes.id} from ${quotes} where ${quotes.id} = ${sql.placeholder('id')}::uuid and ${quotes.buyerId} = ${sql.placeholder('buyerId')}::uuid`,
)

/** Returns true for a quote of this buyer. */
export const hasQuote = async (db: Db, buyerId: string, id: string): Promise<boolean> => (await ownQuote(db, { id, buyerId })).length > 0

/** Returns the offers that end within some days, of those that were valid for longer when they were sent. */
export async function listEndingSoon(db: Db, now: Date, days: number): Promise<QuoteRow[]> {
  const wasLonger = sql`exists (select from ${quoteVersions} v where v.quote_id = ${quotes.id} and v.number = ${quotes.versionNumber}
    and v.created_at < v.valid_until - make_interval(days => ${days}))`
  const to = new Date(now.getTime() + days * DAY_MS)
  return db
    .select()
    .from(quotes)
    .where(and(eq(quotes.status, 'offered'), gt(quotes.validUntil, now), lte(quotes.validUntil, to), wasLonger))
}

/** Returns the offers whose end is in a time. */
export function listEnding(db: Db, { from, to }: { from: Date; to: Date }): Promise<QuoteRow[]> {
  return db
    .select()
    .from(quotes)
    .where(and(eq(quotes.status, 'offered'), gt(quotes.validUntil, from), lte(quotes.validUntil, to)))
}

/** Returns the requests without an offer that were made in a time. */
export function listUnanswered(db: Db, { from, to }: { from: Date; to: Date }): Promise<QuoteRow[]> {
  return db
    .select()
    .from(quotes)
    .where(and(eq(quotes.status, 'requested'), gt(quotes.createdAt, from), lte(quotes.createdAt, to)))
}
