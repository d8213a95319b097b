import { EU_COUNTRIES } from './market-country.ts'
import { CURRENCIES, type Currency, toDecimal } from './money.ts'
import { businessDays } from './settings.ts'
import { DEFAULT_SHIPPING_RATES, type ShippingClass, type ShippingMethod, type ShippingRates } from './shipping.ts'
import { type Destination, findZone, type Zone, type ZoneRate } from './shipping-zones.ts'
import { stateName } from './states.ts'

/**
 * Ways of a delivery that texts name: in the United States, inside the European Union, from outside into it, and to all other countries.
 */
export const DELIVERY_PLACES = ['us', 'eu', 'into', 'other'] as const
/** One of `DELIVERY_PLACES`. */
export type DeliveryPlace = (typeof DELIVERY_PLACES)[number]

/** Charges of parcels at a place: the rates of the settings, rates of its own, by weight, by quote, or that depends on the country. */
export const PARCEL_TERMS = ['settings', 'own', 'weight', 'quote', 'varies'] as const
/** Charges of freight at a place: nothing, one price, by weight, by quote, or that depends on the country. */
export const FREIGHT_TERMS = ['included', 'price', 'weight', 'quote', 'varies'] as const

type Amounts = Record<Currency, number>
type Price = { price: Amounts; freeFrom: Amounts | null }
/** A way of shipping at one price for every weight; amounts in whole units. */
type Method = Price & { method: ShippingMethod; label: string; days: string }

/** Delivery by the platform's zones to the open markets of a place, in words and prices that texts need. */
export type DeliveryTerms = {
  place: DeliveryPlace
  parcels: (typeof PARCEL_TERMS)[number]
  /** The rates of `own`; else empty. */
  methods: Method[]
  freight: (typeof FREIGHT_TERMS)[number]
  /** The price of `price`; else null. */
  freightPrice: Price | null
  /**
   * Names of states of the United States with other terms of freight than the rest, "the territories" where all of these are among them.
   */
  exceptions: string[]
}

/** The rates of a zone that terms are made from. */
type Rate = Pick<
  ZoneRate,
  'class' | 'method' | 'minGrams' | 'maxGrams' | 'priceCents' | 'perKgCents' | 'freeFromCents' | 'minDays' | 'maxDays'
>
/** A zone as terms are made from it. */
export type TermsZone = Pick<Zone, 'businessId' | 'dispatchCountries' | 'areas'> & { rates: readonly Rate[] }

type ParcelTerms = Pick<DeliveryTerms, 'parcels' | 'methods'>
type FreightTerms = Pick<DeliveryTerms, 'freight' | 'freightPrice'>

const toAmounts = ({ USD, EUR }: Amounts): Amounts => ({ USD: toDecimal(USD), EUR: toDecimal(EUR) })

const priceOf = (cents: Amounts, freeFrom: Amounts | null): Price => ({
  price: toAmounts(cents),
  freeFrom: freeFrom && toAmounts(freeFrom),
})

/** Returns the price of a rate that is the only one of its kind and the same for every weight; null: there is none. */
function onePrice(rates: readonly Rate[]): Price | null {
  const [rate, ...others] = rates
  if (!rate?.priceCents || others.length > 0 || rate.minGrams > 0 || rate.maxGrams !== null) return null
  if (CURRENCIES.some((currency) => rate.perKgCents[currency] > 0)) return null
  return priceOf(rate.priceCents, rate.freeFromCents)
}

const isQuoted = (rates: readonly Rate[]) => rates.every(({ priceCents }) => priceCents === null)

function methodOf(rates: readonly Rate[]): Method | null {
  const price = onePrice(rates)
  const [rate] = rates
  return price && rate
    ? { method: rate.method, label: DEFAULT_SHIPPING_RATES[rate.method].label, days: businessDays(rate), ...price }
    : null
}

function parcelTerms(rates: readonly Rate[], settings: ShippingRates): ParcelTerms {
  if (isQuoted(rates)) return { parcels: 'quote', methods: [] }
  const methods = [...Map.groupBy(rates, ({ method }) => method).values()].flatMap((own) => methodOf(own) ?? [])
  if (methods.length < new Set(rates.map(({ method }) => method)).size) return { parcels: 'weight', methods: [] }
  const listed = Object.entries(settings).map(([method, { label, days, priceCents, freeFromCents }]) => ({
    method,
    label,
    days,
    ...priceOf(priceCents, freeFromCents),
  }))
  return isSame(methods, listed) ? { parcels: 'settings', methods: [] } : { parcels: 'own', methods }
}

