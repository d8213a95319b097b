import { type Currency, formatMoney, roundHalfUp } from './money.ts'
import type { ContentUnit } from './product-facts.ts'

/** Content of one sale unit, with at most three decimals. */
export type Content = { amount: number; unit: ContentUnit }

/** Price in cents of 1 unit of a content, or of 100 pieces. */
type UnitPrice = { cents: number; per: 1 | 100; unit: ContentUnit }

/** Cents of a piece below which the price of 100 pieces is given: single cents would make packs look alike. */
const SMALL = 10

/** Returns the price by which packs are compared (Directive 98/6/EC), rounded half up: of 1 m, m², l, m³, kg or piece, or of 100 pieces. */
export function unitPriceOf(cents: number, { amount, unit }: Content): UnitPrice {
  const thousandths = Math.round(amount * 1000)
  const per = unit === 'piece' && cents * 1000 < SMALL * thousandths ? 100 : 1
  return { cents: roundHalfUp(cents * 1000 * per, thousandths), per, unit }
}

const SIGNS: Readonly<Record<Exclude<ContentUnit, 'piece'>, string>> = { m: 'm', m2: 'm²', l: 'l', m3: 'm³', kg: 'kg' }

/** Formats a unit price: "€3.31/m²", "€0.35 per piece", "€3.45 per 100 pieces". */
export function unitPriceText({ cents, per, unit }: UnitPrice, currency: Currency): string {
  const price = formatMoney(cents, currency)
  if (unit !== 'piece') return `${price}/${SIGNS[unit]}`
  return per === 1 ? `${price} per piece` : `${price} per ${per} pieces`
}
