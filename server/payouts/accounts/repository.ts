import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { payoutAccounts } from '#server/db/schema.ts'

/** Where a seller is paid, as it is stored. */
export type PayoutAccountRow = typeof payoutAccounts.$inferSelect

/** The account of a seller; null before one was given. */
export async function findAccount(db: Db, businessId: string): Promise<PayoutAccountRow | null> {
  const [row] = await db.select().from(payoutAccounts).where(eq(payoutAccounts.businessId, businessId))
  return row ?? null
}

/** Stores the account of a seller, new or changed. */
export async function storeAccount(tx: Db, account: typeof payoutAccounts.$inferInsert): Promise<void> {
  const { businessId: _businessId, ...change } = account
  await tx.insert(payoutAccounts).values(account).onConflictDoUpdate({ target: payoutAccounts.businessId, set: change })
}
