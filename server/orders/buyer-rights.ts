import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { isEuConsumer } from '#domain/consumer-law.ts'
import { computeOrderTotals, withStandardDelivery } from '#domain/order-totals.ts'
import { lastReturnDay } from '#domain/return-window.ts'
import type { ReturnWindow } from '#domain/shipment.ts'
import { type WithdrawalRight, withdrawalRight } from '#domain/withdrawal.ts'
import type { Db } from '#server/platform/db/client.ts'
import { withdrawals } from '#server/platform/db/schema.ts'
import type { OrderLineRow, OrderRecord, OrderRow } from './order-record.ts'
import { shippingCost } from './refunded-lines.ts'
import { readTotalsInput, type StoredPricing } from './store-pricing.ts'

/** Returns true if the buyer of an order has the rights of consumers of the European Union. */
export function isConsumerOrder({
  customer: { country = '', company },
  buyerKind,
  consumerLaw: law,
}: Pick<OrderRow, 'customer' | 'buyerKind' | 'consumerLaw'>): boolean {
  return isEuConsumer({ country, law, company, buyerKind })
}

/** Returns the withdrawals from an order that were confirmed, oldest first. */
export function listOrderWithdrawals(db: Db, orderId: string) {
  const { id, number, status, receivedAt, answer, lines, items } = withdrawals
  return db
    .select({ id, number, status, receivedAt, answer, lines, items })
    .from(withdrawals)
    .where(and(eq(withdrawals.orderId, orderId), isNotNull(withdrawals.receivedAt)))
    .orderBy(asc(withdrawals.receivedAt), asc(withdrawals.id))
}

/** Returns true if every line of an order that was not canceled was made to the buyer's order. */
function isCustomOrder({ parts, lines }: Pick<OrderRecord, 'parts' | 'lines'>): boolean {
  const canceled = new Set(parts.filter(({ status }) => status === 'cancelled').map(({ businessId }) => businessId))
  return lines.every(({ isCustom, businessId }) => isCustom || canceled.has(businessId))
}

/** Returns the right of withdrawal of an order's buyer at a moment. */
export function rightOf({ order, parts, lines }: Pick<OrderRecord, 'order' | 'parts' | 'lines'>, at: Date): WithdrawalRight {
  const { country = '', company } = order.customer
  const delivered = parts.map((part) => ({
    status: part.status,
    deliveredAt: part.status === 'delivered' ? (part.deliveredAt ?? part.updatedAt) : null,
  }))
  const isCustom = isCustomOrder({ parts, lines })
  return withdrawalRight({ country, law: order.consumerLaw, company, buyerKind: order.buyerKind, parts: delivered, isCustom }, at)
}

/**
 * Returns what the standard delivery of a seller order would have cost its buyer, with the tax on it, in cents; never more than was paid.
 * Orders that have no standard rate stored are owed all of it.
 */
export function standardShippingCents(record: Pick<OrderRecord, 'order' | 'parts' | 'lines'>, part: OrderRecord['parts'][number]): number {
  const paidCents = shippingCost(record, part)
  const input = readTotalsInput(record.order.pricing)
  if (input === null) return paidCents
  const totals = computeOrderTotals(withStandardDelivery(input))
  const own = totals.lines.filter((_line, index) => input.lines[index]?.businessId === part.businessId)
  const tax = totals.mode === 'added' ? own.reduce((sum, { shippingTaxCents }) => sum + shippingTaxCents, 0) : 0
  return Math.min(
    own.reduce((sum, { shippingCents }) => sum + shippingCents, tax),
    paidCents,
  )
}

/**
 * Returns the units of a line in each parcel that has arrived, with the last day, as `2026-03-04`, on which their return may be requested,
 * by the category they were sold in. A line without a product is not returned as products are.
 */
export function returnWindowsOf(
  { order, shipments }: Pick<OrderRecord, 'order' | 'shipments'>,
  { id, productId }: Pick<OrderLineRow, 'id' | 'productId'>,
  timeZone: string,
): ReturnWindow[] {
  if (productId === null) return []
  const { lines } = order.pricing as StoredPricing // only storePricing writes this column
  const category = lines.find((line) => line.productId === productId)?.category ?? ''
  return shipments.flatMap(({ deliveredAt, lines: units }) =>
    units.flatMap((line) =>
      line.id === id && deliveredAt !== null ? [{ quantity: line.quantity, until: lastReturnDay(deliveredAt, category, timeZone) }] : [],
    ),
  )
}

/** Returns the last day of windows; null for none. */
export const lastDayOf = (windows: readonly ReturnWindow[]): string | null =>
  windows
    .map(({ until }) => until)
    .sort()
    .at(-1) ?? null
