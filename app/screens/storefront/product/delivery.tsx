import { Price } from '#app/ui/price.tsx'
import type { Product } from '#contract/products.ts'
import type { ShopFacts } from '#contract/shop.ts'
import type { Currency } from '#domain/money.ts'
import { offeredMethods } from '#domain/shipping.ts'
import { pluralize } from '#domain/text.ts'

type Method = ShopFacts['shippingMethods'][number]

/** What the method costs for an order of this one piece. */
function costOf({ price, freeFrom }: Method, pieceprice: number, currency: Currency): number {
  return freeFrom && pieceprice >= freeFrom[currency] ? 0 : price[currency]
}

function Cost({ method, product }: { method: Method; product: Product }) {
  const usd = costOf(method, product.priceUSD, 'USD')
  const eur = costOf(method, product.priceEUR, 'EUR')
  if (usd === 0 && eur === 0) return 'Free'
  return <Price usd={usd} eur={eur} />
}

function leadText({ leadTimeDays, shippingClass }: Product): string {
  const leaves = leadTimeDays ? `Leaves the producer after ${pluralize(leadTimeDays, 'business day')}` : 'Leaves the producer at once'
  return shippingClass === 'freight'
    ? `${leaves}, as freight on a pallet: only standard shipping is offered.`
    : `${leaves}; then it travels:`
}

/** How the product gets to the buyer, how long it takes and what that costs for one piece (D60, D88). */
export function Delivery({ product, shop }: { product: Product; shop: ShopFacts | null }) {
  if (!shop) return null
  const offered = offeredMethods([product])
  return (
    <div className="delivery">
      <p className="text-sm text-ink-2">{leadText(product)}</p>
      <dl>
        {shop.shippingMethods
          .filter(({ method }) => offered.includes(method))
          .map((method) => (
            <div key={method.method}>
              <dt>
                {method.label} <span className="text-ink-2">{method.days}</span>
              </dt>
              <dd>
                <Cost method={method} product={product} />
              </dd>
            </div>
          ))}
      </dl>
    </div>
  )
}
