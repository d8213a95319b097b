import { lastReturnDay } from '#domain/return-window.ts'
import type { OrderRecord } from './order-record.ts'
import type { StoredPricing } from './store-pricing.ts'

/**
 * Returns the last day, as `2026-03-04`, on which a return of an item may be requested, by the category it was sold in; null before
 * delivery, and of a line without a product, which is not returned as products are.
 */
export function returnUntilOf(
  { order, parts }: OrderRecord,
  item: { productId: string | null; businessId: string },
  timeZone: string,
): string | null {
  if (item.productId === null) return null
  const part = parts.find(({ businessId }) => businessId === item.businessId)
  const deliveredAt = part?.status === 'delivered' ? (part.deliveredAt ?? part.updatedAt) : null
  const { lines } = order.pricing as StoredPricing // only storePricing writes this column
  const category = lines.find(({ productId }) => productId === item.productId)?.category ?? ''
  return deliveredAt && lastReturnDay(deliveredAt, category, timeZone)
}
