import { type FreightCharge, type FreightLine, freightCharges, isWaived, planFreight } from '#domain/freight.ts'
import type { Currency } from '#domain/money.ts'
import { SEEDED_ZONES } from '#domain/seeded-zones.ts'
import type { ShippingMethod } from '#domain/shipping.ts'
import { destinationOf, type Zone, type ZoneRate } from '#domain/shipping-zones.ts'

/** The seeded zones, each with its name as its id. */
export const seeded: Zone[] = SEEDED_ZONES.map((zone) => ({ ...zone, id: zone.name, businessId: null }))
/** The same amount in both currencies. */
export const both = (cents: number) => ({ USD: cents, EUR: cents })
/** An area: a country, or with `more` a part of it. */
export const area = (country: string, more: object = {}) => ({ country, state: null, postcodeFrom: null, postcodeTo: null, ...more })

/** A parcel of 10 kg from Ireland, with other values where they matter. */
const line = (values: Partial<FreightLine> = {}): FreightLine => ({
  productId: 'p',
  businessId: 'irish',
  dispatchCountry: 'IE',
  shippingClass: 'parcel',
  quantity: 1,
  weightGrams: 10_000,
  packageMm: { length: 910, width: 630, height: 160 },
  ...values,
})

/** A parcel rate of 10.00 for any weight, with other values where they matter. */
export const rate = (values: Partial<ZoneRate> = {}): ZoneRate => ({
  class: 'parcel',
  method: 'standard',
  minGrams: 0,
  maxGrams: null,
  priceCents: both(10_00),
  perKgCents: both(0),
  freeFromCents: null,
  volumeDivisor: null,
  maxUnitGrams: null,
  maxLongestMm: null,
  maxGirthMm: null,
  minDays: 2,
  maxDays: 4,
  carrier: null,
  extras: [],
  ...values,
})
/** The platform's zone for Germany with these rates. */
export const zoneOf = (rates: ZoneRate[], values: Partial<Zone> = {}): Zone => ({
  id: 'zone',
  businessId: null,
  name: 'Zone',
  dispatchCountries: [],
  areas: [area('DE')],
  rates,
  ...values,
})

/** A line with its total as the buyer sees it. */
export type ShownLine = FreightLine & { shownCents?: number }

/** Returns the price of each charge to a buyer who sees no tax, with thresholds and the code. */
export function pricesOf(
  charges: readonly FreightCharge[],
  lines: readonly ShownLine[],
  { currency, promo }: { currency: Currency; promo: Parameters<typeof isWaived>[1]['promo'] },
): number[] {
  return charges.map((charge) => {
    const counted = charge.ownerId === null ? lines : lines.filter(({ businessId }) => businessId === charge.ownerId)
    const subtotalCents = counted.reduce((sum, { shownCents = 39_50 }) => sum + shownCents, 0)
    return isWaived(charge, { promo, currency, subtotalCents }) ? 0 : charge.netCents[currency]
  })
}

/** Returns the charge of each shipment with its extras, or the reasons for the lines that have none. */
export function charges(
  lines: ShownLine[],
  { zones = seeded, to = 'DE', method = 'standard', currency = 'EUR', promo = null, ...more }: Record<string, unknown> = {},
): number[] | string[] {
  const destination = destinationOf(typeof to === 'string' ? { country: to } : (to as { country: string }))
  const plan = planFreight({ zones: zones as Zone[], lines, to: destination })
  if (plan.quotes.length > 0) return plan.quotes.map(({ productId, reason }) => `${productId} ${reason}`)
  const found = freightCharges(plan, { method: method as ShippingMethod, ...more })
  return pricesOf(found, lines, { currency: currency as Currency, promo: promo as null })
}

/** The products of the golden totals, as they are packed. */
export const P = line({ productId: 'P' })
export const Q = line({
  productId: 'Q',
  businessId: 'french',
  dispatchCountry: 'FR',
  weightGrams: 3000,
  packageMm: { length: 260, width: 260, height: 400 },
})
export const T = line({
  productId: 'T',
  businessId: 'us',
  dispatchCountry: 'US',
  weightGrams: 1000,
  packageMm: { length: 610, width: 440, height: 70 },
})
export const M = line({
  productId: 'M',
  businessId: 'us',
  dispatchCountry: 'US',
  shippingClass: 'freight',
  weightGrams: 90_000,
  packageMm: null,
})
export const L = line({
  productId: 'L',
  businessId: 'german',
  dispatchCountry: 'DE',
  shippingClass: 'freight',
  weightGrams: 240_000,
  packageMm: { length: 800, width: 700, height: 1160 },
})
export const C = line({
  productId: 'C',
  businessId: 'swedish',
  dispatchCountry: 'SE',
  shippingClass: 'freight',
  weightGrams: 74_000,
  packageMm: { length: 700, width: 500, height: 800 },
})
export const K = line({
  productId: 'K',
  businessId: 'british',
  dispatchCountry: 'GB',
  weightGrams: 5000,
  packageMm: { length: 610, width: 440, height: 160 },
})
/** Some units of a product, with the line total that the buyer sees. */
export const shown = (product: FreightLine, quantity: number, shownCents: number) => ({ ...product, quantity, shownCents })

/** A shipping code. */
export const FREESHIP = { type: 'shipping' } as const
