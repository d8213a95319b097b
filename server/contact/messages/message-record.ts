import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { contactMessages, impactResults } from '#server/platform/db/schema.ts'

export type NewMessage = typeof contactMessages.$inferInsert

/** Stores a message. @returns false, changing nothing, when its reference or its request key is taken. */
export async function insertMessage(tx: Db, message: NewMessage): Promise<boolean> {
  const added = await tx.insert(contactMessages).values(message).onConflictDoNothing().returning({ id: contactMessages.id })
  return added.length > 0
}

/** What was stored under an Idempotency-Key; null for a new key. */
export async function findByRequestKey(db: Db, requestKey: string): Promise<{ reference: string; fingerprint: string | null } | null> {
  const [row] = await db
    .select({ reference: contactMessages.reference, fingerprint: contactMessages.requestFingerprint })
    .from(contactMessages)
    .where(eq(contactMessages.requestKey, requestKey))
  return row ?? null
}

/** Whether there is a kept calculation of that key. */
export async function hasCalculation(db: Db, key: string): Promise<boolean> {
  const rows = await db.select({ key: impactResults.key }).from(impactResults).where(eq(impactResults.key, key))
  return rows.length > 0
}
