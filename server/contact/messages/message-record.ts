import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { contactMessages, impactResults } from '#server/platform/db/schema.ts'

export type NewMessage = typeof contactMessages.$inferInsert

/** Stores a message. @returns false, changing nothing, if its reference is taken */
export async function insertMessage(tx: Db, message: NewMessage): Promise<boolean> {
  const added = await tx.insert(contactMessages).values(message).onConflictDoNothing().returning({ id: contactMessages.id })
  return added.length > 0
}

/** Returns true if there is a saved calculation with that key. */
export async function hasCalculation(db: Db, key: string): Promise<boolean> {
  const rows = await db.select({ key: impactResults.key }).from(impactResults).where(eq(impactResults.key, key))
  return rows.length > 0
}