function freightTerms(rates: readonly Rate[]): FreightTerms {
  if (isQuoted(rates)) return { freight: 'quote', freightPrice: null }
  const price = onePrice(rates)
  if (!price) return { freight: 'weight', freightPrice: null }
  return CURRENCIES.every((currency) => price.price[currency] === 0)
    ? { freight: 'included', freightPrice: null }
    : { freight: 'price', freightPrice: price }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Returns the terms that all have in common; null: they differ. */
const common = <Terms>([first, ...others]: readonly Terms[]): Terms | null =>
  first !== undefined && others.every((other) => isSame(first, other)) ? first : null

/** A way from one country to another. */
type Way = { from: string; to: Destination }

const inCountry = (country: string): Destination => ({ country, state: null, postcode: null })
const isInEu = (country: string) => EU_COUNTRIES.includes(country)

/** Returns one of the countries that products are sent from for each set of zones that count for it. */
function dispatchCountries(zones: readonly TermsZone[]): string[] {
  const named = new Set(['US', ...zones.flatMap((zone) => zone.dispatchCountries)])
  const zonesOf = (country: string) => zones.map((zone) => zone.dispatchCountries.includes(country))
  const groups = Map.groupBy(named, (country) => JSON.stringify([isInEu(country), zonesOf(country)]))
  return [...groups.values()].flatMap(([country]) => country ?? [])
}

/** Returns the ways of each place; a place without an open market has none. */
function waysTo(countries: readonly string[], zones: readonly TermsZone[]): Record<DeliveryPlace, Way[]> {
  const dispatches = dispatchCountries(zones)
  const ways = (to: readonly string[], from: (country: string) => readonly string[]) =>
    to.flatMap((country) => from(country).map((each) => ({ from: each, to: inCountry(country) })))
  const eu = countries.filter(isInEu)
  const inside = dispatches.filter(isInEu)
  return {
    us: ways(
      countries.filter((country) => country === 'US'),
      () => dispatches,
    ),
    eu: ways(eu, (country) => (inside.length > 0 ? inside : [country])),
    into: ways(eu, () => dispatches.filter((country) => !isInEu(country))),
    other: ways(
      countries.filter((country) => country !== 'US' && !isInEu(country)),
      () => dispatches,
    ),
  }
}

const TERRITORIES = ['PR', 'VI', 'GU', 'AS', 'MP']

/** Returns states as a sentence names them; browsers know no names of states on most pages. */
function namesOf(states: readonly string[]): string[] {
  const areAll = TERRITORIES.every((territory) => states.includes(territory))
  const named = areAll ? states.filter((state) => !TERRITORIES.includes(state)) : states
  return [...named.map((state) => stateName('US', state)), ...(areAll ? ['the territories'] : [])]
}

/**
 * Returns the terms of delivery of each place with an open market, from the platform's zones; sellers may have other rates.
 * @param zones the platform's, in order; the one that follows the settings with their rates
 * @param countries open markets
 */
export function deliveryTerms(zones: readonly TermsZone[], countries: readonly string[], settings: ShippingRates): DeliveryTerms[] {
  const ratesOf = ({ from, to }: Way, of: ShippingClass) =>
    findZone(zones, { class: of, businessId: '', dispatchCountry: from, to })?.rates.filter((rate) => rate.class === of) ?? []
  const freightTo = (ways: readonly Way[]): FreightTerms => {
    const all = ways.map((way) => freightTerms(ratesOf(way, 'freight')))
    const kind = common(all.map(({ freight }) => freight))
    return common(all) ?? { freight: kind === 'weight' ? kind : 'varies', freightPrice: null }
  }
  const states = new Set(
    zones.flatMap(({ areas }) => areas.flatMap(({ country, state }) => (country === 'US' && state !== null ? [state] : []))),
  )
  return Object.entries(waysTo(countries, zones)).flatMap(([name, ways]): DeliveryTerms[] => {
    if (ways.length === 0) return []
    const place = DELIVERY_PLACES.find((each) => each === name) ?? 'other'
    const all = ways.map((way) => parcelTerms(ratesOf(way, 'parcel'), settings))
    const parcels = common(all) ?? { parcels: 'varies' as const, methods: [] }
    const freight = freightTo(ways)
    const exceptions =
      place === 'us'
        ? [...states].filter((state) => !isSame(freight, freightTo(ways.map(({ from, to }) => ({ from, to: { ...to, state } })))))
        : []
    return [{ place, ...parcels, ...freight, exceptions: namesOf(exceptions) }]
  })
}
