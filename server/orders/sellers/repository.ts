import { inArray } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { businesses } from '#server/db/schema.ts'

/** The mailboxes of these sellers' firms, by their ids. */
export async function listMailboxes(db: Db, businessIds: readonly string[]): Promise<Map<string, { name: string; email: string }>> {
  if (businessIds.length === 0) return new Map()
  const rows = await db
    .select({ id: businesses.id, name: businesses.name, email: businesses.email })
    .from(businesses)
    .where(inArray(businesses.id, [...businessIds]))
  return new Map(rows.map(({ id, ...mailbox }) => [id, mailbox]))
}
