import { type Currency, formatMoney, roundHalfUp } from './money.ts'
import type { ContentUnit } from './product-fields.ts'

/** Content of one sale unit, with at most three decimals. */
export type Content = { amount: number; unit: ContentUnit }

/** Price in cents of 1 or 100 units of a content. */
type UnitPrice = { cents: number; per: 1 | 100; unit: ContentUnit }

/**
 * Returns the cents of a unit below which the price of 100 is given: with one or two digits packs look alike. Boxes and bulk bags are sold
 * by the liter.
 */
const smallOf = (unit: ContentUnit): number => (unit === 'l' ? 100 : 10)

/** Returns the price by which packs are compared (Directive 98/6/EC), rounded half up: of 1 or 100 m, m², l, m³, kg or pieces. */
export function unitPriceOf(cents: number, { amount, unit }: Content): UnitPrice {
  const thousandths = Math.round(amount * 1000)
  const per = cents * 1000 < smallOf(unit) * thousandths ? 100 : 1
  return { cents: roundHalfUp(cents * 1000 * per, thousandths), per, unit }
}

const SIGNS: Readonly<Record<Exclude<ContentUnit, 'piece'>, string>> = { m: 'm', m2: 'm²', l: 'l', m3: 'm³', kg: 'kg' }

/** Formats a unit price: "€3.31/m²", "€3.50 per 100 l", "€0.35 per piece", "€3.45 per 100 pieces". */
export function unitPriceText({ cents, per, unit }: UnitPrice, currency: Currency): string {
  const price = formatMoney(cents, currency)
  if (unit !== 'piece') return per === 1 ? `${price}/${SIGNS[unit]}` : `${price} per ${per} ${SIGNS[unit]}`
  return per === 1 ? `${price} per piece` : `${price} per ${per} pieces`
}
