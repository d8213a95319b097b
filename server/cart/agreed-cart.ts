import { type AgreedTerms, type FreeLine, inBoth, ratioOf, withAgreedFreight } from '#domain/agreed-terms.ts'
import { notForConsumersText } from '#domain/consumer-law.ts'
import type { Currency } from '#domain/money.ts'
import type { Destination } from '#domain/shipping-zones.ts'
import type { CartProduct } from '#server/catalog/products/product-record.ts'
import { type LineProblem, notSoldThere } from './offered-lines.ts'
import type { CartShipping } from './shipping-terms.ts'

/** Seller of a free line. */
export type FreeLineSeller = Pick<
  CartProduct,
  'businessId' | 'businessName' | 'businessCountry' | 'businessPostalCode' | 'dispatch' | 'isCheckedTrader'
>

/** A free line with its seller; price and problem as those of `PricedLine`. */
export interface PricedFreeLine {
  line: FreeLine
  seller: FreeLineSeller
  unitPriceCents: number
  problem: LineProblem | null
}

/** Terms of a cart that were agreed beside the list. */
export interface AgreedCart extends Pick<AgreedTerms, 'freight' | 'discountCents' | 'madeToOrder' | 'term'> {
  freeLines: readonly { line: FreeLine; seller: FreeLineSeller }[]
  /** Unit prices of the list, by product, of those with another one. */
  listCents: ReadonlyMap<string, number>
  /** List prices of the products in both currencies, else the reference rate (`ratioOf`). */
  ratio: ReturnType<typeof ratioOf>
}

/** Nothing was agreed. */
export const NO_TERMS: AgreedCart = {
  freight: null,
  discountCents: 0,
  madeToOrder: new Set(),
  freeLines: [],
  listCents: new Map(),
  ratio: ratioOf([], null),
}

/** Returns a free line as its tax is decided; a service is no part of what passes customs. */
export function asTaxed({ line, seller }: PricedFreeLine, currency: Currency, ratio: AgreedCart['ratio']) {
  const { text: name, taxClass, quantity, unitCents, kind } = line
  const priceEurCents = kind === 'custom' ? inBoth(unitCents, currency, ratio).EUR : 0
  return { product: { ...seller, name, taxClass, priceEurCents }, quantity, ladder: [], problem: null }
}

/**
 * Returns the shipping with an agreed freight in place of its rates; nothing is by quote then.
 * @param sent indexes of the lines that it ships
 */
export function atAgreedFreight(
  shipping: CartShipping,
  { freight, ratio }: AgreedCart,
  { currency, sent }: { currency: Currency; sent: readonly number[] },
): CartShipping {
  if (!freight) return shipping
  const { cents, text } = freight
  const netCents = inBoth(cents, currency, ratio)
  return {
    ...shipping,
    quotes: new Set(),
    quoteNotice: null,
    withoutDays: shipping.quotes,
    chargesBy: (method) => withAgreedFreight(shipping.chargesBy(method), { text, netCents, lines: sent, window: shipping.daysOf(method) }),
  }
}

/** Keeps lines without a product, of sellers whose details are not checked, from consumers of the European Union. */
export const fromCheckedTraders =
  ({ country }: Pick<Destination, 'country'>) =>
  (free: PricedFreeLine): PricedFreeLine =>
    free.problem || free.seller.isCheckedTrader ? free : { ...free, problem: notSoldThere(notForConsumersText(free.line.text, country)) }
