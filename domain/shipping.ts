import type { Currency } from './money.ts'
import type { Promo } from './promotion.ts'

/** Country of forms and deliveries that name none. */
export const DEFAULT_COUNTRY = 'US'

/** The ways an order can travel, cheapest first. */
export const SHIPPING_METHODS = ['standard', 'express', 'overnight'] as const

/** One of `SHIPPING_METHODS`. */
export type ShippingMethod = (typeof SHIPPING_METHODS)[number]

/** Shipping classes of a product: a parcel by any method, freight by standard only. */
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

/** Business days in which something travels: at least and at most. */
export type DeliveryDays = Pick<ShippingRate, 'minDays' | 'maxDays'>

/** A rate for every method. */
export type ShippingRates = Record<ShippingMethod, ShippingRate>

/** The checkout page's table, used on every screen (S314-S316); the same numeral in both currencies. */
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

/**
 * Shipping charge in cents for one cart by the rates of the settings, whatever the number of sellers; 0 for an empty cart. By zones it is
 * that of `planFreight`. A shipping code whose minimum is met waives it in any method (S247).
 * @param charge.subtotalCents before the discount, after ladder prices
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

/** Refuses a fast method for a cart with freight, naming the first such product; null when allowed. */
export function checkShippingMethod(
  method: ShippingMethod,
  lines: readonly { name: string; shippingClass: ShippingClass }[],
): { code: 'freight_standard_only'; productName: string } | null {
  const freight = lines.find((line) => line.shippingClass === 'freight')
  if (!freight || method === 'standard') return null
  return { code: 'freight_standard_only', productName: freight.name }
}

/** The methods to offer for these lines: all of them, or standard alone as soon as one line is freight. */
export function offeredMethods(lines: readonly { shippingClass: ShippingClass }[]): readonly ShippingMethod[] {
  return lines.some((line) => line.shippingClass === 'freight') ? ['standard'] : SHIPPING_METHODS
}
