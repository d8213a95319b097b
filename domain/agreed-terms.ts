import type { DutyTerm } from './duty-text.ts'
import { type Currency, fractionOf } from './money.ts'
import type { PricedItem, ShippingCharge } from './order-totals.ts'
import type { TaxClass } from './product-fields.ts'

/** Kinds of order lines: a product of the shop; a free line for something that is sent, or for a service such as installation. */
export const LINE_KINDS = ['product', 'custom', 'service'] as const

/** One of `LINE_KINDS`. */
export type LineKind = (typeof LINE_KINDS)[number]

/** Largest unit price, freight and discount that can be agreed, in cents. */
export const MAX_AGREED_CENTS = 9_000_000_00

/** Largest total of a line, in cents: sums of 500 such lines stay exact. */
export const MAX_LINE_CENTS = 1_000_000_000_000

/** A line without a product. `id` is that of its order line; `unitCents` in the currency of the order, without tax. */
export interface FreeLine {
  id: string
  kind: Exclude<LineKind, 'product'>
  text: string
  quantity: number
  unitCents: number
  taxClass: TaxClass
  businessId: string
}

/**
 * Terms that staff or a seller agreed on beside the list, in cents of the currency of the order. Unit prices and freight are without tax;
 * the discount is taken off the subtotal as the buyer sees it, after that of a code.
 */
export interface AgreedTerms {
  /** Unit prices by product. */
  prices: ReadonlyMap<string, number>
  freeLines: readonly FreeLine[]
  /** Freight of the whole order in place of all rates, with its text; null: the rates count. Extras stay. */
  freight: { cents: number; text: string } | null
  discountCents: number
  /** Products that are made for the order: they neither need nor take stock. */
  madeToOrder: ReadonlySet<string>
  /** Delivery term of an offer; absent: the shop's own. */
  term?: DutyTerm
}

/** Nothing differs from the list. */
export const LIST_TERMS: AgreedTerms = { prices: new Map(), freeLines: [], freight: null, discountCents: 0, madeToOrder: new Set() }

/** Returns true if an order at these terms costs something else than the list says. */
export function differsFromList({ prices, freeLines, freight, discountCents }: AgreedTerms): boolean {
  return prices.size > 0 || freeLines.length > 0 || freight !== null || discountCents > 0
}

/** An amount in both currencies, such as the list prices of a product. */
type InBoth = Readonly<Record<Currency, number>>

/**
 * Returns the ratio by which agreed amounts count in the other currency: the list prices of the products, else the reference rate, else one
 * to one.
 */
export function ratioOf(list: readonly { priceCents: InBoth; quantity: number }[], usdPerEur: number | null): InBoth {
  const sum = (currency: Currency) => list.reduce((cents, { priceCents, quantity }) => cents + priceCents[currency] * quantity, 0)
  const [USD, EUR] = [sum('USD'), sum('EUR')]
  if (USD > 0 && EUR > 0) return { USD, EUR }
  return { USD: Math.round((usdPerEur ?? 1) * 1_000_000), EUR: 1_000_000 }
}

/**
 * Returns an agreed amount in both currencies: in its own to the cent, in the other by a ratio, rounded half up. A unit price counts by the
 * ratio of the list prices of its product; freight, discount and free lines by that of all products of the order. The amount in the other
 * currency is frozen with the order, so that its USD total replays to the cent.
 */
export function inBoth(cents: number, currency: Currency, ratio: InBoth): Record<Currency, number> {
  const other: Currency = currency === 'USD' ? 'EUR' : 'USD'
  const isKnown = ratio[currency] > 0 && ratio[other] > 0
  const converted = isKnown ? fractionOf(cents, ratio[other], ratio[currency]) : cents
  return currency === 'USD' ? { USD: cents, EUR: converted } : { USD: converted, EUR: cents }
}

/** Returns a free line as an item of the totals; its commission is that of the seller for products without a category. */
export function freeItem({ id, kind, text, quantity, unitCents, businessId }: FreeLine, currency: Currency, ratio: InBoth): PricedItem {
  return {
    productId: id,
    name: text,
    businessId,
    category: '',
    shippingClass: kind === 'custom' ? 'freight' : 'parcel',
    priceCents: inBoth(unitCents, currency, ratio),
    quantity,
    ladder: [],
    decision: 0,
  }
}

/** Returns the charges with an agreed freight in place of all rates; it is shared by what is sent, and nothing waives it. Extras stay. */
export function withAgreedFreight(
  charges: readonly ShippingCharge[],
  { text, netCents, lines, window }: { text: string; netCents: InBoth; lines: readonly number[] } & Pick<ShippingCharge, 'window'>,
): ShippingCharge[] {
  const agreed: ShippingCharge = {
    owner: null,
    zone: 'agreed',
    class: 'freight',
    lines,
    netCents,
    freeFromCents: null,
    label: text,
    days: '',
    ...(window && { window }),
    isAgreed: true,
  }
  return [agreed, ...charges.filter(({ isExtra }) => isExtra)]
}
