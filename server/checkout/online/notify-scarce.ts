import type { Taken } from '#server/catalog/products/product-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { type NewNotification, notifyAll } from '#server/platform/notifications/notification-record.ts'

/** A product just taken off the shelf: the units taken, and those left. */
export interface ScarceProduct extends Taken {
  product: { id: string; name: string; businessId: string }
  quantity: number
}

/** Returns the notification for a product whose stock just fell below the low level or to zero; null for others. */
function notificationOf(
  { product, quantity, left, low }: ScarceProduct,
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
    text: isOut ? "It can't be ordered until you add stock." : `${left === 1 ? '1 unit is' : `${left} units are`} left.`,
    path: `/business/products/${product.id}/edit`,
    dedupeKey: `${kind}:${product.id}:${reference}`,
    at,
  }
}

/**
 * Notifies sellers of products that have just become scarce: once when stock falls below the low level, once when it reaches zero. Call it
 * in the transaction that took the stock. `reference` identifies the cause.
 */
export async function notifyScarce(tx: Db, scarce: readonly ScarceProduct[], cause: { reference: string; at: Date }): Promise<void> {
  await notifyAll(
    tx,
    scarce.flatMap((product) => notificationOf(product, cause) ?? []),
  )
}
