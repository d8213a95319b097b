import type { SQL } from 'drizzle-orm'
import type { Display, Product, ProductSummary } from '#contract/catalog/products.ts'
import { netFrom, netUpTo, type ShownProduct, type VisitorMarket } from '#domain/display-price.ts'
import { type Currency, toDecimal, toMinor, withTax } from '#domain/money.ts'
import { type Content, unitPriceOf } from '#domain/unit-price.ts'
import type { ProductFilter, ShownRates } from './product-list.ts'

/** Country and buyer of a request; what is left out is that of the default market. */
export type AskedMarket = { [Name in keyof VisitorMarket]?: VisitorMarket[Name] | undefined }

/** Product as a market shows it, with the delivery of its smallest order there. */
export interface OfferedProduct {
  shown: ShownProduct
  delivery: NonNullable<Product['delivery']>
}

/** Reads how products are shown in a market; made by the area of prices. */
export interface ShowPrices {
  /** Returns how products are shown, by id. */
  products: (market: AskedMarket, ids: readonly string[]) => Promise<ReadonlyMap<string, ShownProduct>>
  /** Opens a market once for all products: what it returns reads some of them, by id. */
  open: (market: AskedMarket) => Promise<(ids: readonly string[]) => Promise<ReadonlyMap<string, OfferedProduct>>>
  rates: (market: AskedMarket) => Promise<ShownRates>
  /** Offers of products that are read one by one. */
  whole: {
    /** Facts by which the product in a query is offered. */
    column: SQL
    /** Begins a reading in a market. @returns the values of the column, and what makes the offer of it */
    begin: (market: AskedMarket) => { values: object; offer: (column: unknown) => Promise<OfferedProduct | null> }
  }
}

/** Returns the market that a request names; null where it names none. */
export const marketIn = ({ country, buyer }: AskedMarket): AskedMarket | null =>
  country === undefined && buyer === undefined ? null : { country, buyer }

type Priced = Pick<ProductSummary, 'priceUSD' | 'priceEUR' | 'content'> & Partial<Pick<ProductSummary, 'formerUSD' | 'formerEUR'>>

/** Returns the prices of a product as the visitors of a market see them. */
export function presentDisplay(
  product: Priced,
  { rate, includesTax, sellable, reason, isWithheld, pauseText, freight }: ShownProduct,
): Display {
  const { priceUSD, priceEUR, formerUSD, formerEUR, content } = product
  const shown = (amount: number) => toDecimal(withTax(toMinor(amount) ?? 0, rate))
  const price = { USD: shown(priceUSD), EUR: shown(priceEUR) }
  const former = { USD: formerUSD === undefined ? null : shown(formerUSD), EUR: formerEUR === undefined ? null : shown(formerEUR) }
  const unitIn = (currency: Currency, of: Content) => {
    const { cents, per } = unitPriceOf(toMinor(price[currency]) ?? 0, of)
    return { amount: toDecimal(cents), per }
  }
  return {
    price,
    salePrice: { USD: former.USD === null ? null : price.USD, EUR: former.EUR === null ? null : price.EUR },
    formerPrice: former,
    unitPrice: content ? { unit: content.unit, USD: unitIn('USD', content), EUR: unitIn('EUR', content) } : null,
    rate,
    includesTax,
    sellable,
    reason,
    ...(isWithheld && { isWithheld }),
    ...(pauseText !== undefined && { pauseText }),
    ...(freight && { freight }),
  }
}

/** Adds to products how each is shown. */
export const displayed = <Shown extends Priced & { id: string }>(
  items: readonly Shown[],
  shown: ReadonlyMap<string, ShownProduct>,
): (Shown & { display?: Display })[] =>
  items.map((item) => {
    const own = shown.get(item.id)
    return own ? { ...item, display: presentDisplay(item, own) } : item
  })

/** Adds to the JSON of products how each is shown. */
export function withDisplay(texts: readonly string[], shown: ReadonlyMap<string, ShownProduct>): string[] {
  return texts.map((text) => {
    const product = JSON.parse(text) as ProductSummary // our own text
    const own = shown.get(product.id)
    return own ? `${text.slice(0, -1)},"display":${JSON.stringify(presentDisplay(product, own))}}` : text
  })
}

/**
 * Returns a filter whose prices are those that a market shows, as the stored prices have them; with several rates the database raises each
 * price.
 */
export function filterIn(filter: ProductFilter, rates: ShownRates | null): ProductFilter {
  if (!rates || rates.all === 0) return filter
  if (rates.all === null) return { ...filter, shown: rates }
  const { all, minPrice, maxPrice } = { ...filter, all: rates.all }
  return {
    ...filter,
    ...(minPrice !== undefined && { minPrice: netFrom(Math.round(minPrice * 100), all) / 100 }),
    ...(maxPrice !== undefined && { maxPrice: netUpTo(Math.round(maxPrice * 100), all) / 100 }),
  }
}
