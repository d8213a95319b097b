import { and, desc, eq, max, ne, sql } from 'drizzle-orm'
import { messagesOf, type Person } from '#server/accounts/personal-data/personal-data.ts'
import type { Db } from '#server/platform/db/client.ts'
import { contactMessages, orders, returns, users } from '#server/platform/db/schema.ts'

/** Returns the newest messages of a person with the name of who answered them. */
export async function listNewestMessages(db: Db, person: Person, limit: number) {
  return db
    .select({ message: contactMessages, answeredBy: users.name })
    .from(contactMessages)
    .leftJoin(users, eq(users.id, contactMessages.answeredById))
    .where(messagesOf(person))
    .orderBy(desc(contactMessages.createdAt))
    .limit(limit)
}

/** Reads the payment terms of a user; null: as everybody. */
export async function readTerms(db: Db, userId: string): Promise<Pick<typeof users.$inferSelect, 'termDays' | 'limitUsdCents'>> {
  const [row] = await db.select({ termDays: users.termDays, limitUsdCents: users.limitUsdCents }).from(users).where(eq(users.id, userId))
  return row ?? { termDays: null, limitUsdCents: null }
}

/** Stores the payment terms of a locked user. */
export async function storeTerms(
  tx: Db,
  userId: string,
  terms: Pick<typeof users.$inferSelect, 'termDays' | 'limitUsdCents' | 'updatedAt'>,
): Promise<void> {
  await tx
    .update(users)
    .set({ ...terms, version: sql`${users.version} + 1` })
    .where(eq(users.id, userId))
}

/** Returns the total of a user's orders that were not canceled, in cents of USD, the time of the last one, and the number of returns. */
export async function readCustomerTotals(db: Db, userId: string): Promise<{ cents: number; last: Date | null; returnCount: number }> {
  const [row] = await db
    .select({ cents: sql<number>`coalesce(sum(${orders.totalUsdCents}), 0)`.mapWith(Number), last: max(orders.createdAt) })
    .from(orders)
    .where(and(eq(orders.userId, userId), ne(orders.status, 'cancelled')))
  return { cents: row?.cents ?? 0, last: row?.last ?? null, returnCount: await db.$count(returns, eq(returns.userId, userId)) }
}
