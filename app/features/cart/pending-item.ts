/** What a visitor wanted to put into the cart before signing in (D69). */
export interface PendingItem {
  productId: string
  quantity: number
}

const KEY = 'pending_cart_item'

/** Keeps the wish in this browser until somebody has signed in. */
export function keepPendingItem({ productId, quantity }: PendingItem): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ productId, quantity }))
  } catch {
    // no storage: the wish is lost, signing in still works
  }
}

/** The kept wish, once: it is put away as it is read. Null when there is none, or none that makes sense. */
export function takePendingItem(): PendingItem | null {
  try {
    const kept = localStorage.getItem(KEY)
    localStorage.removeItem(KEY)
    return kept === null ? null : pendingItemOf(JSON.parse(kept))
  } catch {
    return null
  }
}

function pendingItemOf(kept: unknown): PendingItem | null {
  if (typeof kept !== 'object' || kept === null || !('productId' in kept) || !('quantity' in kept)) return null
  const { productId, quantity } = kept
  return typeof productId === 'string' && typeof quantity === 'number' && Number.isSafeInteger(quantity) && quantity > 0
    ? { productId, quantity }
    : null
}
