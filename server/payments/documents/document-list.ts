import { and, asc, count, desc, eq, isNotNull, type SQL, sql, sum } from 'drizzle-orm'
import type { DOCUMENT_SORTS, Document, DocumentTotal } from '#contract/payments/documents.ts'
import { type DocumentKind, issuedOn, supplyPeriod } from '#domain/document.ts'
import { type Currency, toDecimal } from '#domain/money.ts'
import { addDays, daysOfMonth } from '#domain/time.ts'
import { type EInvoiceState, listEInvoiceStates } from '#server/payments/e-invoices/e-invoice-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isOneOf, type ListPart, readIds } from '#server/platform/db/read-ids.ts'
import { documents } from '#server/platform/db/schema.ts'
import { contains } from '#server/platform/text/search-text.ts'
import { type DocumentRow, isIssuedWithin } from './document-record.ts'

/** Filter of documents; absent means all. */
export interface DocumentFilter {
  kind?: DocumentKind | undefined
  country?: string | undefined
  currency?: Currency | undefined
  /** Month of the issue, such as 2026-11. */
  month?: string | undefined
  /** First and last day of the issue. */
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
  /** Only those that this business issued or that are about it. */
  businessId?: string | undefined
}

/** One page of a list, and its order. */
interface DocumentPage extends ListPart {
  sort?: (typeof DOCUMENT_SORTS)[number] | undefined
}

const ORDERS: Record<(typeof DOCUMENT_SORTS)[number], SQL[]> = {
  '-issuedAt': [desc(documents.issuedAt), desc(documents.id)],
  issuedAt: [asc(documents.issuedAt), asc(documents.id)],
  '-gross': [desc(documents.grossCents), desc(documents.id)],
  gross: [asc(documents.grossCents), asc(documents.id)],
  '-number': [desc(documents.label), desc(documents.id)],
  number: [asc(documents.label), asc(documents.id)],
}

/** Days without a limit, which no document is before or after. */
const FIRST_DAY = '2000-01-01'
const LAST_DAY = '2999-12-31'

function whereOf({ kind, country, currency, month, from, to, search, businessId }: DocumentFilter): SQL | undefined {
  const words = (search ?? '').split(/\s+/).filter(Boolean)
  return and(
    kind && eq(documents.kind, kind),
    country === undefined ? undefined : eq(documents.country, country),
    currency && eq(documents.currency, currency),
    from === undefined && to === undefined
      ? undefined
      : isIssuedWithin(sql`${documents}`, { from: from ?? FIRST_DAY, before: addDays(to ?? LAST_DAY, 1) }),
    month === undefined ? undefined : isIssuedWithin(sql`${documents}`, daysOfMonth(month)),
    businessId === undefined ? undefined : and(isNotNull(documents.businessId), eq(documents.businessId, businessId)),
    ...words.map((word) => contains(documents.searchText, word)),
  )
}

/** Returns one page of the documents that a filter leaves; the newest first unless sorted. */
export async function listDocuments(
  db: Db,
  filter: DocumentFilter,
  { sort = '-issuedAt', limit, offset, ids }: DocumentPage,
): Promise<DocumentRow[]> {
  return db
    .select()
    .from(documents)
    .where(ids ? and(whereOf({ businessId: filter.businessId }), isOneOf(documents.id, ids)) : whereOf(filter))
    .orderBy(...ORDERS[sort])
    .limit(limit)
    .offset(offset)
}

/** Returns the ids of all documents that a filter leaves, in the order of the list. */
export function listDocumentIds(db: Db, filter: DocumentFilter, sort: keyof typeof ORDERS = '-issuedAt'): Promise<string[]> {
  return readIds(
    db,
    db
      .select({ id: documents.id })
      .from(documents)
      .where(whereOf(filter))
      .orderBy(...ORDERS[sort]),
  )
}

/** Returns the number of documents that a filter leaves. */
export const countDocuments = (db: Db, filter: DocumentFilter): Promise<number> => db.$count(documents, whereOf(filter))

/** Returns the sums of the documents that a filter leaves, by kind and currency. */
export async function sumDocuments(db: Db, filter: DocumentFilter): Promise<DocumentTotal[]> {
  const { kind, currency, netCents, taxCents, grossCents } = documents
  const rows = await db
    .select({ kind, currency, count: count(), net: sum(netCents), tax: sum(taxCents), gross: sum(grossCents) })
    .from(documents)
    .where(whereOf(filter))
    .groupBy(kind, currency)
    .orderBy(kind, currency)
  const amount = (cents: string | null) => toDecimal(Number(cents))
  return rows.map(({ net, tax, gross, ...row }) => ({ ...row, net: amount(net), tax: amount(tax), gross: amount(gross) }))
}

/** Presents documents in lists, with the state of their e-invoices. @param reader staff also see why an e-invoice could not be made */
export async function presentDocuments(db: Db, rows: readonly DocumentRow[], reader: 'staff' | 'other'): Promise<Document[]> {
  const states = await listEInvoiceStates(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => presentDocument(row, states.get(row.id) ?? null, reader))
}

function presentDocument(
  { id, kind, label, issuedAt, orderId, country, currency, content, ...row }: DocumentRow,
  eInvoice: EInvoiceState | null,
  reader: 'staff' | 'other',
): Document {
  return {
    id,
    kind,
    number: label,
    issuedAt: issuedAt.toISOString(),
    issuedOn: issuedOn({ issuedAt, content }),
    suppliedOn: row.suppliedAt,
    suppliedFrom: supplyPeriod({ suppliedAt: row.suppliedAt, content })?.from ?? null,
    orderId,
    orderNumber: content.order.number,
    issuer: content.issuer.name,
    buyer: row.buyerName,
    country,
    currency,
    net: toDecimal(row.netCents),
    tax: toDecimal(row.taxCents),
    gross: toDecimal(row.grossCents),
    corrects: content.refersTo?.label ?? null,
    eInvoice: eInvoice && { form: eInvoice.form, isMade: eInvoice.isMade, problem: reader === 'staff' ? eInvoice.problem : '' },
  }
}
