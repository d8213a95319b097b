import { lastReturnDay } from '#domain/return-window.ts'
import type { OrderRecord } from './order-record.ts'
import type { StoredPricing } from './pricing.ts'

/** The last day, as `2026-03-04` in UTC, on which goods of an order may be asked to go back, by the category they were sold in; null before delivery. */
export function returnUntilOf({ order, parts }: OrderRecord, goods: { productId: string; businessId: string }): string | null {
  const part = parts.find(({ businessId }) => businessId === goods.businessId)
  const deliveredAt = part?.status === 'delivered' ? (part.deliveredAt ?? part.updatedAt) : null
  const { lines } = order.pricing as StoredPricing // only storePricing writes this column
  const category = lines.find(({ productId }) => productId === goods.productId)?.category ?? ''
  return deliveredAt && lastReturnDay(deliveredAt, category)
}
