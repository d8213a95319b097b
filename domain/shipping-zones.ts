import { countryInText, countryNameOf } from './country-name.ts'
import { isUsTerritory } from './market-country.ts'
import { CURRENCIES, type Currency } from './money.ts'
import { formatPostalCode, isWithinPostalCodes, plainPostalCode } from './postal-code.ts'
import type { ShippingClass, ShippingMethod } from './shipping.ts'
import { hasStates, stateCode, stateInText } from './states.ts'
import { codesBeside, isApart, territoryAt } from './territories.ts'

/** Country of an area that has every country which no other zone of the same owner names, nor the country whose codes a territory has. */
export const OTHER_COUNTRIES = '*'

/** A place that a zone delivers to: a country, a state of it, or a range of postal codes; both ends are inside. */
export type ZoneArea = {
  /** ISO 3166, two letters, or `OTHER_COUNTRIES`. */
  country: string
  state: string | null
  postcodeFrom: string | null
  /** Null with a `postcodeFrom`: every code that begins with it. */
  postcodeTo: string | null
}

/** Services that a freight rate offers at a price. */
export const EXTRA_KEYS = ['lift_gate', 'inside_delivery', 'installation'] as const
/** One of `EXTRA_KEYS`. */
export type ExtraKey = (typeof EXTRA_KEYS)[number]

/** Labels of extras that say nothing else. */
export const EXTRA_LABELS: Readonly<Record<ExtraKey, string>> = {
  lift_gate: 'Lift-gate delivery',
  inside_delivery: 'Inside delivery',
  installation: 'Installation',
}

/** A service that the buyer may add to a freight delivery; cents without tax. */
export type RateExtra = { key: ExtraKey; label: string; priceCents: Record<Currency, number> }

/** The charge of one method for one weight band, without tax: `price` and `perKg` for each started kilogram of the shipment. */
export type ZoneRate = {
  class: ShippingClass
  method: ShippingMethod
  /** The band: `minGrams` <= chargeable weight < `maxGrams`; null: no end. */
  minGrams: number
  maxGrams: number | null
  /** Null: by quote. */
  priceCents: Record<Currency, number> | null
  perKgCents: Record<Currency, number>
  /** Subtotal as the buyer sees it from which the delivery is free; null: never. */
  freeFromCents: Record<Currency, number> | null
  /** Cubic centimeters that count as a kilogram; null: only the weight counts. */
  volumeDivisor: number | null
  /** Limits of one unit; null: none. Girth is the longest side plus twice the two others. */
  maxUnitGrams: number | null
  maxLongestMm: number | null
  maxGirthMm: number | null
  /** Business days of the delivery. */
  minDays: number
  maxDays: number
  carrier: string | null
  /** Only of freight. */
  extras: readonly RateExtra[]
}

/** Places with the rates to them, for what is sent from some countries. Zones are in the order of their position. */
export type Zone = {
  id: string
  /** Null: the platform's, which counts for every seller without a zone for the place. */
  businessId: string | null
  name: string
  /** Countries that the products are sent from; empty: any. */
  dispatchCountries: readonly string[]
  areas: readonly ZoneArea[]
  rates: readonly ZoneRate[]
}

/** A zone as `findZone` compares it. */
type SearchedZone = Pick<Zone, 'businessId' | 'dispatchCountries' | 'areas'> & { rates: readonly Pick<ZoneRate, 'class'>[] }

/** A place to deliver to, as `destinationOf` returns it; null for what is not known. */
export type Destination = { country: string; state: string | null; postcode: string | null }

/**
 * Reads an address: a state typed as a name becomes its code, the state of a postal code wins over a typed one, a US territory is a
 * state. Of the United States and Canada only a state that they have is known.
 */
export function destinationOf(address: { country: string; state?: string | undefined; zip?: string | undefined }): Destination {
  const given = address.country.toUpperCase()
  const country = isUsTerritory(given) ? 'US' : given
  const postcode = plainPostalCode(address.zip ?? '', country) || null
  const typed = given === country ? (address.state ?? '').trim() : given
  const state = hasStates(country) ? stateCode(country, typed, postcode ?? '') : typed.toUpperCase()
  return { country, state: state || null, postcode }
}

const holdsPostcode = ({ country, postcodeFrom, postcodeTo }: ZoneArea, postcode: string | null): boolean =>
  postcode !== null && postcodeFrom !== null && isWithinPostalCodes(postcode, country, [postcodeFrom, postcodeTo ?? postcodeFrom])

const stateOf = ({ country, state }: ZoneArea): string | null =>
  state === null ? null : hasStates(country) ? stateCode(country, state) : state.toUpperCase()

/** A place by one of the countries whose codes its addresses can have. */
interface KnownPlace extends Destination {
  /** Rank of an area with that country alone; null: it ends before the place. */
  byCountry: number | null
}

/** Returns a place as its address has it, and by the other code that a territory has: Réunion is in FR and is RE. */
function placesOf(to: Destination): KnownPlace[] {
  const { country, state, postcode } = to
  const territory = territoryAt({ country, state, postalCode: postcode ?? '' })
  if (!territory) return [{ ...to, byCountry: 1 }]
  const { within, own } = territory
  const byOwn = own === null ? [] : [{ country: own, state: country === own ? state : null, postcode, byCountry: 1 }]
  const inState = country === own ? (hasStates(within) ? own : null) : state
  return [...byOwn, { country: within, state: inState, postcode, byCountry: isApart(territory) ? null : 0.5 }]
}

/** Returns the countries by which areas can name places of a country, with that of all others. */
export const zoneCountries = (country: string): readonly string[] => [...codesBeside(country), OTHER_COUNTRIES]

