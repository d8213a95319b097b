import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { type DocumentKind, documentLabel } from '#domain/document.ts'
import { normalizeForm, normalizeIdentifier } from '#domain/text.ts'
import type { Db } from '#server/platform/db/client.ts'
import { businesses, documentSeries, documents, invoices, orders } from '#server/platform/db/schema.ts'

/** A stored document. */
export type DocumentRow = typeof documents.$inferSelect

/** A document before it has its number. */
export type NewDocument = Omit<typeof documents.$inferInsert, 'id' | 'number' | 'label' | 'searchText'>

/** Prefixes of the platform's series. */
const PREFIXES: Readonly<Record<Exclude<DocumentKind, 'self_bill'>, string>> = { invoice: 'INV-', credit_note: 'CN-', commission: 'COM-' }

const isSeries = (issuer: string | null, kind: DocumentKind) =>
  and(
    issuer === null ? isNull(documentSeries.issuerBusinessId) : eq(documentSeries.issuerBusinessId, issuer),
    eq(documentSeries.kind, kind),
  )

/** Prefixes that are the platform's, before its first document of the kind, too: a seller that had one would stop its numbers. */
const RESERVED = ['INV', 'CN', 'COM', 'SB']

/** Returns the prefix of a kind of a seller's documents after the seller's own, such as 'WELLEN': 'WELLEN-', 'WELLEN-CN-', 'SB-WELLEN-'. */
function sellerPrefix(own: string, kind: DocumentKind): string {
  if (kind === 'self_bill') return `SB-${own}-`
  return kind === 'invoice' ? `${own}-` : `${own}-${PREFIXES[kind]}`
}

/** Returns the seller's own prefix where it has a series: in its profile, and for the next kind of document. */
export async function findSellerPrefix(db: Db, businessId: string): Promise<{ prefix: string; isUsed: boolean } | null> {
  const rows = await db.select().from(documentSeries).where(eq(documentSeries.issuerBusinessId, businessId))
  const invoice = rows.find(({ kind }) => kind === 'invoice')
  if (!invoice) return null
  return { prefix: invoice.prefix.slice(0, -1), isUsed: rows.some(({ next }) => next > 1) }
}

/**
 * Starts the series of a seller's invoices with a prefix.
 * @returns false, changing nothing, when another series has it or it is the platform's
 */
export async function openSellerSeries(tx: Db, businessId: string, own: string): Promise<boolean> {
  if (RESERVED.includes(own)) return false
  const rows = await tx
    .insert(documentSeries)
    .values({ issuerBusinessId: businessId, kind: 'invoice', prefix: sellerPrefix(own, 'invoice') })
    .onConflictDoNothing()
    .returning({ prefix: documentSeries.prefix })
  return rows.length > 0
}

/** Gives the unused series of a seller another prefix. @returns false when another series has it; the caller then rolls back */
export async function changeSellerPrefix(tx: Db, businessId: string, own: string): Promise<boolean> {
  await tx.delete(documentSeries).where(and(eq(documentSeries.issuerBusinessId, businessId), eq(documentSeries.next, 1)))
  return openSellerSeries(tx, businessId, own)
}

/** Returns the first letters of a name as a prefix: two to eight capitals. */
export function prefixOfName(name: string): string {
  const capitals = normalizeForm(name, 'NFD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
  return `${capitals}SELLER`.slice(0, Math.max(2, Math.min(6, capitals.length)))
}

async function ensureSeries(tx: Db, issuer: string | null, kind: DocumentKind): Promise<void> {
  if (issuer === null) {
    if (kind === 'self_bill') throw new Error('The platform bills nobody in its own name')
    await tx.insert(documentSeries).values({ kind, prefix: PREFIXES[kind] }).onConflictDoNothing()
    return
  }
  for (let attempt = 0; ; attempt += 1) {
    const known = await findSellerPrefix(tx, issuer)
    if (known) {
      await tx
        .insert(documentSeries)
        .values({ issuerBusinessId: issuer, kind, prefix: sellerPrefix(known.prefix, kind) })
        .onConflictDoNothing()
      return
    }
    const [business] = await tx.select({ name: businesses.name }).from(businesses).where(eq(businesses.id, issuer))
    const suffix = attempt === 0 ? '' : String.fromCharCode(64 + ((attempt - 1) % 26) + 1).repeat(Math.ceil(attempt / 26))
    await openSellerSeries(tx, issuer, `${prefixOfName(business?.name ?? '')}${suffix}`)
  }
}

/** A number of a series. */
interface TakenNumber {
  number: number
  label: string
}

/**
 * Takes the next number of a series, and locks the series until the transaction ends: call it last. A rollback takes none, so that no
 * number is missing.
 * @returns null while the series is closed: the job `older-invoices` then writes its documents
 */
async function takeNumber(tx: Db, issuer: string | null, kind: DocumentKind): Promise<TakenNumber | null> {
  for (;;) {
    const [taken] = await tx
      .update(documentSeries)
      .set({ next: sql`${documentSeries.next} + case when ${documentSeries.isOpen} then 1 else 0 end` })
      .where(isSeries(issuer, kind))
      .returning()
    if (taken && !taken.isOpen) return null
    if (taken) return { number: taken.next - 1, label: documentLabel(taken.prefix, taken.next - 1) }
    await ensureSeries(tx, issuer, kind)
  }
}

const searchTextOf = (label: string, { content, buyerName }: NewDocument) =>
  [label, content.order.number, buyerName, content.order.poNumber, normalizeIdentifier(content.order.poNumber)].join(' ').toLowerCase()

/**
 * Stores a document under the next number of its series, once for each cause. Call it last in the transaction, which then holds the series.
 * @returns null, taking no number, while the series is closed
 */
export async function insertDocument(tx: Db, document: NewDocument): Promise<DocumentRow | null> {
  const taken = await takeNumber(tx, document.issuerBusinessId ?? null, document.kind)
  if (!taken) return null
  return storeDocument(tx, document, taken)
}

/** Stores a document under a number that it has already. */
export async function storeDocument(tx: Db, document: NewDocument, { number, label }: TakenNumber): Promise<DocumentRow> {
  const [row] = await tx
    .insert(documents)
    .values({ ...document, number, label, searchText: searchTextOf(label, document) })
    .returning()
  if (!row) throw new Error('The document was not stored')
  return row
}

/** Stores many documents at once under the numbers that they have. */
export async function storeDocuments(tx: Db, rows: readonly (NewDocument & TakenNumber)[]): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map((row) => ({
    issuer_business_id: row.issuerBusinessId ?? null,
    kind: row.kind,
    number: row.number,
    label: row.label,
    order_id: row.orderId ?? null,
    business_id: row.businessId ?? null,
    refers_to: row.refersTo ?? null,
    cause: row.cause,
    issued_at: row.issuedAt,
    supplied_at: row.suppliedAt ?? null,
    currency: row.currency,
    net_cents: row.netCents,
    tax_cents: row.taxCents,
    gross_cents: row.grossCents,
    buyer_name: row.buyerName,
    country: row.country,
    content: row.content,
    search_text: searchTextOf(row.label, row),
  }))
  // one parameter: a statement with one for each value takes longer to read than to run
  const names = sql.raw(Object.keys(values[0] ?? {}).join(', '))
  await tx.execute(sql`insert into documents (${names})
    select ${names} from jsonb_populate_recordset(null::documents, ${JSON.stringify(values)}::jsonb)`)
}

