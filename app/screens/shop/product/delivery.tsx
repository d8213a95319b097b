import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useDefaultAddress, useDestination } from '#app/features/identity/addresses/use-destination.ts'
import { api } from '#app/lib/api.ts'
import { countryName } from '#app/lib/countries.ts'
import { useCurrency } from '#app/lib/currency.ts'
import { money } from '#app/lib/format.ts'
import { FRESH_MS } from '#app/lib/reads.ts'
import { useRead } from '#app/lib/use-read.ts'
import { Price } from '#app/ui/price.tsx'
import type { Product } from '#contract/catalog/products.ts'
import type { ShopFacts } from '#contract/content/shop.ts'
import type { Estimate } from '#contract/pricing/shipping.ts'
import { deliveryWindow } from '#domain/delivery.ts'
import type { Currency } from '#domain/money.ts'
import { sellableUnits } from '#domain/order-quantity.ts'
import { businessDays } from '#domain/settings.ts'
import { DEFAULT_COUNTRY, offeredMethods } from '#domain/shipping.ts'
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

/** Returns the shop's estimate for a buyer with an address: what the zones say of it. Null until it is known, and for visitors. */
export function useEstimate(product: Product): Estimate | null {
  const address = useDefaultAddress()
  const currency = useCurrency()
  const body = address && { productId: product.id, currency, country: address.country, state: address.state, zip: address.zipCode }
  const { data } = useRead({
    queryKey: ['shipping-estimate', body],
    queryFn: () => api.shipping.estimate({ body: body ?? { productId: product.id, country: DEFAULT_COUNTRY } }),
    enabled: body !== null,
    staleTime: FRESH_MS,
  })
  return data ?? null
}

/** Delivery dates and charges of one unit, by each shipping method. */
export function Delivery({ product, shop, asOf }: DeliveryProps) {
  const country = useDestination()
  const estimate = useEstimate(product)
  if (!shop) return null
  const hasStock = sellableUnits(product) > 0
  return (
    <div className="delivery">
      <p className="font-medium">{titleOf(hasStock, estimate?.isQuote === true, destinationName(country))}</p>
      {estimate?.isQuote ? (
        <ByQuote product={product} notice={estimate.notice} />
      ) : (
        <dl className="mt-1.5 text-sm">
          {estimate
            ? estimate.methods.map((offer) => (
                <Row
                  key={offer.method}
                  arrival={hasStock ? arrivalOf(offer) : null}
                  method={`${offer.label}, ${businessDays(offer)}`}
                  cost={offer.charge === 0 ? 'Free' : money(offer.charge, estimate.currency)}
                />
              ))
            : shop.shippingMethods
                .filter(({ method }) => offeredMethods([product]).includes(method))
                .map((method) => (
                  <Row
                    key={method.method}
                    arrival={hasStock ? arrivalText(asOf, method, product.leadTimeDays, country) : null}
                    method={`${method.label}, ${method.days}`}
                    cost={<Cost method={method} product={product} />}
                  />
                ))}
        </dl>
      )}
      {product.shippingClass === 'freight' && !estimate?.isQuote && (
        <p className="text-sm text-ink-2">It travels as freight on a pallet, so only standard shipping is offered.</p>
      )}
    </div>
  )
}

function titleOf(hasStock: boolean, isQuote: boolean, destination: string): string {
  if (isQuote) return `Delivery to ${destination}`
  return hasStock ? `Order today, and it arrives in ${destination}` : 'Delivery, once it is in stock again'
}

function arrivalOf({ earliest, latest }: Estimate['methods'][number]): string {
  const [from, to] = [earliest, latest].map((date) => formatPromisedDay(new Date(date)))
  return from === to ? `${from}` : `${from} to ${to}`
}

function Row({ arrival, method, cost }: { arrival: string | null; method: string; cost: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-0.75">
      <dt>
        {arrival !== null && <span className="block text-base font-semibold">{arrival}</span>}
        <span className="text-ink-2">{method}</span>
      </dt>
      <dd className="font-semibold [font-family:inherit]">{cost}</dd>
    </div>
  )
}

function ByQuote({ product, notice }: { product: Product; notice: string | null }) {
  return (
    <p className="mt-1.5 text-sm">
      {notice}{' '}
      <Link to={`/contact?topic=quote&product=${product.slug}`} className="inline-block py-1">
        Request quote
      </Link>
    </p>
  )
}
