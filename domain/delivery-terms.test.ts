import { expect, test } from 'vitest'
import { deliveryTerms } from './delivery-terms.ts'
import { COUNTRIES } from './market-country.ts'
import { SEEDED_ZONES } from './seeded-zones.ts'
import { DEFAULT_SHIPPING_RATES } from './shipping.ts'

const ZONES = SEEDED_ZONES.map((zone) => ({ ...zone, businessId: null }))
const termsOf = (zones = ZONES, countries: readonly string[] = COUNTRIES) =>
  deliveryTerms(zones, countries, DEFAULT_SHIPPING_RATES).map(({ place, parcels, freight }) => [place, parcels, freight])
const SEEDED = [
  ['us', 'settings', 'included'],
  ['eu', 'settings', 'weight'],
  ['into', 'weight', 'quote'],
  ['other', 'weight', 'quote'],
]

test('X7 the terms of a new shop: the rates of the settings at home and in the European Union, by weight and quote elsewhere', () => {
  expect(termsOf()).toEqual(SEEDED)
  expect(termsOf(ZONES, ['US'])).toEqual(SEEDED.slice(0, 1))
  expect(termsOf(ZONES, ['DE', 'JP'])).toEqual(SEEDED.slice(1))
  expect(termsOf([], ['US'])).toEqual([['us', 'quote', 'quote']])
})

test('X1 X2 a zone for one country or one dispatch country makes a place differ from country to country', () => {
  const [world] = ZONES.filter(({ name }) => name === 'World')
  const [eu] = ZONES.filter(({ name }) => name === 'European Union')
  if (!world || !eu) throw new Error('no zone')
  const japan = {
    ...eu,
    name: 'Japan',
    dispatchCountries: [],
    areas: [{ country: 'JP', state: null, postcodeFrom: null, postcodeTo: null }],
  }
  expect(termsOf([...ZONES, japan])).toEqual([...SEEDED.slice(0, 3), ['other', 'varies', 'varies']])
  const fromGermany = { ...world, name: 'From Germany', dispatchCountries: ['DE'], areas: eu.areas }
  expect(termsOf([fromGermany, ...ZONES])).toEqual([SEEDED[0], ['eu', 'varies', 'weight'], ...SEEDED.slice(2)])
})

test('X1 freight at one price is that price, at 0 included', () => {
  const changed = ZONES.map((zone) => ({
    ...zone,
    rates: zone.rates.map((rate) =>
      rate.class === 'freight' && rate.priceCents ? { ...rate, priceCents: { USD: 50_00, EUR: 45_00 } } : rate,
    ),
  }))
  const [us] = deliveryTerms(changed, ['US'], DEFAULT_SHIPPING_RATES)
  expect(us).toMatchObject({ freight: 'price', freightPrice: { price: { USD: 50, EUR: 45 }, freeFrom: null } })
})
