import { eq } from 'drizzle-orm'
import type { NotificationChoices } from '#domain/notification-kinds.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notificationChoices } from '#server/platform/db/schema.ts'

/** Time zone of a person's daily email (null: that of the shop), and the choices for kinds. */
export interface StoredChoices {
  timeZone: string | null
  choices: NotificationChoices
}

/** Returns what a person has chosen; the defaults until then. */
export async function findChoices(db: Db, userId: string): Promise<StoredChoices> {
  const { timeZone, choices } = notificationChoices
  const [row] = await db.select({ timeZone, choices }).from(notificationChoices).where(eq(notificationChoices.userId, userId))
  return row ?? { timeZone: null, choices: {} }
}

/** Stores what a person has chosen. */
export async function storeChoices(tx: Db, userId: string, stored: StoredChoices): Promise<void> {
  await tx
    .insert(notificationChoices)
    .values({ userId, ...stored })
    .onConflictDoUpdate({ target: notificationChoices.userId, set: stored })
}
