import { type Currency, toMinor } from '#domain/money.ts'
import { type Content, unitPriceOf, unitPriceText } from '#domain/unit-price.ts'

/** Returns the unit price of what costs `price`, as text. */
const unitPrice = (price: number, content: Content, currency: Currency): string =>
  unitPriceText(unitPriceOf(toMinor(price) ?? 0, content), currency)

interface LineUnitPriceProps {
  /** Price of one sale unit in the currency of the cart or order. */
  price: number
  content: Content | null
  currency: Currency
}

/** Unit price below the price of a line; nothing where the content is not known. */
export function LineUnitPrice({ price, content, currency }: LineUnitPriceProps) {
  if (!content) return null
  return (
    <span className="block text-sm text-ink-2">
      <span className="visually-hidden">Unit price: </span>
      {unitPrice(price, content, currency)}
    </span>
  )
}

interface UnitPriceProps {
  /** The price that is shown: of the sale that is on, and of the quantity. */
  usd: number
  eur: number
  /** Content of a sale unit; null where nobody says it. */
  content: Content | null
  className?: string
}

/** Price of a piece, a square meter or a liter, by which packs of different sizes are compared; nothing where the content is not known. */
export function UnitPrice({ usd, eur, content, className }: UnitPriceProps) {
  if (!content) return null
  return (
    <span className={className}>
      <span className="visually-hidden">Unit price: </span>
      <span data-price="USD">{unitPrice(usd, content, 'USD')}</span>
      <span data-price="EUR">{unitPrice(eur, content, 'EUR')}</span>
    </span>
  )
}
