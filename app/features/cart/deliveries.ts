import { figure } from '#app/lib/format.ts'
import type { Cart } from '#contract/cart/cart.ts'
import { formatPromisedDay } from '#domain/text.ts'

/** The days on which a cart arrives, the sellers' own days with them. */
type Arrival = Pick<Cart['shippingOptions'][number], 'earliest' | 'latest' | 'sellers'>

/** Formats the days of a delivery: "Wed, Dec 16 to Fri, Dec 18". */
export function windowText({ earliest, latest }: Pick<Arrival, 'earliest' | 'latest'>): string {
  const [first, last] = [earliest, latest].map((date) => formatPromisedDay(new Date(date)))
  return first === last ? `${last}` : `${first} to ${last}`
}

/** Returns the sellers' deliveries where their days differ; none where everything arrives together. */
export function splitDeliveries({ sellers }: Pick<Arrival, 'sellers'>): Arrival['sellers'] {
  return new Set(sellers.map(windowText)).size > 1 ? sellers : []
}

/** Describes when a cart arrives: "Arrives Tue, Dec 1 to Thu, Dec 3", "Arrives Tue, Dec 1 to Fri, Jan 22 in 2 deliveries". */
export function arrivalText(arrival: Arrival): string {
  const split = splitDeliveries(arrival)
  if (split.length === 0) return `Arrives ${windowText(arrival)}`
  const earliest = split.map((delivery) => delivery.earliest).sort()[0] ?? arrival.earliest
  return `Arrives ${windowText({ earliest, latest: arrival.latest })} in ${figure(split.length)} deliveries`
}

/** The chosen method of a cart. */
export const chosenShipping = ({ shippingMethod, shippingOptions }: Cart): Cart['shippingOptions'][number] | undefined =>
  shippingOptions.find(({ method }) => method === shippingMethod)

type FreightExtra = Cart['shippingExtras'][number]

/** Returns the chosen services of the freight of a cart by seller, after one of them is toggled. */
export function chosenExtras(
  { shippingExtras }: Pick<Cart, 'shippingExtras'>,
  toggled?: FreightExtra,
): Record<string, FreightExtra['key'][]> {
  const wanted = shippingExtras.filter((extra) => (extra === toggled ? !extra.isChosen : extra.isChosen))
  const extras = Map.groupBy(wanted, ({ businessId }) => businessId)
  return Object.fromEntries([...extras].map(([businessId, own]) => [businessId, own.map(({ key }) => key)]))
}
