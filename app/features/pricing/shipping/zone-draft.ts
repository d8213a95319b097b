import { figure } from '#app/lib/format.ts'
import type { Zone, ZoneBody } from '#contract/pricing/shipping.ts'
import { SHIPPING_CLASSES, SHIPPING_METHODS, type ShippingClass, type ShippingMethod } from '#domain/shipping.ts'
import { EXTRA_KEYS, EXTRA_LABELS } from '#domain/shipping-zones.ts'
import { stateName } from '#domain/states.ts'

type Rate = Zone['rates'][number]
type Area = Zone['areas'][number]

/** Texts of one rate, as its fields have them. */
export interface RateDraft {
  key: number
  class: ShippingClass
  method: ShippingMethod
  minKg: string
  maxKg: string
  usd: string
  eur: string
  perKgUsd: string
  perKgEur: string
  freeUsd: string
  freeEur: string
  minDays: string
  maxDays: string
  volumeDivisor: string
  maxUnitKg: string
  maxLongestMm: string
  maxGirthMm: string
  carrier: string
  /** Prices of extras, in USD and EUR, by key; '' where the rate does not have it. */
  extras: Record<string, { label: string; usd: string; eur: string }>
}

/** A zone as its form has it. */
export interface ZoneDraft {
  name: string
  dispatch: string
  /** One place a line. */
  areas: string
  rates: RateDraft[]
}

let lastKey = 0
const freshKey = () => ++lastKey

const text = (value: number | string | null | undefined) => (value === null || value === undefined ? '' : String(value))
const number = (value: string) => (value.trim() === '' ? null : Number(value))
const perCurrency = (usd: string, eur: string) => {
  if (usd.trim() === '' && eur.trim() === '') return null
  return { USD: Number(usd || eur), EUR: Number(eur || usd) } // one amount counts in both currencies
}

function rateDraft(rate: Rate): RateDraft {
  const extras = EXTRA_KEYS.map((key) => {
    const own = rate.extras.find((extra) => extra.key === key)
    return [key, { label: own?.label ?? EXTRA_LABELS[key], usd: text(own?.price.USD), eur: text(own?.price.EUR) }] as const
  })
  return {
    key: freshKey(),
    class: rate.class,
    method: rate.method,
    minKg: text(rate.minKg),
    maxKg: text(rate.maxKg),
    usd: text(rate.price?.USD),
    eur: text(rate.price?.EUR),
    perKgUsd: rate.perKg.USD === 0 ? '' : text(rate.perKg.USD),
    perKgEur: rate.perKg.EUR === 0 ? '' : text(rate.perKg.EUR),
    freeUsd: text(rate.freeFrom?.USD),
    freeEur: text(rate.freeFrom?.EUR),
    minDays: text(rate.minDays),
    maxDays: text(rate.maxDays),
    volumeDivisor: text(rate.volumeDivisor),
    maxUnitKg: text(rate.maxUnitKg),
    maxLongestMm: text(rate.maxLongestMm),
    maxGirthMm: text(rate.maxGirthMm),
    carrier: text(rate.carrier),
    extras: Object.fromEntries(extras),
  }
}

/** Returns a rate to fill in: it begins where the last one of its kind ends. */
export function nextRate(rates: readonly RateDraft[]): RateDraft {
  const last = rates.at(-1)
  const empty = rateDraft({
    class: SHIPPING_CLASSES[0],
    method: SHIPPING_METHODS[0],
    minKg: 0,
    maxKg: null,
    price: null,
    perKg: { USD: 0, EUR: 0 },
    freeFrom: null,
    volumeDivisor: null,
    maxUnitKg: null,
    maxLongestMm: null,
    maxGirthMm: null,
    minDays: 5,
    maxDays: 7,
    carrier: null,
    extras: [],
  })
  if (!last) return empty
  return { ...last, key: empty.key, minKg: last.maxKg === '' ? '0' : last.maxKg, maxKg: '', usd: '', eur: '', freeUsd: '', freeEur: '' }
}

