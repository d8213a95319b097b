import { Link } from '#app/ui/link.tsx'
import type { Product } from '#contract/catalog/products.ts'
import { CURRENCIES } from '#domain/money.ts'
import { useEstimate } from './delivery.tsx'
import { freeShippingText, guaranteeHref } from './promises.ts'

/** Free shipping to the visitor's market, or the value of an order from which it is. */
function FreeShipping({ product }: { product: Product }) {
  const estimate = useEstimate(product)
  const standard = product.delivery?.methods.find(({ method }) => method === 'standard')
  const own = estimate?.methods.find(({ method }) => method === 'standard')
  if (!standard || estimate?.isQuote) return null
  const texts = CURRENCIES.flatMap((currency) => {
    const charge = own && estimate?.currency === currency ? own.charge : standard.charge[currency]
    const text = freeShippingText(charge, currency, standard)
    return text === null ? [] : [{ currency, text }]
  })
  if (texts.length === 0) return null
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
export function Badges({ product }: { product: Product }) {
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
      <FreeShipping product={product} />
    </ul>
  )
}
