import type { Zone, ZoneBody } from '#contract/pricing/shipping.ts'
import { type Currency, toDecimal, toMinor } from '#domain/money.ts'
import type { ZoneRate } from '#domain/shipping-zones.ts'
import { stateCode } from '#domain/states.ts'
import type { StoredZone, ZoneValues } from './zone-list.ts'

type RateBody = ZoneBody['rates'][number]

const amounts = (cents: Record<Currency, number>) => ({ USD: toDecimal(cents.USD), EUR: toDecimal(cents.EUR) })
// validated by the schema
const centsOf = (prices: Record<Currency, number>) => ({ USD: toMinor(prices.USD) ?? 0, EUR: toMinor(prices.EUR) ?? 0 })
const kilograms = (grams: number | null) => (grams === null ? null : grams / 1000)
const gramsOf = (weight: number) => Math.round(weight * 1000)

function presentRate(rate: ZoneRate): RateBody {
  const { priceCents, perKgCents, freeFromCents, minGrams, maxGrams, maxUnitGrams, extras, ...rest } = rate
  return {
    ...rest,
    minKg: minGrams / 1000,
    maxKg: kilograms(maxGrams),
    price: priceCents && amounts(priceCents),
    perKg: amounts(perKgCents),
    freeFrom: freeFromCents && amounts(freeFromCents),
    maxUnitKg: kilograms(maxUnitGrams),
    extras: extras.map(({ key, label, priceCents: price }) => ({ key, label, price: amounts(price) })),
  }
}

/** A zone as it travels: amounts in decimals, weights in kilograms. */
export function presentZone({ id, name, dispatchCountries, areas, rates, followsSettings, version }: StoredZone): Zone {
  return { id, name, dispatchCountries: [...dispatchCountries], areas: [...areas], rates: rates.map(presentRate), followsSettings, version }
}

/** Returns the values of a form: cents and grams. */
export function zoneValues({ name, dispatchCountries, areas, rates }: ZoneBody): ZoneValues {
  return {
    name,
    dispatchCountries: [...new Set(dispatchCountries)],
    areas: areas.map((area) => ({ ...area, state: area.state && (stateCode(area.country, area.state) || area.state) })),
    rates: rates.map(({ price, perKg, freeFrom, minKg, maxKg, maxUnitKg, extras, carrier, ...rest }) => ({
      ...rest,
      carrier: carrier || null,
      minGrams: gramsOf(minKg),
      maxGrams: maxKg === null ? null : gramsOf(maxKg),
      maxUnitGrams: maxUnitKg === null ? null : gramsOf(maxUnitKg),
      priceCents: price && centsOf(price),
      perKgCents: centsOf(perKg),
      freeFromCents: freeFrom && centsOf(freeFrom),
      extras: extras.map(({ key, label, price: extraPrice }) => ({ key, label, priceCents: centsOf(extraPrice) })),
    })),
  }
}
