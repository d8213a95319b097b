import { useDestination } from '#app/features/identity/addresses/use-destination.ts'
import { countryName } from '#app/lib/countries.ts'
import { Price } from '#app/ui/price.tsx'
import type { Product } from '#contract/catalog/products.ts'
import type { ShopFacts } from '#contract/content/shop.ts'
import { deliveryWindow } from '#domain/delivery.ts'
import type { Currency } from '#domain/money.ts'
import { sellableUnits } from '#domain/order-quantity.ts'
import { offeredMethods } from '#domain/shipping.ts'
import { formatPromisedDay } from '#domain/text.ts'

type Method = ShopFacts['shippingMethods'][number]

/** Returns the shipping charge for an order of one unit. */
function costOf({ price, freeFrom }: Method, unitPrice: number, currency: Currency): number {
  return freeFrom && unitPrice >= freeFrom[currency] ? 0 : price[currency]
}

function Cost({ method, product }: { method: Method; product: Product }) {
  const usd = costOf(method, product.priceUSD, 'USD')
  const eur = costOf(method, product.priceEUR, 'EUR')
  if (usd === 0 && eur === 0) return 'Free'
  return <Price usd={usd} eur={eur} />
}

/** The days between which an order placed at `asOf` arrives in a country: "Tue, Dec 16 to Thu, Dec 18". */
export function arrivalText(
  asOf: string,
  method: Pick<Method, 'minDays' | 'maxDays'>,
  leadTimeDays: number | null,
  country: string,
): string {
  const { earliest, latest } = deliveryWindow(new Date(asOf), method, leadTimeDays ?? 0, country)
  const [from, to] = [formatPromisedDay(earliest), formatPromisedDay(latest)]
  return from === to ? from : `${from} to ${to}`
}

/** The name of a country within a sentence. */
const destinationName = (country: string) => (/^(US|GB|AE|NL)$/.test(country) ? `the ${countryName(country)}` : countryName(country))

interface DeliveryProps {
  product: Product
  shop: ShopFacts | null
  /** Time from which the days are counted, as an ISO text. */
  asOf: string
}

/** Delivery dates and charges of one unit, by each shipping method. */
export function Delivery({ product, shop, asOf }: DeliveryProps) {
  const country = useDestination()
  if (!shop) return null
  const offered = offeredMethods([product])
  const hasStock = sellableUnits(product) > 0
  return (
    <div className="delivery">
      <p className="font-medium">
        {hasStock ? `Order today, and it arrives in ${destinationName(country)}` : 'Delivery, once it is in stock again'}
      </p>
      <dl className="mt-1.5 text-sm">
        {shop.shippingMethods
          .filter(({ method }) => offered.includes(method))
          .map((method) => (
            <div key={method.method} className="flex justify-between gap-4 py-0.75">
              <dt>
                {hasStock && (
                  <span className="block text-base font-semibold">{arrivalText(asOf, method, product.leadTimeDays, country)}</span>
                )}
                <span className="text-ink-2">
                  {method.label}, {method.days}
                </span>
              </dt>
              <dd className="font-semibold [font-family:inherit]">
                <Cost method={method} product={product} />
              </dd>
            </div>
          ))}
      </dl>
      {product.shippingClass === 'freight' && (
        <p className="text-sm text-ink-2">It travels as freight on a pallet, so only standard shipping is offered.</p>
      )}
    </div>
  )
}
