import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { vatChecks } from '#server/platform/db/schema.ts'

/** Newest check of a VAT id. */
export type VatCheckRow = typeof vatChecks.$inferSelect

/** Returns the newest check of a normalized VAT id; null where nobody has asked about it. */
export async function findVatCheck(db: Db, vatId: string): Promise<VatCheckRow | null> {
  const [row] = await db.select().from(vatChecks).where(eq(vatChecks.vatId, vatId))
  return row ?? null
}

/** Returns the check with this id, locked until the transaction ends; null where there is none. */
export async function lockVatCheck(tx: Db, id: string): Promise<VatCheckRow | null> {
  const [row] = await tx.select().from(vatChecks).where(eq(vatChecks.id, id)).for('update')
  return row ?? null
}

/** Stores the newest check of a VAT id. */
export async function storeVatCheck(db: Db, values: typeof vatChecks.$inferInsert): Promise<VatCheckRow> {
  const { vatId: _vatId, createdAt: _createdAt, ...changed } = values
  const [row] = await db
    .insert(vatChecks)
    .values(values)
    .onConflictDoUpdate({ target: vatChecks.vatId, set: { ...changed, version: sql`${vatChecks.version} + 1` } })
    .returning()
  if (!row) throw new Error('The check was not stored')
  return row
}

/** Returns the checks that are due to be made again, at most `limit`. */
export async function listDueChecks(db: Db, now: Date, limit: number): Promise<VatCheckRow[]> {
  return db
    .select()
    .from(vatChecks)
    .where(and(lte(vatChecks.nextCheckAt, now)))
    .orderBy(asc(vatChecks.nextCheckAt))
    .limit(limit)
}
