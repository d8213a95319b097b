import type { Product } from '#contract/catalog/products.ts'
import { toDecimal, toMinor } from '#domain/money.ts'
import { lineTotalCents, priceBreakFor, unitPriceCents } from '#domain/pricing.ts'

type Priced = Pick<Product, 'priceUSD' | 'priceEUR' | 'priceLadder'>

/** One step of the quantity discount, from `from` to `to` units; null without an end. */
export interface LadderRow {
  from: number
  to: number | null
  discountPercent: number
  USD: number
  EUR: number
}

/** Price of one unit in both currencies when `quantity` of them are bought. */
export function unitPriceAt({ priceUSD, priceEUR, priceLadder }: Priced, quantity: number) {
  const at = (price: number) => toDecimal(unitPriceCents(toMinor(price) ?? 0, quantity, priceLadder))
  return { USD: at(priceUSD), EUR: at(priceEUR), discountPercent: priceBreakFor(quantity, priceLadder)?.discountPercent ?? 0 }
}

/** Returns the price of `quantity` units. */
export function lineAt({ priceUSD, priceEUR, priceLadder }: Priced, quantity: number) {
  const at = (price: number) => toDecimal(lineTotalCents(toMinor(price) ?? 0, quantity, priceLadder))
  return { USD: at(priceUSD), EUR: at(priceEUR) }
}

/** All price steps, beginning with one unit; empty for products with one price. */
export function ladderRows(product: Priced): LadderRow[] {
  if (product.priceLadder.length === 0) return []
  const starts = [...new Set([1, ...product.priceLadder.map(({ minQuantity }) => minQuantity)])].sort((a, b) => a - b)
  return starts.map((from, index) => {
    const next = starts[index + 1]
    return { from, to: next === undefined ? null : next - 1, ...unitPriceAt(product, from) }
  })
}
