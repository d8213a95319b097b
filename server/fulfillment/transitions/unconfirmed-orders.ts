import { asc, eq, isNotNull } from 'drizzle-orm'
import type { UnconfirmedOrder } from '#domain/pay-later.ts'
import type { Db } from '#server/platform/db/client.ts'
import { newBuyerOrders, orders } from '#server/platform/db/schema.ts'

const watchedColumns = { placedAt: newBuyerOrders.placedAt, confirmBy: newBuyerOrders.confirmBy, asked: newBuyerOrders.asked }

/** An order whose buyer had not confirmed the email when it was placed, until it is settled what becomes of it. */
export interface WatchedOrder extends UnconfirmedOrder {
  id: string
  userId: string
}

/** The orders that are watched for the confirmation of an email, the first to end before the others. */
export async function listWatched(db: Db): Promise<WatchedOrder[]> {
  const rows = await db
    .select({ id: orders.id, userId: orders.userId, ...watchedColumns })
    .from(newBuyerOrders)
    .innerJoin(orders, eq(orders.id, newBuyerOrders.orderId))
    .where(isNotNull(newBuyerOrders.confirmBy))
    .orderBy(asc(newBuyerOrders.confirmBy), asc(orders.id))
  return rows.flatMap(({ confirmBy, ...row }) => (confirmBy ? [{ ...row, confirmBy }] : []))
}

/** Checks if any order is watched. */
export async function hasWatched(db: Db): Promise<boolean> {
  const rows = await db.select({ id: newBuyerOrders.orderId }).from(newBuyerOrders).where(isNotNull(newBuyerOrders.confirmBy)).limit(1)
  return rows.length > 0
}

/** Reads the state of a watched order; null when it is no longer watched. Lock the order first. */
export async function findWatched(tx: Db, id: string): Promise<UnconfirmedOrder | null> {
  const [row] = await tx.select(watchedColumns).from(newBuyerOrders).where(eq(newBuyerOrders.orderId, id))
  return row?.confirmBy ? { ...row, confirmBy: row.confirmBy } : null
}

/** Notes what was asked of the buyer, and until when; null: the order is not watched any more. */
export async function noteWatched(tx: Db, id: string, note: { confirmBy: Date | null; asked?: number }): Promise<void> {
  await tx.update(newBuyerOrders).set(note).where(eq(newBuyerOrders.orderId, id))
}
