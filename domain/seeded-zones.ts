import { EU_COUNTRIES } from './market-country.ts'
import type { Currency } from './money.ts'
import { DEFAULT_SHIPPING_RATES, SHIPPING_METHODS, type ShippingRates } from './shipping.ts'
import { EXTRA_LABELS, OTHER_COUNTRIES, type Zone, type ZoneArea, type ZoneRate } from './shipping-zones.ts'

/** A zone of every new shop; it gets its id when it is stored. */
type SeededZone = Omit<Zone, 'id' | 'businessId'>

/** Name of the first zone, whose parcel rates are those of the settings of shipping. */
const SETTINGS_ZONE = 'United States'

const both = (cents: number): Record<Currency, number> => ({ USD: cents, EUR: cents })
const countries = (codes: readonly string[]): ZoneArea[] =>
  codes.map((country) => ({ country, state: null, postcodeFrom: null, postcodeTo: null }))

const PLAIN = {
  perKgCents: both(0),
  freeFromCents: null,
  volumeDivisor: null,
  maxUnitGrams: null,
  maxLongestMm: null,
  maxGirthMm: null,
  carrier: null,
  extras: [],
} as const

const PARCEL_LIMITS = { maxUnitGrams: 30_000, maxLongestMm: 1750, maxGirthMm: 3000 } as const

/** Returns the parcel rates of a zone from the rates of the settings. */
function parcelRates(rates: Readonly<Record<keyof ShippingRates, Omit<ShippingRates['standard'], 'label' | 'days'>>>): ZoneRate[] {
  return SHIPPING_METHODS.map((method) => {
    const { minDays, maxDays, priceCents, freeFromCents } = rates[method]
    return { ...PLAIN, class: 'parcel', method, minGrams: 0, maxGrams: null, minDays, maxDays, priceCents, freeFromCents }
  })
}

const freight = (minKg: number, maxKg: number | null, price: number | null): ZoneRate => ({
  ...PLAIN,
  class: 'freight',
  method: 'standard',
  minGrams: minKg * 1000,
  maxGrams: maxKg === null ? null : maxKg * 1000,
  priceCents: price === null ? null : both(price),
  minDays: DEFAULT_SHIPPING_RATES.standard.minDays,
  maxDays: DEFAULT_SHIPPING_RATES.standard.maxDays,
})

const EU_FREIGHT = {
  volumeDivisor: 3003,
  extras: [{ key: 'lift_gate', label: EXTRA_LABELS.lift_gate, priceCents: both(45_00) }],
} as const

const abroad = (minKg: number, maxKg: number, price: number): ZoneRate => ({
  ...PLAIN,
  ...PARCEL_LIMITS,
  class: 'parcel',
  method: 'standard',
  minGrams: minKg * 1000,
  maxGrams: maxKg * 1000,
  priceCents: both(price),
  minDays: 8,
  maxDays: 14,
})

const OUTSIDE_STATES = ['AK', 'HI', 'PR', 'VI', 'GU', 'AS', 'MP']

/** The platform's zones of a new shop, in order. Freight to a place without a price is by quote. */
export const SEEDED_ZONES: readonly SeededZone[] = [
  {
    name: SETTINGS_ZONE,
    dispatchCountries: [],
    areas: countries(['US']),
    rates: [...parcelRates(DEFAULT_SHIPPING_RATES), freight(0, null, 0)],
  },
  {
    name: 'Alaska, Hawaii and US territories',
    dispatchCountries: [],
    areas: OUTSIDE_STATES.map((state) => ({ country: 'US', state, postcodeFrom: null, postcodeTo: null })),
    rates: [freight(0, null, null)],
  },
  {
    name: 'European Union',
    dispatchCountries: EU_COUNTRIES,
    areas: countries(EU_COUNTRIES),
    rates: [
      ...parcelRates(DEFAULT_SHIPPING_RATES).map((rate) => ({ ...rate, ...PARCEL_LIMITS })),
      { ...freight(0, 100, 149_00), ...EU_FREIGHT },
      { ...freight(100, 300, 289_00), ...EU_FREIGHT },
      { ...freight(300, 600, 449_00), ...EU_FREIGHT },
      { ...freight(600, 1000, 690_00), ...EU_FREIGHT },
    ],
  },
  { name: 'Into the EU', dispatchCountries: [], areas: countries(EU_COUNTRIES), rates: [abroad(0, 5, 29_90), abroad(5, 30, 49_90)] },
  {
    name: 'World',
    dispatchCountries: [],
    areas: countries([OTHER_COUNTRIES]),
    rates: [abroad(0, 5, 29_90), abroad(5, 30, 49_90)],
  },
]
