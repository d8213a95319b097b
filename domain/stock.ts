import { formatCount, pluralize } from './text.ts'

/** Default level in units below which stock is low (B132, B344). */
export const LOW_STOCK = 10

/** Default level in units below which stock is medium, and the target of restocking (B132, B133). */
export const MEDIUM_STOCK = 50

/** Maximum stock of a product. */
export const MAX_STOCK = 1_000_000_000

/** Reason why a typed stock is refused. */
export const STOCK_SENTENCE = 'The stock must be a whole number from 0 to 1,000,000,000'

/** Stock levels in units: below `low` is low, below `medium` is medium, and restocking aims at `restock`. */
export type StockLevels = { low: number; medium: number; restock: number }

/** The specification's levels, in force until staff change them (B132, B133, B344). */
export const DEFAULT_STOCK_LEVELS: StockLevels = { low: LOW_STOCK, medium: MEDIUM_STOCK, restock: MEDIUM_STOCK }

/** Returns the seller's badge for a stock in units: Low Stock below the low level, Medium below the medium level, else Good. */
export function stockBadge(stock: number, { low, medium } = DEFAULT_STOCK_LEVELS): 'Low Stock' | 'Medium' | 'Good' {
  if (stock < low) return 'Low Stock'
  return stock < medium ? 'Medium' : 'Good'
}

/** Longest lead time in business days of a product that counts as on the shelf: with a longer one it is made to order. */
const MAX_SHELF_DAYS = 3

/** Returns whether a product is made only once it is ordered. */
export const isMadeToOrder = ({ leadTimeDays }: { leadTimeDays: number | null }): boolean => (leadTimeDays ?? 0) > MAX_SHELF_DAYS

/** Stock as the shopper sees it: `level` picks the color, `text` says the same in words (S107). */
type StockStatus =
  | { text: 'In stock'; level: 'ok' }
  | { text: `Only ${number} left`; level: 'low' }
  | { text: `Made to order, ships in ${string}`; level: 'order' }
  | { text: 'Out of stock'; level: 'out' }

/** Returns the shopper's status for units that can be ordered: none, made to order, below the low level (counted), or enough. */
export function stockStatus(
  { stock, leadTimeDays }: { stock: number; leadTimeDays: number | null },
  { low } = DEFAULT_STOCK_LEVELS,
): StockStatus {
  if (stock <= 0) return { text: 'Out of stock', level: 'out' }
  if (isMadeToOrder({ leadTimeDays })) return { text: `Made to order, ${shipsIn(leadTimeDays ?? 0)}`, level: 'order' }
  return stock < low ? { text: `Only ${stock} left`, level: 'low' } : { text: 'In stock', level: 'ok' }
}

/** Writes a lead time: 'ships in 15 business days'. */
const shipsIn = (days: number) => `ships in ${pluralize(days, 'business day')}` as const

/** Returns the stock of a product and how soon it ships, in one line: 'In stock, ships in 3 business days'. */
export function stockAndLeadTime(product: { stock: number; leadTimeDays: number | null }, levels = DEFAULT_STOCK_LEVELS): string {
  const { text, level } = stockStatus(product, levels)
  const isSaid = level === 'out' || level === 'order' || !product.leadTimeDays
  return isSaid ? text : `${text}, ${shipsIn(product.leadTimeDays ?? 0)}`
}

/** Reason for which a quantity cannot go into the cart; `available` is what may still be added, 0 or more. */
type CartRefusal = { code: 'invalid_quantity' } | { code: 'out_of_stock' } | { code: 'insufficient_stock'; available: number }

/**
 * Returns why `wanted` more units cannot be added, or null: quantity is checked first, then stock, then the sum.
 * @param stock available units, those in this cart included
 * @param alreadyInCart units of the same product in the cart; 0 when setting a line's quantity
 */
export function checkQuantity(wanted: number, stock: number, alreadyInCart: number): CartRefusal | null {
  if (!Number.isSafeInteger(wanted) || wanted <= 0) return { code: 'invalid_quantity' }
  if (stock <= 0) return { code: 'out_of_stock' }
  const available = Math.max(0, stock - alreadyInCart)
  return wanted > available ? { code: 'insufficient_stock', available } : null
}

/** Returns the specification's sentence for a refused quantity (S238-S240). */
export function cartRefusalText(refusal: CartRefusal): string {
  switch (refusal.code) {
    case 'invalid_quantity':
      return 'Please select a valid quantity'
    case 'out_of_stock':
      return 'Product is out of stock'
    case 'insufficient_stock':
      return `Only ${formatCount(refusal.available)} items available`
  }
}

/**
 * Parses a typed quantity: 1 to `max`, decimals cut off, 1 when it is no number (S242).
 * A `max` below 1 gives 1, too: the controls are then disabled, and the message comes from `checkQuantity`.
 */
export function clampQuantity(input: string, max: number): number {
  const typed = Math.trunc(Number(input))
  return Number.isFinite(typed) ? Math.max(1, Math.min(typed, max)) : 1
}
