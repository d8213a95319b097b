import { percentOf } from './money.ts'
import { MACHINE_CATEGORIES } from './product.ts'

/**
 * Price breaks of one product: from `minQuantity` units on a line, each unit costs `discountPercent` less.
 * Order does not matter; the highest `minQuantity` reached counts. Empty means one price for all quantities.
 */
export type Ladder = readonly { minQuantity: number; discountPercent: number }[]

/** The price breaks of machines: 5, 10 and 15 percent at 3, 5 and 10 machines (S332). */
export const DEFAULT_MACHINE_LADDER: Ladder = [
  { minQuantity: 3, discountPercent: 5 },
  { minQuantity: 5, discountPercent: 10 },
  { minQuantity: 10, discountPercent: 15 },
]

/** Returns the default price breaks of a category: those of machines, none for others. */
export function ladderFor(category: string): Ladder {
  return MACHINE_CATEGORIES.includes(category) ? DEFAULT_MACHINE_LADDER : []
}

/**
 * Returns what is wrong with the price breaks of a product beside its minimum order, by the field as in the API: one from the minimum or
 * below would make a price without discount that nobody can pay.
 * @param product.ladder null for that of its category
 */
export function ladderErrors(
  { ladder, minQuantity }: { ladder: Ladder | null; minQuantity: number },
  category: string,
): { field: string; message: string }[] {
  const reached = (ladder ?? ladderFor(category)).flatMap((rung, at) => (rung.minQuantity <= minQuantity ? [{ ...rung, at }] : []))
  const [first] = reached
  if (!first) return []
  if (ladder === null) {
    const message = `The quantity prices of its category start at ${first.minQuantity}. Enter a smaller minimum, or quantity prices for this product.`
    return [{ field: 'minQuantity', message }]
  }
  const message = minQuantity > 1 ? `A tier must start above the minimum quantity of ${minQuantity}.` : 'A tier must start at 2 or more.'
  return reached.map(({ at }) => ({ field: `ladder.${at}.minQuantity`, message }))
}

/** Returns the price break that `quantity` has reached, or null. */
export function priceBreakFor(quantity: number, ladder: Ladder): Ladder[number] | null {
  return ladder.reduce<Ladder[number] | null>(
    (best, rung) => (rung.minQuantity <= quantity && rung.minQuantity > (best?.minQuantity ?? 0) ? rung : best),
    null,
  )
}

/**
 * Returns the price of one unit in cents for a line of `quantity` units, rounded half up to the cent.
 * @param basePriceCents the price of a single unit, 0 or more
 */
export function unitPriceCents(basePriceCents: number, quantity: number, ladder: Ladder): number {
  const discountPercent = priceBreakFor(quantity, ladder)?.discountPercent ?? 0
  return percentOf(basePriceCents, 100 - Math.min(100, Math.max(0, discountPercent)))
}

/** Returns a line's total in cents: the rounded price of a unit, times `quantity`. */
export function lineTotalCents(basePriceCents: number, quantity: number, ladder: Ladder): number {
  return unitPriceCents(basePriceCents, quantity, ladder) * quantity
}
