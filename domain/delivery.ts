import { isHoliday } from './holidays.ts'
import { DEFAULT_COUNTRY, type DeliveryDays, type ShippingMethod } from './shipping.ts'
import { promisedDays } from './text.ts'
import { DAY_MS, DEFAULT_TIME_ZONE, dayOf, wallClock } from './time.ts'

/** The specification's estimate for its own standard window: 7 days after the order (S325). */
const SPECIFIED_WINDOW_DAYS = 7

/** Sentence beside the estimated day of an order with agreed freight. */
export const AGREED_FREIGHT_DAYS = 'Counted from lead times and standard shipping days: none were agreed with the freight.'

/** The moment at which an order is placed, and the zone of the shop, whose weekdays count. */
export interface PlacedAt {
  at: Date
  timeZone: string
}

/** The delivery of a cart: its country, and the business days of its products by a method. */
interface CartDelivery {
  to: { country: string }
  timeZone: string
  /** Products without a rate, whose days nobody knows. */
  withoutDays?: ReadonlySet<string>
  daysOf: (method: ShippingMethod, productIds: ReadonlySet<string>) => DeliveryDays
}

const isoDay = (shown: Date) => dayOf(shown, DEFAULT_TIME_ZONE)

/**
 * The day an order should arrive, an ISO date of the shop. It is the end of `arrivalDays`, except that the 7-day standard window without a
 * lead time means 7 calendar days, as the specification has it.
 * @param leadTimeDays business days before the products ship; 0 when they are in stock
 * @param country destination (ISO 3166, two letters)
 */
export function estimatedDelivery({ at, timeZone }: PlacedAt, rate: DeliveryDays, leadTimeDays: number, country = DEFAULT_COUNTRY): string {
  const from = wallClock(at, timeZone)
  return isoDay(specifiedDay(from, rate, leadTimeDays) ?? deliveryWindow(from, rate, leadTimeDays, country).latest)
}

/** First and last day on which an order may arrive, ISO dates of the shop: those of `deliveryWindow`. */
export function arrivalDays(
  { at, timeZone }: PlacedAt,
  rate: DeliveryDays,
  leadTimeDays: number,
  country = DEFAULT_COUNTRY,
): { earliest: string; latest: string } {
  const { earliest, latest } = deliveryWindow(wallClock(at, timeZone), rate, leadTimeDays, country)
  return { earliest: isoDay(earliest), latest: isoDay(latest) }
}

/** The longest lead time of the lines, in business days. */
export function leadTimeOf(lines: readonly { product: { leadTimeDays: number | null } }[]): number {
  return Math.max(0, ...lines.map(({ product }) => product.leadTimeDays ?? 0))
}

/** Returns the first and the last day on which a line of a cart arrives when it is ordered now; null where no rate has days for it. */
export function promiseOf(
  { id, leadTimeDays }: { id: string; leadTimeDays: number | null },
  { now, shippingMethod }: { now: Date; shippingMethod: ShippingMethod },
  { daysOf, to, timeZone, withoutDays }: CartDelivery,
): { earliest: string; latest: string } | null {
  if (withoutDays?.has(id)) return null
  return arrivalDays({ at: now, timeZone }, daysOf(shippingMethod, new Set([id])), leadTimeDays ?? 0, to.country)
}

/** Returns the specification's day for its own standard window; null for every other window, and with a lead time. */
function specifiedDay(from: Date, { maxDays }: Pick<DeliveryDays, 'maxDays'>, leadTimeDays: number): Date | null {
  if (leadTimeDays > 0 || maxDays !== SPECIFIED_WINDOW_DAYS) return null
  return new Date(from.getTime() + SPECIFIED_WINDOW_DAYS * DAY_MS)
}

/**
 * First and last day on which an order placed at `from`, a time of the shop's clock as if it were UTC, may arrive: `leadTimeDays` (Monday
 * to Friday), then the rate's window in business days of the destination, without its public holidays. The specification's own day is never
 * before the first.
 * @param country destination (ISO 3166, two letters)
 */
function deliveryWindow(from: Date, rate: DeliveryDays, leadTimeDays: number, country = DEFAULT_COUNTRY): { earliest: Date; latest: Date } {
  const shipped = shippingDay(from, leadTimeDays)
  const earliest = addDeliveryDays(shipped, rate.minDays, country)
  const specified = specifiedDay(from, rate, leadTimeDays)
  return {
    earliest: specified && specified < earliest ? specified : earliest,
    latest: addDeliveryDays(shipped, rate.maxDays, country),
  }
}

/** Returns when an order placed at `from` ships: `leadTimeDays` (Monday to Friday) later. */
export const shippingDay = (from: Date, leadTimeDays: number): Date => addBusinessDays(from, Math.max(0, Math.ceil(leadTimeDays)))

/** A line of an order as it was promised, and its part. Days are ISO dates of the shop. */
interface PromisedLine {
  /** Null: nothing was promised. */
  promisedTo: string | null
  status: 'pending' | 'processing' | 'shipped' | 'delivered' | 'cancelled'
  deliveredAt: Date | null
}

/** Returns true if a line arrived after the last day that was promised, or has not arrived by then. */
export function isLate({ promisedTo, status, deliveredAt }: PromisedLine, now: Date, timeZone: string): boolean {
  if (promisedTo === null || status === 'cancelled') return false
  const arrived = status === 'delivered' ? deliveredAt : now
  return arrived !== null && dayOf(arrived, timeZone) > promisedTo
}

/** Writes the days that a line was promised for, and whether it kept them; null where no days were promised, and once it is canceled. */
export function promiseText(
  { promisedFrom, ...line }: PromisedLine & { promisedFrom: string | null },
  now: Date,
  timeZone: string,
): string | null {
  const { promisedTo, status } = line
  if (promisedFrom === null || promisedTo === null || status === 'cancelled') return null
  const outcome = isLate(line, now, timeZone) ? ', late' : status === 'delivered' ? ', arrived on time' : ''
  return `Promised for ${promisedDays(promisedFrom, promisedTo)}${outcome}`
}

/** Counts days on which parcels are delivered in a country, one by one: a window is a few days long. */
function addDeliveryDays(from: Date, days: number, country: string): Date {
  let at = from
  for (let left = days; left > 0; ) {
    at = addBusinessDays(at, 1)
    if (!isHoliday(at, country)) left -= 1
  }
  return new Date(at.getTime())
}

function addBusinessDays(from: Date, days: number): Date {
  if (days <= 0) return new Date(from.getTime())
  const weekday = from.getUTCDay()
  const sinceFriday = weekday === 6 ? 1 : weekday === 0 ? 2 : 0 // a weekend counts on from the Friday before it
  const start = sinceFriday > 0 ? 5 : weekday
  const rest = days % 5
  const weekend = start + rest > 5 ? 2 : 0
  return new Date(from.getTime() + (Math.floor(days / 5) * 7 + rest + weekend - sinceFriday) * DAY_MS)
}