/**
 * Ranks how exactly an area names a place: 3 postal code, 2 state, 1 country, 0.5 the country that it belongs to; null: it does not hold
 * it.
 */
function rankOf(area: ZoneArea, place: KnownPlace): number | null {
  if (area.country !== place.country) return null
  const state = stateOf(area)
  if (state !== null && state !== place.state) return null
  if (area.postcodeFrom !== null) return holdsPostcode(area, place.postcode) ? 3 : null
  if (state !== null) return 2
  return place.byCountry
}

/**
 * Returns the country that products are sent from, as zones name it: of a place with other tax or customs than its country its own code,
 * or '' if it has none.
 */
export function sentFrom(place: { country: string; state: string; postalCode: string }): string {
  const territory = territoryAt(place)
  if (!territory) return place.country
  return isApart(territory) ? (territory.own ?? '') : territory.within
}

/**
 * Returns the zone by whose rates a seller's products of a class go to a place; null: there is none. The seller's own zones come first,
 * then the platform's; of those the one that names the place most exactly, then the one with the first position. A zone without a rate of
 * the class does not count. One that names a country ends where its tax or customs territory ends: places beyond are named by a postal
 * code, a state or their own code.
 */
export function findZone<Found extends SearchedZone>(
  zones: readonly Found[],
  shipment: { class: ShippingClass; businessId: string; dispatchCountry: string; to: Destination },
): Found | null {
  const { to, dispatchCountry } = shipment
  const places = placesOf(to)
  for (const owner of [shipment.businessId, null]) {
    const own = zones.filter(({ businessId }) => businessId === owner)
    const isNamed = own.some(({ areas }) => areas.some(({ country }) => places.some((place) => place.country === country)))
    let best: { zone: Found; rank: number } | null = null
    for (const zone of own) {
      if (zone.dispatchCountries.length > 0 && !zone.dispatchCountries.includes(dispatchCountry)) continue
      if (!zone.rates.some((rate) => rate.class === shipment.class)) continue
      for (const area of zone.areas) {
        const ranks = area.country === OTHER_COUNTRIES && !isNamed ? [0] : places.flatMap((place) => rankOf(area, place) ?? [])
        for (const rank of ranks) if (best === null || rank > best.rank) best = { zone, rank }
      }
    }
    if (best) return best.zone
  }
  return null
}

/**
 * Returns the name of a place as a sentence about its delivery has it: that of a territory, and of a state or a postal code that a zone
 * names; else that of the country.
 */
export function placeInText(to: Destination, zones: readonly Pick<Zone, 'areas'>[]): string {
  const { country, state, postcode } = to
  const territory = territoryAt({ country, state, postalCode: postcode ?? '' })
  if (territory) return territory.name
  const areas = zones.flatMap((zone) => zone.areas.filter((area) => area.country === country))
  if (state !== null && areas.some((area) => stateOf(area) === state)) return stateInText(country, state)
  const isNamed = areas.some((area) => holdsPostcode(area, postcode))
  return isNamed ? `${formatPostalCode(postcode ?? '', country)}, ${countryNameOf(country)}` : countryInText(country)
}

/** Returns a weight in kilograms as people read it: 30000 gives '30', 2500 gives '2.5'. */
export const kilograms = (grams: number): string => String(grams / 1000)

/** Returns the sentence about two bands of one class and method that overlap, with the place of the second; null: none do. */
export function overlapOf(
  rates: readonly Pick<ZoneRate, 'class' | 'method' | 'minGrams' | 'maxGrams'>[],
): { at: number; text: string } | null {
  for (const [at, rate] of rates.entries()) {
    for (const other of rates.slice(0, at)) {
      if (other.class !== rate.class || other.method !== rate.method) continue
      const from = Math.max(other.minGrams, rate.minGrams)
      const to = Math.min(other.maxGrams ?? Number.POSITIVE_INFINITY, rate.maxGrams ?? Number.POSITIVE_INFINITY)
      if (from < to) return { at, text: `The weight bands overlap at ${kilograms(from)} kg.` }
    }
  }
  return null
}

/** A wrong value of a zone's rates, by the field of the rate. */
type RateError = { at: number; field: keyof ZoneRate; text: string }

/** Returns what is wrong with the rates of a zone; the types of the values are not checked. */
export function rateErrors(rates: readonly ZoneRate[]): RateError[] {
  const errors = rates.flatMap((rate, at): RateError[] => {
    const isNegative = (price: Record<Currency, number> | null) => CURRENCIES.some((currency) => (price?.[currency] ?? 0) < 0)
    const found: (readonly [keyof ZoneRate, string])[] = []
    if (rate.maxGrams !== null && rate.maxGrams <= rate.minGrams)
      found.push(['maxGrams', 'The end of a weight band must be above its start.'])
    if (rate.minGrams < 0) found.push(['minGrams', 'A weight band must start at 0 kg or above.'])
    if (rate.maxDays < rate.minDays) found.push(['maxDays', 'Must not be less than the first number of days'])
    if (rate.class === 'freight' && rate.method !== 'standard') found.push(['method', 'Freight ships by the standard method only.'])
    if (rate.class === 'parcel' && rate.extras.length > 0) found.push(['extras', 'Extras are for freight rates.'])
    for (const field of ['priceCents', 'perKgCents', 'freeFromCents'] as const) {
      if (isNegative(rate[field])) found.push([field, "Prices can't be below 0."])
    }
    return found.map(([field, text]) => ({ at, field, text }))
  })
  const overlap = errors.length === 0 ? overlapOf(rates) : null
  return overlap ? [{ at: overlap.at, field: 'minGrams', text: overlap.text }] : errors
}
