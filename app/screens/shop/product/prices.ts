import type { Product } from '#contract/catalog/products.ts'
import { toDecimal, toMinor, withTax } from '#domain/money.ts'
import { priceBreakFor, unitPriceCents } from '#domain/pricing.ts'

type Priced = Pick<Product, 'priceUSD' | 'priceEUR' | 'priceLadder' | 'display'>
type Stocked = Priced & Pick<Product, 'stock' | 'minQuantity'>

/** One step of the quantity discount, from `from` to `to` units. */
export interface LadderRow {
  from: number
  to: number
  discountPercent: number
  USD: number
  EUR: number
}

/** Returns the price of one unit in cents, as the market of the product shows it, when `quantity` are bought. */
const unitCents = ({ priceLadder, display }: Priced, price: number, quantity: number): number =>
  withTax(unitPriceCents(toMinor(price) ?? 0, quantity, priceLadder), display?.rate ?? 0)

/** Price of one unit in both currencies when `quantity` of them are bought. */
export function unitPriceAt(product: Priced, quantity: number) {
  const { priceUSD, priceEUR, priceLadder } = product
  const at = (price: number) => toDecimal(unitCents(product, price, quantity))
  return { USD: at(priceUSD), EUR: at(priceEUR), discountPercent: priceBreakFor(quantity, priceLadder)?.discountPercent ?? 0 }
}

/** Returns the price of `quantity` units. */
export function lineAt(product: Priced, quantity: number) {
  const at = (price: number) => toDecimal(unitCents(product, price, quantity) * quantity)
  return { USD: at(product.priceUSD), EUR: at(product.priceEUR) }
}

/**
 * Price steps, beginning with the smallest order: those that the stock reaches, and those beyond it. Both are empty for products with one
 * price.
 */
export function ladderRows(product: Stocked): { reached: LadderRow[]; beyond: LadderRow[] } {
  if (product.priceLadder.length === 0) return { reached: [], beyond: [] }
  const { minQuantity: least } = product
  const starts = [...new Set([least, ...product.priceLadder.map(({ minQuantity }) => Math.max(least, minQuantity))])].sort((a, b) => a - b)
  const rows = starts.map((from, index) => {
    const last = (starts[index + 1] ?? Number.POSITIVE_INFINITY) - 1
    return { from, to: Math.min(last, product.stock), ...unitPriceAt(product, from) }
  })
  return {
    reached: rows.filter(({ from }) => from <= product.stock),
    beyond: rows.filter(({ from }) => from > Math.max(least, product.stock)),
  }
}
