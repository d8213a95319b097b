import { percentOf } from './money.ts'

/**
 * Volume prices of one product: from `minQuantity` pieces on a line, each piece costs `discountPercent` less.
 * Order does not matter; the rung with the highest reached `minQuantity` counts. Empty means one price for all.
 */
export type Ladder = readonly { minQuantity: number; discountPercent: number }[]

/** The ladder of machines: 5, 10 and 15 percent at 3, 5 and 10 machines (S332, the FAQ's promise; D65). */
export const DEFAULT_MACHINE_LADDER: Ladder = [
  { minQuantity: 3, discountPercent: 5 },
  { minQuantity: 5, discountPercent: 10 },
  { minQuantity: 10, discountPercent: 15 },
]

/** Categories whose goods are machines proper, not parts of them (D65). */
const LADDER_CATEGORIES: readonly string[] = ['mat-maker', 'chip-maker']

/** The default ladder of a category: the machine ladder for mat-maker and chip-maker, none for all others. */
export function ladderFor(category: string): Ladder {
  return LADDER_CATEGORIES.includes(category) ? DEFAULT_MACHINE_LADDER : []
}

/** The rung of `ladder` that `quantity` has reached, or null when it has reached none. */
export function rungFor(quantity: number, ladder: Ladder): Ladder[number] | null {
  return ladder.reduce<Ladder[number] | null>(
    (best, rung) => (rung.minQuantity <= quantity && rung.minQuantity > (best?.minQuantity ?? 0) ? rung : best),
    null,
  )
}

/**
 * Price of one piece, in cents, when `quantity` of them stand on a line; rounded half up to the cent (api.md ruling 4).
 * @param basePriceCents the price of a single piece, from 0
 */
export function unitPriceCents(basePriceCents: number, quantity: number, ladder: Ladder): number {
  const discountPercent = rungFor(quantity, ladder)?.discountPercent ?? 0
  return percentOf(basePriceCents, 100 - Math.min(100, Math.max(0, discountPercent)))
}

/** Price of the whole line in cents: the rounded price of one piece, times `quantity`. */
export function lineTotalCents(basePriceCents: number, quantity: number, ladder: Ladder): number {
  return unitPriceCents(basePriceCents, quantity, ladder) * quantity
}
