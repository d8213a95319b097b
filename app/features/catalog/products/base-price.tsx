import { money } from '#app/lib/format.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { measureOf } from '#domain/base-price.ts'
import type { Currency } from '#domain/money.ts'

/** Below this amount a price of a piece or a liter has three decimals: two would make packs look alike. */
const SMALL = 0.1

function amountText(amount: number, currency: Currency): string {
  return amount < SMALL ? `${money(0, currency).slice(0, 1)}${amount.toFixed(3)}` : money(amount, currency)
}

type Packed = Pick<ProductSummary, 'type' | 'priceUSD' | 'priceEUR' | 'specifications'>

/** Price of a piece, a square meter or a liter of a material, by which packs of different sizes are compared; nothing where the pack does not say its size. */
export function BasePrice({ product: { type, priceUSD, priceEUR, specifications }, className }: { product: Packed; className?: string }) {
  const measure = type === 'material' ? measureOf(specifications) : null
  if (!measure) return null
  return (
    <span className={className}>
      <span data-price="USD">{amountText(priceUSD / measure.count, 'USD')}</span>
      <span data-price="EUR">{amountText(priceEUR / measure.count, 'EUR')}</span> per {measure.unit}
    </span>
  )
}
