import { money } from '#app/lib/format.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { CURRENCIES } from '#domain/money.ts'
import { percentOff } from '#domain/sale-price.ts'

/** Name of the price that is struck through, as the European Union's directive on prices has it. */
const LABEL = 'Lowest price of the last 30 days before the reduction'

interface FormerPriceProps {
  product: Pick<ProductSummary, 'priceUSD' | 'priceEUR' | 'formerUSD' | 'formerEUR'>
  /** Shows the label, which is only read out otherwise. */
  isLabeled?: boolean
  className?: string
}

/** The lowest price before the sale that is on, struck through, and the percentage off it; nothing in a currency without one. */
export function FormerPrice({ product, isLabeled = false, className = '' }: FormerPriceProps) {
  const { priceUSD, priceEUR, formerUSD, formerEUR } = product
  if (formerUSD === undefined && formerEUR === undefined) return null
  const of = { USD: [formerUSD, priceUSD], EUR: [formerEUR, priceEUR] } as const
  return (
    <span className={className}>
      {CURRENCIES.map((currency) => {
        const [former, price] = of[currency]
        return (
          <span key={currency} data-price={currency}>
            {former !== undefined && (
              <>
                <span className={isLabeled ? '' : 'visually-hidden'}>{LABEL}: </span>
                <s>{money(former, currency)}</s> −{percentOff(former, price)}%
              </>
            )}
          </span>
        )
      })}
    </span>
  )
}
