import { and, asc, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { milestoneIntents, orders } from '#server/platform/db/schema.ts'

/** A card payment of a milestone. */
export type MilestoneIntent = typeof milestoneIntents.$inferSelect

/** Inserts the card payment of an order that has no open one. */
export async function insertIntent(tx: Db, intent: typeof milestoneIntents.$inferInsert): Promise<MilestoneIntent> {
  const [row] = await tx.insert(milestoneIntents).values(intent).returning()
  if (!row) throw new Error('The card payment was not stored')
  return row
}

/** Finds the open card payment of an order; null where there is none. */
export async function findOpenIntent(db: Db, orderId: string): Promise<MilestoneIntent | null> {
  const [row] = await db
    .select()
    .from(milestoneIntents)
    .where(and(eq(milestoneIntents.orderId, orderId), isNull(milestoneIntents.endedAt)))
  return row ?? null
}

/** Finds a card payment by the provider's id; null for one of no milestone. */
export async function findIntent(db: Db, intentId: string): Promise<MilestoneIntent | null> {
  const [row] = await db.select().from(milestoneIntents).where(eq(milestoneIntents.intentId, intentId))
  return row ?? null
}

/** Stores the provider's id of an open card payment. @returns false when it has ended, or has another one */
export async function storeIntentId(tx: Db, id: string, intentId: string): Promise<boolean> {
  const isOwn = or(isNull(milestoneIntents.intentId), eq(milestoneIntents.intentId, intentId))
  const stored = await tx
    .update(milestoneIntents)
    .set({ intentId })
    .where(and(eq(milestoneIntents.id, id), isNull(milestoneIntents.endedAt), isOwn))
    .returning({ id: milestoneIntents.id })
  return stored.length > 0
}

/** Ends a card payment: the next one of its order is another. */
export async function endIntentRow(tx: Db, id: string, at: Date): Promise<void> {
  await tx
    .update(milestoneIntents)
    .set({ endedAt: at })
    .where(and(eq(milestoneIntents.id, id), isNull(milestoneIntents.endedAt)))
}

/** Stores that the provider was asked about a card payment, and when to ask again. */
export async function storeCheck(
  tx: Db,
  id: string,
  { checkedAt, checkAt }: Pick<MilestoneIntent, 'checkedAt' | 'checkAt'>,
): Promise<void> {
  await tx.update(milestoneIntents).set({ checkedAt, checkAt }).where(eq(milestoneIntents.id, id))
}

/** Lists open card payments to look at, oldest first: their time has come, or their order has changed since the last look. */
export async function listDueIntents(db: Db, at: Date, limit: number): Promise<MilestoneIntent[]> {
  const due = db
    .select({ id: milestoneIntents.id })
    .from(milestoneIntents)
    .innerJoin(orders, eq(orders.id, milestoneIntents.orderId))
    .where(and(isNull(milestoneIntents.endedAt), or(lte(milestoneIntents.checkAt, at), gt(orders.updatedAt, milestoneIntents.checkedAt))))
    .orderBy(asc(milestoneIntents.checkAt), asc(milestoneIntents.id))
    .limit(limit)
  return db.select().from(milestoneIntents).where(inArray(milestoneIntents.id, due)).orderBy(asc(milestoneIntents.checkAt))
}
