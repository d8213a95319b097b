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

/** Reads the number at the start of a specification such as '1,500 pieces', and what follows it. */
function amountOf(value: string): { number: number; unit: string } | null {
  const [, digits = '', unit = ''] = /^\s*(\d[\d,]*(?:\.\d+)?)\s*(.*?)\s*$/.exec(value) ?? []
  const number = Math.round(Number(digits.replaceAll(',', '')) * 1000) / 1000
  return digits !== '' && number > 0 ? { number, unit: unit.toLowerCase() } : null
}

const LITERS: Readonly<Record<string, number>> = { 'm³': 1000, m3: 1000, l: 1, liter: 1, liters: 1, litre: 1, litres: 1 }

/** Reads from its specifications what a pack holds: pieces before area before volume; null where they say none of it, and for a single piece. */
export function contentIn(specifications: Readonly<Record<string, string>>): Content | null {
  const given = new Map(Object.entries(specifications).map(([name, value]) => [name.trim().toLowerCase(), value]))
  const read = (name: string) => amountOf(given.get(name) ?? '')
  const pieces = read('pieces per pack')
  if (pieces && pieces.number > 1) return { amount: pieces.number, unit: 'piece' }
  const area = read('area per pack')
  if (area && ['m²', 'm2'].includes(area.unit)) return { amount: area.number, unit: 'm2' }
  const volume = read('volume')
  const liters = volume && LITERS[volume.unit]
  return volume && liters ? { amount: Math.round(volume.number * liters * 1000) / 1000, unit: 'l' } : null
}
