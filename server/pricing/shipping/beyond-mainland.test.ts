import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ZoneBody } from '#contract/pricing/shipping.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let owner: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  owner = await shop.signIn('super_admin')
})

const rate = (more: object = {}): ZoneBody['rates'][number] => ({
  class: 'parcel',
  method: 'standard',
  minKg: 0,
  maxKg: null,
  price: { USD: 12, EUR: 11 },
  perKg: { USD: 0, EUR: 0 },
  freeFrom: null,
  volumeDivisor: null,
  maxUnitKg: null,
  maxLongestMm: null,
  maxGirthMm: null,
  minDays: 2,
  maxDays: 3,
  carrier: null,
  extras: [],
  ...more,
})
const area = (country: string, more: object = {}) => ({ country, state: null, postcodeFrom: null, postcodeTo: null, ...more })
const zone = (more: Partial<ZoneBody> = {}): ZoneBody => ({
  name: 'Canada',
  dispatchCountries: [],
  areas: [area('CA')],
  rates: [rate()],
  ...more,
})
const estimate = (productId: string, country: string, more: object = {}) =>
  shop.visitor.shipping.estimate({ body: { productId, country, ...more } })

test('are by quote, and name the place; a zone that names it counts, whichever code the address has', async () => {
  const machine = await shop.make.product({ category: 'mat-maker' })
  const parcel = await shop.make.product({ category: 'mat' })
  for (const [country, zip, place] of [
    ['FR', '98800', 'New Caledonia'],
    ['FR', '97400', 'Réunion'],
    ['ES', '35001', 'the Canary Islands'],
    ['DE', '27498', 'Heligoland'],
    ['US', '09012', 'a military post office'],
    ['US', '96910', 'Guam'],
  ] as const) {
    for (const product of [machine, parcel])
      expect(await estimate(product.id, country, { zip })).toEqual({
        country,
        place,
        currency: 'USD',
        isQuote: true,
        notice: `${product === machine ? 'Freight' : 'Delivery'} to ${place} is by quote.`,
        methods: [],
      })
  }
  await owner.shipping.createZone({ body: zone({ name: 'Islands', areas: [area('RE')] }) })
  expect(await estimate(parcel.id, 'FR', { zip: '97400' })).toMatchObject({ isQuote: false, place: 'Réunion', methods: [{ charge: 12 }] })
  expect(await estimate(parcel.id, 'RE', { zip: '97400' })).toMatchObject({ isQuote: false, methods: [{ charge: 12 }] })
  const ann = await shop.signIn('customer')
  const cartOf = () => ann.cart.list({ query: { country: 'FR', zip: '97400' } })
  await ann.cart.addItem({ body: { productId: parcel.id, quantity: 1 } })
  expect(await cartOf()).toMatchObject({ quoteNotice: null, totals: { shipping: 12 } })
  const seller = await shop.signIn('business_admin')
  const own = await shop.make.product({ category: 'mat', businessId: seller.user.businessId ?? '' })
  await seller.shipping.createOwnZone({ body: zone({ areas: [area('RE')], rates: [rate({ price: { USD: 7, EUR: 7 } })] }) })
  await ann.cart.clear()
  await ann.cart.addItem({ body: { productId: own.id, quantity: 1 } })
  expect(await cartOf(), "a seller's own zone").toMatchObject({ quoteNotice: null, totals: { shipping: 7 } })
})

test('a state and a postal code that the country does not have are refused', async () => {
  const { id } = await shop.make.product({ category: 'mat' })
  await expect(estimate(id, 'US', { state: 'Bavaria' })).rejects.toMatchObject({ problem: { errors: [{ field: 'state' }] } })
  await expect(estimate(id, 'FR', { zip: 'abc' })).rejects.toMatchObject({ problem: { errors: [{ field: 'zip' }] } })
  expect(await estimate(id, 'US', { state: 'Illinois' })).toMatchObject({ isQuote: false })
  expect(await estimate(id, 'DE', { state: 'Bavaria' })).toMatchObject({ isQuote: false })
  const named = (state: string) => owner.shipping.createZone({ body: zone({ name: state, areas: [area('US', { state })] }) })
  await expect(named('Bavaria')).rejects.toMatchObject({ problem: { errors: [{ field: 'areas.0.state' }] } })
  expect((await named('Puerto Rico')).areas).toMatchObject([{ country: 'US', state: 'PR' }])
})
