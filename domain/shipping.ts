import { DEFAULT_COUNTRY } from './customer.ts'
import { isHoliday } from './holidays.ts'
import type { Currency } from './money.ts'
import type { Promo } from './promotion.ts'

/** The ways an order can travel, cheapest first (storefront.md section 4). */
export const SHIPPING_METHODS = ['standard', 'express', 'overnight'] as const

/** One of `SHIPPING_METHODS`. */
export type ShippingMethod = (typeof SHIPPING_METHODS)[number]

/** Shipping classes of a product: a parcel by any method, freight by standard only (D88). */
export const SHIPPING_CLASSES = ['parcel', 'freight'] as const

/** One of `SHIPPING_CLASSES`. */
export type ShippingClass = (typeof SHIPPING_CLASSES)[number]

/**
 * Price and speed of one method. `days` is the text, `minDays` and `maxDays` the same window in business days.
 * Amounts in cents; `freeFromCents` is the subtotal from which the method costs nothing, null when it always costs.
 */
export type ShippingRate = {
  label: string
  days: string
  minDays: number
  maxDays: number
  priceCents: Record<Currency, number>
  freeFromCents: Record<Currency, number> | null
}

/** A rate for every method. */
export type ShippingRates = Record<ShippingMethod, ShippingRate>

/** The checkout page's table, used on every screen (S314-S316; D85); the same numeral in both currencies (D87). */
export const DEFAULT_SHIPPING_RATES: ShippingRates = {
  standard: {
    label: 'Standard',
    days: '5-7 business days',
    minDays: 5,
    maxDays: 7,
    priceCents: { USD: 9_99, EUR: 9_99 },
    freeFromCents: { USD: 100_00, EUR: 100_00 },
  },
  express: {
    label: 'Express',
    days: '2-3 business days',
    minDays: 2,
    maxDays: 3,
    priceCents: { USD: 19_99, EUR: 19_99 },
    freeFromCents: null,
  },
  overnight: {
    label: 'Overnight',
    days: 'next business day',
    minDays: 1,
    maxDays: 1,
    priceCents: { USD: 39_99, EUR: 39_99 },
    freeFromCents: null,
  },
}

/** The specification's estimate for its own standard window: 7 days after the order (S325, D108). */
const SPECIFIED_WINDOW_DAYS = 7

const DAY_MS = 86_400_000

/**
 * Shipping charge in cents for one cart, whatever the number of sellers; 0 for an empty cart (api.md ruling 4).
 * A shipping code whose minimum is met waives it in any method (S247, D90).
 * @param charge.subtotalCents before the discount, after ladder prices (D86)
 * @param charge.promo null for no code; a code that `checkPromo` refuses must be passed as null
 */
export function shippingCents(charge: {
  rates: ShippingRates
  method: ShippingMethod
  currency: Currency
  subtotalCents: number
  lines: readonly { shippingClass: ShippingClass }[]
  promo: Promo | null
}): number {
  const { rates, method, currency, subtotalCents, lines, promo } = charge
  if (lines.length === 0) return 0
  if (promo?.type === 'shipping' && subtotalCents >= (promo.minimumCents?.[currency] ?? 0)) return 0
  const rate = rates[method]
  const isFree = rate.freeFromCents !== null && subtotalCents >= rate.freeFromCents[currency]
  return isFree ? 0 : Math.max(0, rate.priceCents[currency])
}

/** Refuses a fast method for a cart with freight, naming the first such product; null when allowed (api.md ruling 18). */
export function checkShippingMethod(
  method: ShippingMethod,
  lines: readonly { name: string; shippingClass: ShippingClass }[],
): { code: 'freight_standard_only'; productName: string } | null {
  const freight = lines.find((line) => line.shippingClass === 'freight')
  if (!freight || method === 'standard') return null
  return { code: 'freight_standard_only', productName: freight.name }
}

/** The methods to offer for these lines: all of them, or standard alone as soon as one line is freight (D88). */
export function offeredMethods(lines: readonly { shippingClass: ShippingClass }[]): readonly ShippingMethod[] {
  return lines.some((line) => line.shippingClass === 'freight') ? ['standard'] : SHIPPING_METHODS
}

/**
 * The day an order placed at `from` should arrive, at the same time of day in UTC.
 * It is the end of `deliveryWindow`, except that the 7-day standard window without a lead time
 * means 7 calendar days, as the specification has it (D108).
 * @param leadTimeDays business days before the products ship; 0 when they are in stock
 * @param country destination (ISO 3166, two letters)
 */
export function estimatedDelivery(from: Date, rate: ShippingRate, leadTimeDays: number, country = DEFAULT_COUNTRY): Date {
  return specifiedDay(from, rate, leadTimeDays) ?? deliveryWindow(from, rate, leadTimeDays, country).latest
}

/** Returns the specification's day for its own standard window; null for every other window, and with a lead time. */
function specifiedDay(from: Date, { maxDays }: Pick<ShippingRate, 'maxDays'>, leadTimeDays: number): Date | null {
  if (leadTimeDays > 0 || maxDays !== SPECIFIED_WINDOW_DAYS) return null
  return new Date(from.getTime() + SPECIFIED_WINDOW_DAYS * DAY_MS)
}

/**
 * First and last day on which an order placed at `from` may arrive: `leadTimeDays` (Monday to Friday, UTC), then the rate's window
 * in business days of the destination, without its public holidays. The specification's own day is never before the first.
 * @param country destination (ISO 3166, two letters)
 */
export function deliveryWindow(
  from: Date,
  rate: Pick<ShippingRate, 'minDays' | 'maxDays'>,
  leadTimeDays: number,
  country = DEFAULT_COUNTRY,
): { earliest: Date; latest: Date } {
  const shipped = addBusinessDays(from, Math.max(0, Math.ceil(leadTimeDays)))
  const earliest = addDeliveryDays(shipped, rate.minDays, country)
  const specified = specifiedDay(from, rate, leadTimeDays)
  return {
    earliest: specified && specified < earliest ? specified : earliest,
    latest: addDeliveryDays(shipped, rate.maxDays, country),
  }
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
