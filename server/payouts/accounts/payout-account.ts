import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { payoutAccounts } from '#server/platform/db/schema.ts'

/** Payout account of a seller, as it is stored. */
export type PayoutAccountRow = typeof payoutAccounts.$inferSelect

/** The account of a seller; null before one was given. */
export async function findAccount(db: Db, businessId: string): Promise<PayoutAccountRow | null> {
  const [row] = await db.select().from(payoutAccounts).where(eq(payoutAccounts.businessId, businessId))
  return row ?? null
}

/** The account of the seller that has this account at the provider. */
export async function findByStripeId(db: Db, stripeAccountId: string): Promise<PayoutAccountRow | null> {
  const [row] = await db.select().from(payoutAccounts).where(eq(payoutAccounts.stripeAccountId, stripeAccountId))
  return row ?? null
}

/** Stores the account of a seller, new or changed; what is left out stays. */
export async function storeAccount(tx: Db, account: typeof payoutAccounts.$inferInsert): Promise<void> {
  const { businessId: _businessId, ...change } = account
  await tx.insert(payoutAccounts).values(account).onConflictDoUpdate({ target: payoutAccounts.businessId, set: change })
}

/**
 * Notes whether the provider can pay a seller, while it is still this account.
 * @returns false when that was known, or another account is there
 */
export async function storeReadiness(tx: Db, businessId: string, stripeAccountId: string, isReady: boolean): Promise<boolean> {
  const changed = await tx
    .update(payoutAccounts)
    .set({ stripeReady: isReady })
    .where(
      and(
        eq(payoutAccounts.businessId, businessId),
        eq(payoutAccounts.stripeAccountId, stripeAccountId),
        sql`${payoutAccounts.stripeReady} <> ${isReady}`,
      ),
    )
    .returning({ businessId: payoutAccounts.businessId })
  return changed.length > 0
}