/** Returns a document by its id, with the buyer of its order; null where there is none. */
export async function findDocumentRow(db: Db, id: string) {
  const [row] = await db
    .select({ document: documents, userId: orders.userId, customer: orders.customer, userEmail: orders.userEmail })
    .from(documents)
    .leftJoin(orders, eq(orders.id, documents.orderId))
    .where(eq(documents.id, id))
  return row ?? null
}

/** Returns the current address of the buyer of an order; '' once the account was erased. */
export const emailOf = ({ customer, userEmail }: Pick<typeof orders.$inferSelect, 'customer' | 'userEmail'>): string =>
  customer.email ?? userEmail

/** Returns the documents of orders, in the order in which they were issued: of one moment the invoices first. */
export async function listDocumentsOf(db: Db, orderIds: readonly string[]): Promise<DocumentRow[]> {
  return db
    .select()
    .from(documents)
    .where(inArray(documents.orderId, [...orderIds]))
    .orderBy(asc(documents.issuedAt), sql`${documents.kind} <> 'invoice'`, asc(documents.kind), asc(documents.number))
}

/** Prefix of the causes of credit notes that take back an invoice which a change of the order made void. */
export const changeCause = (changeId: string): string => `change:${changeId}`

/** Returns the documents of an order that count: without the invoices that a change made void, and their credit notes. */
export function inForce(documents: readonly DocumentRow[]): DocumentRow[] {
  const voided = new Set(documents.filter(({ cause }) => cause.startsWith(changeCause(''))).map(({ refersTo }) => refersTo))
  return documents.filter(({ id, refersTo }) => !voided.has(id) && !(refersTo !== null && voided.has(refersTo)))
}

/** Returns the invoices of the version before, by the id of their order: those that have no document yet, too. */
export async function listOlderInvoices(db: Db, orderIds: readonly string[]): Promise<Map<string, typeof invoices.$inferSelect>> {
  const rows = await db
    .select()
    .from(invoices)
    .where(inArray(invoices.orderId, [...orderIds]))
  return new Map(rows.map((row) => [row.orderId, row]))
}

/** Returns what these orders know of their buyers. */
export function listBuyers(db: Db, orderIds: readonly string[]) {
  if (orderIds.length === 0) return Promise.resolve([])
  return db
    .select({ id: orders.id, customer: orders.customer, userEmail: orders.userEmail })
    .from(orders)
    .where(inArray(orders.id, [...orderIds]))
}

/** Day on which a document was issued, in the zone that the shop had then. @param d name of the table of documents in the query */
export const issuedDay = (d: SQL): SQL => sql`(${d}.issued_at at time zone coalesce(${d}.content->>'timeZone', 'UTC'))::date`

/** Condition: a document was issued on one of these days. The zone is read only where it matters, near the first and the last of them. */
export function isIssuedWithin(d: SQL, { from, before }: { from: string; before: string }): SQL {
  const near = (day: string, days: number) => sql`((${day}::date + ${days}::int)::timestamp at time zone 'UTC')`
  const isBetween = (first: SQL, end: SQL) => sql`${d}.issued_at >= ${first} and ${d}.issued_at < ${end}`
  return sql`(${isBetween(near(from, -1), near(before, 1))} and case when ${isBetween(near(from, 1), near(before, -1))} then true
    else ${issuedDay(d)} >= ${from}::date and ${issuedDay(d)} < ${before}::date end)`
}
