import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { invoices } from '#server/platform/db/schema.ts'
import { takeLock } from '#server/platform/db/take-lock.ts'

/** An invoice: its number, and when it was issued. */
export type InvoiceRow = typeof invoices.$inferSelect

/** The invoice of an order; null where none was issued yet. */
export async function findInvoice(db: Db, orderId: string): Promise<InvoiceRow | null> {
  const [row] = await db.select().from(invoices).where(eq(invoices.orderId, orderId))
  return row ?? null
}

/**
 * Issues the invoice of an order, once: with the next number, without a gap. Call it last in a transaction: until that ends, all other orders wait for their number.
 * @returns the invoice, new or the one that it had
 */
export async function issueInvoice(tx: Db, orderId: string, at: Date): Promise<InvoiceRow> {
  const earlier = await findInvoice(tx, orderId)
  if (earlier) return earlier
  await takeLock(tx, 'invoice-numbers')
  const [row] = await tx
    .insert(invoices)
    .values({ number: sql`(select coalesce(max(number), 0) + 1 from invoices)`, orderId, issuedAt: at })
    .onConflictDoNothing({ target: invoices.orderId })
    .returning()
  return row ?? (await findIssued(tx, orderId))
}

async function findIssued(tx: Db, orderId: string): Promise<InvoiceRow> {
  const row = await findInvoice(tx, orderId)
  if (!row) throw new Error(`No invoice of order ${orderId}`)
  return row
}
