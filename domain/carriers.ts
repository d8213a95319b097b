/** A carrier whose tracking page we know. */
interface Carrier {
  name: string
  /** How people write its name, in small letters. */
  names: RegExp
  /** The numbers that it gives out. */
  numbers: RegExp
  /** Its tracking page, up to the number. */
  page: string
}

const KNOWN: readonly Carrier[] = [
  { name: 'UPS', names: /^(ups|united parcel service)\b/, numbers: /^1Z[0-9A-Z]{16}$/, page: 'https://www.ups.com/track?tracknum=' },
  {
    name: 'USPS',
    names: /^(usps|u\.?s\.? postal|us mail)/,
    numbers: /^(9[1-5]\d{18,24}|[A-Z]{2}\d{9}US)$/,
    page: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  },
  {
    name: 'FedEx',
    names: /^fed ?ex\b/,
    numbers: /^(\d{12}|\d{15}|\d{20})$/,
    page: 'https://www.fedex.com/fedextrack/?trknbr=',
  },
  {
    name: 'DHL',
    names: /^dhl\b/,
    numbers: /^(\d{10,11}|J?JD\d{10,20}|GM\d{12,22}|[A-Z]{2}\d{9}DE)$/,
    page: 'https://www.dhl.com/global-en/home/tracking.html?submit=1&tracking-id=',
  },
]

/** The names of the carriers whose tracking pages we know, to choose from. */
export const CARRIER_NAMES: readonly string[] = ['UPS', 'FedEx', 'DHL', 'USPS']

/**
 * Where a parcel can be followed: the page of the carrier that is named, or, where none is named, of the one whose numbers look like this.
 * Null for other carriers, and for a number that its carrier would not give out.
 * @param carrier as it was typed; empty or null: not known
 */
export function trackingPage(carrier: string | null, trackingNumber: string | null): { carrier: string; url: string } | null {
  const number = (trackingNumber ?? '').replace(/[\s-]+/g, '').toUpperCase()
  const name = (carrier ?? '').trim().toLowerCase()
  const known = KNOWN.find(({ names, numbers }) => (name === '' || names.test(name)) && numbers.test(number))
  return known ? { carrier: known.name, url: known.page + number } : null
}
