import { percentOf } from './money.ts'

/** Tax on products in percent: 8% of the subtotal after discount, shipping untaxed (S311). */
export const DEFAULT_TAX_PERCENT = 8

/** Tax in cents on `subtotalCents` less `discountCents`, rounded half up once; never below 0. */
export function taxCents(subtotalCents: number, discountCents: number, taxPercent: number): number {
  return percentOf(Math.max(0, subtotalCents - discountCents), Math.max(0, taxPercent))
}
