import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { hasEInvoice } from '#domain/e-invoice.ts'
import type { DocumentRow } from '#server/payments/documents/document-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { documents, eInvoices, invoicePreferences } from '#server/platform/db/schema.ts'

/** A stored e-invoice. */
type EInvoiceRow = typeof eInvoices.$inferSelect

/** Returns the form that a user has chosen; null where it is the default. */
export async function findPreference(db: Db, userId: string) {
  const [row] = await db.select().from(invoicePreferences).where(eq(invoicePreferences.userId, userId))
  return row ?? null
}

/**
 * Stores the form that a user chooses.
 * @param version that of the stored form, 0 for none
 * @returns false, changing nothing, where it is another one by now
 */
export async function storePreference(tx: Db, preference: typeof invoicePreferences.$inferInsert, version: number): Promise<boolean> {
  if (version === 0) return (await tx.insert(invoicePreferences).values(preference).onConflictDoNothing().returning()).length > 0
  const { userId, ...values } = preference
  const changed = await tx
    .update(invoicePreferences)
    .set({ ...values, version: version + 1 })
    .where(and(eq(invoicePreferences.userId, userId), eq(invoicePreferences.version, version)))
    .returning()
  return changed.length > 0
}

/** Notes which of these new documents of a buyer get an e-invoice, in the transaction that writes them. */
export async function requestEInvoices(tx: Db, userId: string, rows: readonly DocumentRow[], at: Date): Promise<void> {
  const own = rows.filter(hasEInvoice)
  if (own.length === 0) return
  const { form, buyerReference } = (await findPreference(tx, userId)) ?? { form: 'factur_x' as const, buyerReference: '' }
  if (form === 'pdf') return
  await tx
    .insert(eInvoices)
    .values(own.map(({ id }) => ({ documentId: id, form, buyerReference, nextAt: at })))
    .onConflictDoNothing()
}

/** Returns the e-invoice of a document; null where it has none. */
export async function findEInvoice(db: Db, documentId: string): Promise<EInvoiceRow | null> {
  const [row] = await db.select().from(eInvoices).where(eq(eInvoices.documentId, documentId))
  return row ?? null
}

/** State of an e-invoice in lists. */
export interface EInvoiceState {
  documentId: string
  form: EInvoiceRow['form']
  isMade: boolean
  /** Reason of the last failed attempt; '' without one. */
  problem: string
}

/** Returns the states of the e-invoices of documents, by document. */
export async function listEInvoiceStates(db: Db, documentIds: readonly string[]): Promise<Map<string, EInvoiceState>> {
  if (documentIds.length === 0) return new Map()
  const { documentId, form, problem, madeAt } = eInvoices
  const rows = await db
    .select({ documentId, form, problem, isMade: sql<boolean>`${madeAt} is not null` })
    .from(eInvoices)
    .where(inArray(documentId, [...documentIds]))
  return new Map(rows.map((row) => [row.documentId, row]))
}

const isDue = (now: Date) => and(isNull(eInvoices.madeAt), lte(eInvoices.nextAt, now))

/** Returns the ids of documents whose e-invoice is due, the longest due first. */
export async function listDue(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: eInvoices.documentId })
    .from(eInvoices)
    .where(isDue(now))
    .orderBy(asc(eInvoices.nextAt), asc(eInvoices.documentId))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Returns a waiting e-invoice with its document; null where it is made, or there is none. */
export async function findWaiting(db: Db, documentId: string): Promise<{ row: EInvoiceRow; document: DocumentRow } | null> {
  const [found] = await db
    .select({ row: eInvoices, document: documents })
    .from(eInvoices)
    .innerJoin(documents, eq(documents.id, eInvoices.documentId))
    .where(and(eq(eInvoices.documentId, documentId), isNull(eInvoices.madeAt)))
  return found ?? null
}

/** Stores the files of a waiting e-invoice. @returns the row; null, changing nothing, where another server was first */
export async function storeFiles(
  tx: Db,
  documentId: string,
  files: { cii: string; ubl: string | null },
  madeAt: Date,
): Promise<EInvoiceRow | null> {
  const [row] = await tx
    .update(eInvoices)
    .set({ ...files, madeAt, problem: '' })
    .where(and(eq(eInvoices.documentId, documentId), isNull(eInvoices.madeAt)))
    .returning()
  return row ?? null
}

/** Notes a failed attempt. @param nextAt null: trying again is no use */
export async function storeProblem(db: Db, documentId: string, problem: string, nextAt: Date | null): Promise<void> {
  await db
    .update(eInvoices)
    .set({ attempts: sql`${eInvoices.attempts} + 1`, problem, nextAt })
    .where(and(eq(eInvoices.documentId, documentId), isNull(eInvoices.madeAt)))
}