/** Writes a place as one line: `US`, `US HI`, `GB BT`, `PT 9000-9499`. */
function areaText({ country, state, postcodeFrom, postcodeTo }: Area): string {
  const codes = postcodeFrom === null ? '' : postcodeTo === null ? `${postcodeFrom}-` : `${postcodeFrom}-${postcodeTo}`
  return [country, state ?? '', codes].filter(Boolean).join(' ')
}

/** Reads a place: a country, then a state, then postal codes with a hyphen (`BT-` begins with BT). */
function readArea(line: string): Area {
  const [country = '', ...rest] = line.split(/\s+/)
  const range = rest.find((word) => /\d/.test(word) || word.includes('-'))
  const [from = '', to = ''] = range?.split('-') ?? []
  const state = rest.filter((word) => word !== range).join(' ')
  return { country: country.toUpperCase(), state: state || null, postcodeFrom: from || null, postcodeTo: to || null }
}

const EMPTY: ZoneDraft = { name: '', dispatch: '', areas: '', rates: [] }

/** Returns the texts of a zone; null: of a new one. */
export function toDraft(zone: Zone | null): ZoneDraft {
  if (!zone) return { ...EMPTY, rates: [nextRate([])] }
  return {
    name: zone.name,
    dispatch: zone.dispatchCountries.join(' '),
    areas: zone.areas.map(areaText).join('\n'),
    rates: zone.rates.map(rateDraft),
  }
}

const linesOf = (lines: string) =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Returns what is sent of a form. */
export function toBody({ name, dispatch, areas, rates }: ZoneDraft, version: number | undefined): ZoneBody {
  return {
    name,
    dispatchCountries: dispatch.split(/[\s,;]+/).filter(Boolean),
    areas: linesOf(areas).map(readArea),
    rates: rates.map((rate) => ({
      class: rate.class,
      method: rate.class === 'freight' ? 'standard' : rate.method,
      minKg: Number(rate.minKg || 0),
      maxKg: number(rate.maxKg),
      price: perCurrency(rate.usd, rate.eur),
      perKg: perCurrency(rate.perKgUsd, rate.perKgEur) ?? { USD: 0, EUR: 0 },
      freeFrom: perCurrency(rate.freeUsd, rate.freeEur),
      volumeDivisor: number(rate.volumeDivisor),
      maxUnitKg: number(rate.maxUnitKg),
      maxLongestMm: number(rate.maxLongestMm),
      maxGirthMm: number(rate.maxGirthMm),
      minDays: Number(rate.minDays),
      maxDays: Number(rate.maxDays),
      carrier: rate.carrier.trim() || null,
      extras: EXTRA_KEYS.flatMap((key) => {
        const extra = rate.extras[key]
        const price = extra && rate.class === 'freight' ? perCurrency(extra.usd, extra.eur) : null
        return extra && price ? [{ key, label: extra.label, price }] : []
      }),
    })),
    ...(version !== undefined && { version }),
  }
}

/** Places that a summary names. */
const MOST_NAMES = 6

/** Describes the places of a zone: the first few, and how many more. */
export function areasSummary({ areas }: Pick<Zone, 'areas'>, nameOf: (country: string) => string): string {
  const isOneCountry = new Set(areas.map(({ country }) => country)).size === 1
  const placeOf = (area: Area) => {
    if (area.postcodeFrom !== null) return areaText(area)
    if (area.state === null) return nameOf(area.country)
    const state = stateName(area.country, area.state)
    return isOneCountry ? state : `${state} (${nameOf(area.country)})` // there is more than one Georgia
  }
  const names = [...new Set(areas.map(placeOf))]
  if (names.length <= MOST_NAMES + 1) return names.join(', ') // no line for "and 1 more"
  return `${names.slice(0, MOST_NAMES).join(', ')} and ${figure(names.length - MOST_NAMES)} more`
}
