import type { ReactNode } from 'react'
import { useDefaultAddress } from '#app/features/identity/addresses/use-destination.ts'
import { RequestLink } from '#app/features/quotes/request-link.tsx'
import { api } from '#app/lib/api.ts'
import { useCurrency } from '#app/lib/currency.ts'
import { money } from '#app/lib/format.ts'
import { useMarket } from '#app/lib/market.ts'
import { useRead } from '#app/lib/use-read.ts'
import { Price } from '#app/ui/price.tsx'
import type { Product } from '#contract/catalog/products.ts'
import type { Estimate } from '#contract/pricing/shipping.ts'
import { marketCountry } from '#domain/market-country.ts'
import { sellableUnits } from '#domain/order-quantity.ts'
import { businessDays } from '#domain/settings.ts'
import { DEFAULT_COUNTRY } from '#domain/shipping.ts'
import { formatPromisedDay, promisedDays } from '#domain/text.ts'

/** First and last day of an arrival, as ISO dates. */
interface Arrival {
  earliest: string
  latest: string
}

/** Writes days of an arrival: "Tue, Dec 16 to Thu, Dec 18". */
export function arrivalText({ earliest, latest }: Arrival): string {
  const [from, to] = [earliest, latest].map((date) => formatPromisedDay(new Date(date)))
  return from === to ? `${from}` : `${from} to ${to}`
}

/** Writes the promise of an arrival: "Arrives Dec 3 – Dec 7 in Germany". */
export const promiseText = ({ earliest, latest }: Arrival, place: string): string => `Arrives ${promisedDays(earliest, latest)} in ${place}`

/**
 * Returns the shop's estimate for the address of a buyer in the country that prices are shown for; null until it is known, and for others.
 */
export function useEstimate(product: Product): Estimate | null {
  const address = useDefaultAddress()
  const currency = useCurrency()
  const { country, buyer } = useMarket()
  const isThere = address !== null && marketCountry(address.country) === country
  const body = isThere
    ? { productId: product.id, currency, buyer, country: address.country, state: address.state, zip: address.zipCode }
    : null
  const { data } = useRead({
    queryKey: ['shipping-estimate', body],
    queryFn: () => api.shipping.estimate({ body: body ?? { productId: product.id, country: DEFAULT_COUNTRY } }),
    enabled: body !== null,
  })
  return data ?? null
}

/** Days and charges of the delivery of a product, by each shipping method. */
export function Delivery({ product, quantity }: { product: Product; quantity: number }) {
  const estimate = useEstimate(product)
  const delivery = estimate ?? product.delivery
  if (!delivery) return null
  const hasStock = sellableUnits(product) > 0
  const [first, ...others] = delivery.methods
  const hasDays = hasStock && others.length > 0 // the days of a single way stand above it
  return (
    <div className="delivery">
      <p className="font-medium">
        {first && hasStock
          ? promiseText(first, delivery.place)
          : delivery.isQuote
            ? `Delivery to ${delivery.place}`
            : "Delivery once it's back in stock"}
      </p>
      {delivery.isQuote ? (
        <p className="mt-1.5 text-sm">
          {delivery.notice} {product.display?.sellable !== false && <QuoteLink slug={product.slug} units={quantity} />}
        </p>
      ) : (
        <dl className="mt-1.5 text-sm">
          {estimate
            ? estimate.methods.map((offer) => (
                <Row key={offer.method} offer={offer} hasDays={hasDays} cost={costOf(offer.charge, estimate)} />
              ))
            : product.delivery?.methods.map((offer) => (
                <Row key={offer.method} offer={offer} hasDays={hasDays} cost={<Cost charge={offer.charge} />} />
              ))}
        </dl>
      )}
      {product.shippingClass === 'freight' && !delivery.isQuote && (
        <p className="text-sm text-ink-2">Ships as freight on a pallet, with standard shipping only.</p>
      )}
    </div>
  )
}

const costOf = (charge: number, { currency }: Estimate) => (charge === 0 ? 'Free' : money(charge, currency))

function Cost({ charge: { USD, EUR } }: { charge: { USD: number; EUR: number } }) {
  return USD + EUR === 0 ? 'Free' : <Price usd={USD} eur={EUR} />
}

interface RowProps {
  offer: Arrival & { label: string; minDays: number; maxDays: number }
  hasDays: boolean
  cost: ReactNode
}

function Row({ offer, hasDays, cost }: RowProps) {
  return (
    <div className="flex justify-between gap-4 py-0.75">
      <dt>
        {hasDays && <span className="block text-base font-semibold">{arrivalText(offer)}</span>}
        <span className="text-ink-2">
          {offer.label}, {businessDays(offer)}
        </span>
      </dt>
      <dd className="font-semibold [font-family:inherit]">{cost}</dd>
    </div>
  )
}

interface QuoteLinkProps {
  slug: string
  units: number
  text?: string
  className?: string
}

/** Link to the request of a quote for some units of a product. */
export function QuoteLink({ slug, units, text = 'Request quote', className = 'inline-block py-1' }: QuoteLinkProps) {
  return (
    <RequestLink products={[{ slug, quantity: units }]} className={className}>
      {text}
    </RequestLink>
  )
}
