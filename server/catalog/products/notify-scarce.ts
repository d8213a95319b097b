import type { Db } from '#server/platform/db/client.ts'
import { type NewNotification, notifyAll } from '#server/platform/notifications/notification-record.ts'
import type { Taken } from './product-record.ts'

/** Goods that were just taken off the shelf: how many pieces, and what is left. */
export interface ScarceGoods extends Taken {
  product: { id: string; name: string; businessId: string }
  quantity: number
}

/** What the seller is told of goods whose stock has just fallen below the low level, or to nothing; null for others. */
function noticeOf(
  { product, quantity, left, low }: ScarceGoods,
  { reference, at }: { reference: string; at: Date },
): NewNotification | null {
  const isOut = left === 0
  const wasLow = left + quantity < low
  if (!isOut && (left >= low || wasLow)) return null
  const kind = isOut ? 'out-of-stock' : 'low-stock'
  return {
    audience: { businessId: product.businessId },
    kind,
    title: isOut ? `${product.name} is out of stock` : `${product.name} is low in stock`,
    text: isOut ? 'It cannot be ordered until you add pieces.' : `${left === 1 ? '1 piece is' : `${left} pieces are`} left.`,
    path: `/business/products/${product.id}/edit`,
    dedupeKey: `${kind}:${product.id}:${reference}`,
    at,
  }
}

/**
 * Tells sellers, in the transaction that took the goods, what has just become scarce: once for each time that stock falls below the low level,
 * once more when it is gone. `reference` is what the goods were taken for.
 */
export async function notifyScarce(tx: Db, goods: readonly ScarceGoods[], cause: { reference: string; at: Date }): Promise<void> {
  await notifyAll(
    tx,
    goods.flatMap((one) => noticeOf(one, cause) ?? []),
  )
}
