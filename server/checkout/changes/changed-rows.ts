import { and, eq, inArray, sql } from 'drizzle-orm'
import type { QuantityRule } from '#domain/order-quantity.ts'
import { lineKey, type OrderRecord, stockLines } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { orderChanges, orderLines, orders, products, sellerOrders } from '#server/platform/db/schema.ts'
import { latest, type PricedChange } from './price-change.ts'

/** Stores the lines, seller orders and amounts of a locked order as a change leaves them. */
export async function storeLines(
  tx: Db,
  { order, lines: before }: OrderRecord,
  { totals, pricing, totalUsdCents, lines, added, parts, newParts, settled, differs }: PricedChange,
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  const kept = new Set(lines.map(({ id }) => id))
  const removed = before.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
  if (removed.length > 0) await tx.delete(orderLines).where(inArray(orderLines.id, removed))
  for (const { id, ...line } of lines) await tx.update(orderLines).set(line).where(eq(orderLines.id, id))
  if (newParts.length > 0) await tx.insert(sellerOrders).values(newParts)
  if (added.length > 0) await tx.insert(orderLines).values(added)
  for (const { orderId, businessId, ...part } of parts) {
    const { subtotalCents, discountCents, shippingCents, taxCents, totalCents, commissionCents, hasFreight, estimatedDelivery } = part
    await tx
      .update(sellerOrders)
      .set({ subtotalCents, discountCents, shippingCents, taxCents, totalCents, commissionCents, hasFreight, estimatedDelivery })
      .where(and(eq(sellerOrders.orderId, orderId), eq(sellerOrders.businessId, businessId)))
  }
  const { subtotalCents, discountCents, shippingCents, taxCents, totalCents } = totals
  const days = [...parts, ...newParts].flatMap(({ estimatedDelivery }) => estimatedDelivery ?? [])
  const isPaid = settled.paidCents > 0 && settled.dueCents === 0
  await tx
    .update(orders)
    .set({
      subtotalCents,
      discountCents,
      shippingCents,
      taxCents,
      totalCents,
      totalUsdCents,
      pricing,
      estimatedDelivery: days.reduce(latest, order.estimatedDelivery),
      paidCents: settled.paidCents,
      ...(settled.paidCents > 0 && { paymentStatus: isPaid ? 'paid' : 'partially_paid' }),
      ...(differs && { agreedReason: order.agreedReason ?? reason }),
      updatedAt: at,
      version: sql`${orders.version} + 1`,
    })
    .where(eq(orders.id, order.id))
}

/** Reads how many units of products are in stock, with their names and the quantities in which they are sold. */
export async function listStock(db: Db, ids: readonly string[]): Promise<(QuantityRule & { id: string; stock: number })[]> {
  if (ids.length === 0) return []
  const { id, name, stock, minQuantity, quantityStep } = products
  return db
    .select({ id, name, stock, minQuantity, quantityStep })
    .from(products)
    .where(inArray(id, [...ids]))
}

/** Writes down a change of an order. */
export async function insertChange(tx: Db, change: typeof orderChanges.$inferInsert): Promise<void> {
  await tx.insert(orderChanges).values(change)
}

/** Returns the units of each product that an order has taken from stock, before a change and after it. */
export function stockOf({ lines: before }: OrderRecord, { lines, added }: PricedChange) {
  const quantities = new Map(lines.map(({ id, quantity }) => [id, quantity]))
  const had = stockLines(before)
  const wanted = new Map(had.map(({ id, productId }) => [productId, quantities.get(id) ?? 0]))
  for (const line of stockLines(added)) wanted.set(lineKey(line), line.quantity)
  return { had: new Map(had.map(({ productId, quantity }) => [productId, quantity])), wanted }
}
