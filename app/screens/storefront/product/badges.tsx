import { money } from '#app/lib/format.ts'
import type { Product } from '#contract/products.ts'
import type { ShopFacts } from '#contract/shop.ts'
import { CURRENCIES, type Currency } from '#domain/money.ts'

const GUARANTEED = ['mat-maker', 'chip-maker']

/** Machines proper that carry a warranty (D55, D66). */
export function isGuaranteed({ type, category, warrantyMonths }: Product): boolean {
  return type === 'machine' && GUARANTEED.includes(category) && (warrantyMonths ?? 0) > 0
}

/** Whether one piece already travels free, or from which sum an order does; null when the shop has no such sum (D54). */
export function freeShippingText(price: number, currency: Currency, shop: ShopFacts): string | null {
  const from = shop.shippingMethods.find(({ method }) => method === 'standard')?.freeFrom?.[currency]
  if (from === undefined) return null
  return price >= from ? 'Free Shipping' : `Free Shipping from ${money(from, currency).replace('.00', '')}`
}

function FreeShipping({ product, shop }: { product: Product; shop: ShopFacts }) {
  const prices = { USD: product.priceUSD, EUR: product.priceEUR }
  const texts = CURRENCIES.flatMap((currency) => {
    const text = freeShippingText(prices[currency], currency, shop)
    return text === null ? [] : [{ currency, text }]
  })
  if (texts.length === 0) return null
  return (
    <li>
      {texts.map(({ currency, text }) => (
        <span key={currency} data-price={currency}>
          {text}
        </span>
      ))}
    </li>
  )
}

/** What the shop vouches for (S104, S105). */
export function Badges({ product, shop }: { product: Product; shop: ShopFacts | null }) {
  return (
    <ul className="badges">
      {isGuaranteed(product) && (
        <li>
          <a href="#warranty">Quality Guaranteed</a>
        </li>
      )}
      {shop && <FreeShipping product={product} shop={shop} />}
    </ul>
  )
}
