import { and, eq, gt, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { newsletterSubscribers as subscribers } from '#server/platform/db/schema.ts'
import { hashEmail } from '#server/platform/text/hashed-columns.ts'

export type SubscriberRow = typeof subscribers.$inferSelect
type NewSubscriber = typeof subscribers.$inferInsert

/** Puts the address back into a former subscription that has only its hash left: it is asked for again. */
export async function restoreAddress(tx: Db, email: string): Promise<void> {
  await tx
    .update(subscribers)
    .set({ email })
    .where(eq(sql`lower(${subscribers.email})`, hashEmail(email)))
}

/** Adds an address. @returns false, changing nothing, if it is known */
export async function insertSubscriber(tx: Db, subscriber: NewSubscriber): Promise<boolean> {
  const added = await tx.insert(subscribers).values(subscriber).onConflictDoNothing().returning({ id: subscribers.id })
  return added.length > 0
}

/** Returns the subscription of a normalized address, locked until the transaction ends; null if unknown. */
export async function lockSubscriber(tx: Db, email: string): Promise<SubscriberRow | null> {
  const [row] = await tx
    .select()
    .from(subscribers)
    .where(eq(sql`lower(${subscribers.email})`, email))
    .for('update')
  return row ?? null
}

/** Restarts a known subscription: it waits for confirmation by the given token. */
export async function renewSubscriber(
  tx: Db,
  id: string,
  renewal: Pick<NewSubscriber, 'tokenHash' | 'consentText' | 'createdAt' | 'confirmBy'>,
): Promise<void> {
  await tx
    .update(subscribers)
    .set({ ...renewal, status: 'pending', confirmedAt: null, unsubscribedAt: null })
    .where(eq(subscribers.id, id))
}

/** Confirms the subscription of a valid token, or of one that confirmed it before. @returns false if there is none */
export async function confirmSubscriber(db: Db, tokenHash: string, at: Date): Promise<boolean> {
  const confirmed = await db
    .update(subscribers)
    .set({ status: 'confirmed', confirmedAt: sql`coalesce(${subscribers.confirmedAt}, ${at})` })
    .where(
      and(
        eq(subscribers.tokenHash, tokenHash),
        ne(subscribers.status, 'unsubscribed'),
        or(eq(subscribers.status, 'confirmed'), gt(subscribers.confirmBy, at)),
      ),
    )
    .returning({ id: subscribers.id })
  return confirmed.length > 0
}

/** Ends the subscription of a token, if it has not ended. @returns false if the token is unknown */
export async function endSubscription(db: Db, unsubscribeToken: string, at: Date): Promise<boolean> {
  const ended = await db
    .update(subscribers)
    .set({ status: 'unsubscribed', unsubscribedAt: sql`coalesce(${subscribers.unsubscribedAt}, ${at})` })
    .where(eq(subscribers.unsubscribeToken, unsubscribeToken))
    .returning({ id: subscribers.id })
  return ended.length > 0
}
