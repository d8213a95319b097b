import { lookupKey, normalizeIdentifier } from './text.ts'

/** A carrier with a known tracking page. */
interface Carrier {
  name: string
  /** Spellings of its name, in lower case. */
  names: RegExp
  /** Formats of its tracking numbers. */
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
    numbers: /^(\d{12}|\d{15}|(?!00340434)\d{20})$/,
    page: 'https://www.fedex.com/fedextrack/?trknbr=',
  },
  {
    name: 'DHL',
    names: /^dhl\b/,
    numbers: /^(\d{10,11}|00340434\d{12}|J?JD\d{10,20}|GM\d{12,22}|[A-Z]{2}\d{9}DE)$/,
    page: 'https://www.dhl.com/global-en/home/tracking.html?submit=1&tracking-id=',
  },
]

/** Names of the carriers with known tracking pages. */
export const CARRIER_NAMES: readonly string[] = ['UPS', 'FedEx', 'DHL', 'USPS']

/** Returns a tracking number as formats are about it. */
const bareNumber = (trackingNumber: string) =>
  normalizeIdentifier(trackingNumber)
    .replace(/[\s-]+/g, '')
    .toUpperCase()

/** Says that a known carrier does not issue such numbers; null: it does, its formats are not known, or there is no number. */
export function trackingProblem(carrier: string, trackingNumber: string): string | null {
  const name = lookupKey(carrier)
  const known = name === '' ? undefined : KNOWN.find(({ names }) => names.test(name))
  if (!known || trackingNumber.trim() === '' || known.numbers.test(bareNumber(trackingNumber))) return null
  return `${known.name} has no tracking numbers like this`
}

/**
 * Returns a parcel's tracking page: that of the named carrier or, without a name, of the carrier whose numbers have this format.
 * Null for other carriers, and for a number that its carrier would not issue.
 * @param carrier as typed; empty or null: not known
 */
export function trackingPage(carrier: string | null, trackingNumber: string | null): { carrier: string; url: string } | null {
  const number = bareNumber(trackingNumber ?? '')
  const name = lookupKey(carrier ?? '')
  const known = KNOWN.find(({ names, numbers }) => (name === '' || names.test(name)) && numbers.test(number))
  return known ? { carrier: known.name, url: known.page + number } : null
}
