import { and, asc, eq, inArray } from 'drizzle-orm'
import type { DocumentKind } from '#domain/document.ts'
import type { Currency } from '#domain/money.ts'
import type { Db } from '#server/platform/db/client.ts'
import { documents } from '#server/platform/db/schema.ts'

/** A commission or self-billed invoice of a seller. */
export interface MonthlyDocument {
  id: string
  number: string
  kind: DocumentKind
  /** Last month that it is about, such as 2026-11. */
  month: string
  currency: Currency
}

/** Lists the commission and self-billed invoices of a seller, oldest first. */
export async function listMonthlyDocuments(db: Db, businessId: string): Promise<MonthlyDocument[]> {
  const { id, label, kind, currency, suppliedAt, issuedAt } = documents
  const rows = await db
    .select({ id, label, kind, currency, suppliedAt })
    .from(documents)
    .where(and(eq(documents.businessId, businessId), inArray(kind, ['commission', 'self_bill'])))
    .orderBy(asc(issuedAt), asc(label))
  return rows.map(({ label: number, suppliedAt: day, ...row }) => ({ ...row, number, month: (day ?? '').slice(0, 7) }))
}
