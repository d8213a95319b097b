import { money } from '#app/lib/format.ts'
import type { Measure } from '#domain/base-price.ts'
import type { Currency } from '#domain/money.ts'

/** Below this amount a price of a piece or a liter has three decimals: two would make packs look alike. */
const SMALL = 0.1

function amountText(amount: number, currency: Currency): string {
  return amount < SMALL ? `${money(0, currency).slice(0, 1)}${amount.toFixed(3)}` : money(amount, currency)
}

interface BasePriceProps {
  product: { priceUSD: number; priceEUR: number }
  /** Content of a pack; null where it does not say its size. */
  measure: Measure | null
  className?: string
}

/** Price of a piece, a square meter or a liter of a material, by which packs of different sizes are compared; nothing where the pack does not say its size. */
export function BasePrice({ product: { priceUSD, priceEUR }, measure, className }: BasePriceProps) {
  if (!measure) return null
  return (
    <span className={className}>
      <span data-price="USD">{amountText(priceUSD / measure.count, 'USD')}</span>
      <span data-price="EUR">{amountText(priceEUR / measure.count, 'EUR')}</span> per {measure.unit}
    </span>
  )
}
