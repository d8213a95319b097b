import { shownRows } from '#app/features/catalog/products/facts.ts'
import { getShop } from '#app/lib/shop.ts'
import type { Product } from '#contract/catalog/products.ts'
import type { Currency } from '#domain/money.ts'
import { sellableUnits } from '#domain/order-quantity.ts'
import { stockAndLeadTime } from '#domain/stock.ts'
import { pluralize } from '#domain/text.ts'

/** A row of the comparison: one text for each product, empty where it has none. */
interface CompareRow {
  label: string
  texts: string[]
  /** All products have the same text. */
  isEqual: boolean
}

const rowOf = (label: string, texts: string[]): CompareRow => ({ label, texts, isEqual: texts.every((text) => text === texts[0]) })

/** Joins ordered lists of names into one in which each stays behind those that it followed. */
function merged(lists: readonly (readonly string[])[]): string[] {
  const names: string[] = []
  for (const list of lists) {
    let place = 0
    for (const name of list) {
      const at = names.indexOf(name)
      if (at < 0) names.splice(place, 0, name)
      place = (at < 0 ? place : at) + 1
    }
  }
  return names
}

/** Returns what the seller wrote under this name that is neither a number nor a range. */
const writtenAs = (product: Product | undefined, label: string): string =>
  product ? (shownRows(product).find(({ name }) => name.trim().toLowerCase() === label.toLowerCase())?.value ?? '') : ''

/** Returns the specifications that are compared: those of the categories, or where none has any, all that the sellers wrote. */
function specificationRows(products: readonly Product[]): CompareRow[] {
  const compared = products.map(({ attributes }) => attributes.filter(({ isCompared }) => isCompared))
  if (compared.some((attributes) => attributes.length > 0)) {
    const labels = merged(compared.map((attributes) => attributes.map(({ label }) => label)))
    return labels.map((label) =>
      rowOf(
        label,
        compared.map(
          (attributes, at) => attributes.find((attribute) => attribute.label === label)?.display ?? writtenAs(products[at], label),
        ),
      ),
    )
  }
  const left = products.map((product) => shownRows(product).filter(({ name }) => name.trim().toLowerCase() !== 'fits'))
  return merged(left.map((rows) => rows.map(({ name }) => name))).map((label) =>
    rowOf(
      label,
      left.map((rows) => rows.find(({ name }) => name === label)?.value ?? ''),
    ),
  )
}

function availability(product: Product): string {
  return stockAndLeadTime({ ...product, stock: sellableUnits(product) }, getShop().stock)
}

/** Returns whether the cart takes a product in the market that is shown: it is in stock, and not sold by quote or not at all there. */
export const goesIntoCart = (product: Product): boolean => sellableUnits(product) > 0 && product.display?.sellable !== false

/** Running costs of a machine, as far as they are known: months until it has paid for itself, and its blades. */
interface RunningCosts {
  payback?: string
  blades?: string
}

/** Running costs of machines by their slugs. */
export type CostsBySlug = Readonly<Record<Currency, Readonly<Record<string, RunningCosts>>>>

/** Returns the rows below the prices: availability, running costs, specifications, what each fits, warranty and seller. */
export function compareRows(products: readonly Product[], costs: CostsBySlug[Currency] = {}): CompareRow[] {
  const costOf = (name: keyof RunningCosts) => products.map(({ slug }) => costs[slug]?.[name] ?? '')
  const rows = [
    rowOf('Availability', products.map(availability)),
    rowOf('Payback', costOf('payback')),
    rowOf('Blade set', costOf('blades')),
    ...specificationRows(products),
    rowOf(
      'Fits',
      products.map(({ specificationRows: own }) => own.find(({ name }) => name.trim().toLowerCase() === 'fits')?.value ?? ''),
    ),
    rowOf(
      'Warranty',
      products.map(({ warrantyMonths }) => (warrantyMonths ? pluralize(warrantyMonths, 'month') : '')),
    ),
    rowOf(
      'Sold by',
      products.map(({ businessName }) => businessName),
    ),
  ]
  return rows.filter(({ texts }) => texts.some((text) => text !== ''))
}
