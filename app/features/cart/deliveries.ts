import type { Cart } from '#contract/cart/cart.ts'

type Option = Cart['shippingOptions'][number]

/** The first and the last day of a delivery. */
type Window = Pick<Option, 'earliest' | 'latest'>

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** Formats the days of a delivery: "Dec 16 to Dec 18". */
export function windowText({ earliest, latest }: Window): string {
  const [first, last] = [earliest, latest].map((date) => shortDay.format(new Date(date)))
  return first === last ? `${last}` : `${first} to ${last}`
}

/** Returns the sellers' deliveries by the method where their days differ; none where everything arrives together. */
export function splitDeliveries({ sellers }: Pick<Option, 'sellers'>): Option['sellers'] {
  return new Set(sellers.map(windowText)).size > 1 ? sellers : []
}

/** Describes when a cart arrives by a method: "Arrives Dec 1 to Dec 3", "Arrives Dec 1 to Jan 22 in 2 deliveries". */
export function arrivalText(option: Option): string {
  const split = splitDeliveries(option)
  if (split.length === 0) return `Arrives ${windowText(option)}`
  const earliest = split.map((delivery) => delivery.earliest).sort()[0] ?? option.earliest
  return `Arrives ${windowText({ earliest, latest: option.latest })} in ${split.length} deliveries`
}

/** The chosen method of a cart. */
export const chosenShipping = ({ shippingMethod, shippingOptions }: Cart): Option | undefined =>
  shippingOptions.find(({ method }) => method === shippingMethod)
