/** Below this many pieces stock is low (B132, B344, D269). */
export const LOW_STOCK = 10

/** Below this many pieces stock is medium, and restocking aims at it (B132, B133, D269). */
export const MEDIUM_STOCK = 50

/** Stock in pieces: under `low` is low, under `medium` is medium, and restocking aims at `restock`. */
export type StockLevels = { low: number; medium: number; restock: number }

/** The specification's levels, in force until staff change them (B132, B133, B344). */
export const DEFAULT_STOCK_LEVELS: StockLevels = { low: LOW_STOCK, medium: MEDIUM_STOCK, restock: MEDIUM_STOCK }

/** The seller's badge for a stock in pieces: under the low level Low Stock, under the medium level Medium, else Good. */
export function stockBadge(stock: number, { low, medium } = DEFAULT_STOCK_LEVELS): 'Low Stock' | 'Medium' | 'Good' {
  if (stock < low) return 'Low Stock'
  return stock < medium ? 'Medium' : 'Good'
}

/** What the shopper reads about stock: `level` picks the color, `text` says the same in words (S107, D60). */
export type StockStatus =
  | { text: 'In stock'; level: 'ok' }
  | { text: `Only ${number} left`; level: 'low' }
  | { text: 'Out of stock'; level: 'out' }

/** The shopper's words for a stock in pieces: none, fewer than the low level (counted), or enough. */
export function stockStatus(stock: number, { low } = DEFAULT_STOCK_LEVELS): StockStatus {
  if (stock <= 0) return { text: 'Out of stock', level: 'out' }
  return stock < low ? { text: `Only ${stock} left`, level: 'low' } : { text: 'In stock', level: 'ok' }
}

/** Why a quantity cannot go into the cart; `available` is what may still be added, from 0. */
export type CartRefusal = { code: 'invalid_quantity' } | { code: 'out_of_stock' } | { code: 'insufficient_stock'; available: number }

/**
 * Says why `wanted` more pieces cannot be added, or null when they can: quantity first, then stock, then the sum (D72, D73).
 * @param stock free pieces, those in this cart included
 * @param alreadyInCart pieces of the same product in the cart; 0 when setting the quantity of a line
 */
export function checkQuantity(wanted: number, stock: number, alreadyInCart: number): CartRefusal | null {
  if (!Number.isSafeInteger(wanted) || wanted <= 0) return { code: 'invalid_quantity' }
  if (stock <= 0) return { code: 'out_of_stock' }
  const available = Math.max(0, stock - alreadyInCart)
  return wanted > available ? { code: 'insufficient_stock', available } : null
}

/** The specification's sentence for a refused quantity (S238-S240). */
export function cartRefusalText(refusal: CartRefusal): string {
  switch (refusal.code) {
    case 'invalid_quantity':
      return 'Please select a valid quantity'
    case 'out_of_stock':
      return 'Product is out of stock'
    case 'insufficient_stock':
      return `Only ${refusal.available} items available`
  }
}

/**
 * The quantity that a typed text stands for: 1 to `max`, decimals cut off, 1 when it is no number (S242, D61).
 * A `max` below 1 gives 1 too: the controls are then disabled, and the message comes from `checkQuantity`.
 */
export function clampQuantity(input: string, max: number): number {
  const typed = Math.trunc(Number(input))
  return Number.isFinite(typed) ? Math.max(1, Math.min(typed, max)) : 1
}
