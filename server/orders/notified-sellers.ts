import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { businesses, users } from '#server/platform/db/schema.ts'
import { type NewNotification, type Recipient, recipientsOf } from '#server/platform/notifications/notification-record.ts'

/** The mailbox of a seller's firm. */
export interface Mailbox {
  businessId: string
  name: string
  email: string
}

/** Who is told by these notices, and the mailboxes of these sellers' firms: one reading for both. */
export async function listTold(
  tx: Db,
  notices: readonly NewNotification[],
  businessIds: readonly string[],
): Promise<{ readers: Recipient[]; mailboxes: Mailbox[] }> {
  const { id, name, email, role, businessId } = users
  const rows = await tx
    .select({ id, name, email, role: sql<Recipient['role'] | null>`${role}`, businessId })
    .from(users)
    .where(recipientsOf(notices))
    .unionAll(
      tx
        .select({
          id: businesses.id,
          name: businesses.name,
          email: businesses.email,
          role: sql<null>`null`,
          businessId: sql<string | null>`${businesses.id}`,
        })
        .from(businesses)
        .where(inArray(businesses.id, [...businessIds])),
    )
  return {
    readers: rows.flatMap((row) => (row.role === null ? [] : [{ ...row, role: row.role }])),
    mailboxes: rows.flatMap((row) => (row.role === null ? [{ businessId: row.id, name: row.name, email: row.email }] : [])),
  }
}
