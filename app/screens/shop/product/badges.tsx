import { Link } from 'react-router'
import type { Product } from '#contract/catalog/products.ts'
import type { ShopFacts } from '#contract/content/shop.ts'
import { CURRENCIES } from '#domain/money.ts'
import { useEstimate } from './delivery.tsx'
import { freeShippingText, guaranteeHref } from './promises.ts'

function FreeShipping({ product, shop }: { product: Product; shop: ShopFacts }) {
  const estimate = useEstimate(product)
  const prices = { USD: product.priceUSD, EUR: product.priceEUR }
  const texts = CURRENCIES.flatMap((currency) => {
    const text = freeShippingText(prices[currency], currency, shop)
    return text === null ? [] : [{ currency, text }]
  })
  const isFree = estimate === null || estimate.methods.some(({ method, charge }) => method === 'standard' && charge === 0)
  if (texts.length === 0 || !isFree) return null
  return (
    <li className="flex items-center min-h-8 px-3 bg-tape text-on-bright text-sm font-strong">
      {texts.map(({ currency, text }) => (
        <span key={currency} data-price={currency}>
          {text}
        </span>
      ))}
    </li>
  )
}

/** Trust badges of a product (S104, S105). */
export function Badges({ product, shop }: { product: Product; shop: ShopFacts | null }) {
  const guarantee = guaranteeHref(product)
  return (
    <ul className="badges">
      {guarantee && (
        <li className="flex items-center min-h-8 px-3 bg-tape text-on-bright text-sm font-strong">
          <Link className="flex items-center min-h-11 -my-1.5 text-inherit" to={guarantee}>
            Quality Guaranteed
          </Link>
        </li>
      )}
      {shop && <FreeShipping product={product} shop={shop} />}
    </ul>
  )
}
