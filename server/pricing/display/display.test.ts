import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SEEDED_FROM } from '#domain/tax-rates.ts'
import {
  markets,
  settings,
  shippingRates,
  shippingZoneAreas,
  shippingZones,
  taxRegistrations,
  taxRules,
} from '#server/platform/db/schema.ts'
import type { ProductInput } from '#server/testing/builders.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  const scheme = { scheme: 'domestic' as const, validFrom: SEEDED_FROM }
  await shop.deps.db.insert(taxRegistrations).values([
    { country: 'IE', number: 'IE1234567T', ...scheme },
    { country: 'DE', number: 'DE123456788', ...scheme },
    { country: 'IE', number: 'IE1234567T', ...scheme, scheme: 'oss' as const },
  ])
})

const PRIVATE = { country: 'DE', buyer: 'consumer' } as const
const BUSINESS = { country: 'DE', buyer: 'business' } as const

/** A product of a seller in a country: by default 39.50 USD and 36.90 EUR, 10 kg. */
async function sold(country: string, product: ProductInput = {}) {
  const business = await shop.make.business({ country })
  return shop.make.product({
    category: 'mat',
    priceUsdCents: 39_50,
    priceEurCents: 36_90,
    weightGrams: 10_000,
    ...product,
    businessId: business.id,
  })
}
const displayOf = async (id: string, query: { country?: string; buyer?: 'business' | 'consumer' }) =>
  (await shop.visitor.products.byId({ params: { id }, query })).display
const factsOf = (query: { country?: string; buyer?: 'business' | 'consumer' }) => shop.visitor.shop.market({ query })
const namesIn = async (query: object) =>
  (await shop.visitor.products.list({ query: { currency: 'EUR', ...query } })).items.map(({ name }) => name)

describe('X6 T8 words of a market', () => {
  test('private persons in the European Union see prices with tax, businesses without', async () => {
    expect(await factsOf(PRIVATE)).toEqual({
      ...PRIVATE,
      priceDisplay: 'gross',
      taxLabel: 'incl. VAT, plus shipping',
      rates: { standard: 19, reduced: 7, zero: 19 },
      sellsToConsumers: true,
      notes: [],
    })
    expect(await factsOf(BUSINESS)).toMatchObject({ priceDisplay: 'net', taxLabel: 'plus VAT' })
    expect(await factsOf({ country: 'CH', buyer: 'consumer' })).toMatchObject({ priceDisplay: 'net', taxLabel: 'plus import duty and tax' })
    const usual = { country: 'US', buyer: 'business', priceDisplay: 'net', taxLabel: '', rates: { standard: 8, reduced: 8, zero: 8 } }
    expect(await factsOf({})).toMatchObject(usual)
    expect((await shop.visitor.shop.facts()).market).toMatchObject(usual)
  })

  test('an older shop states its one percent', async () => {
    await shop.deps.db.insert(settings).values({ name: 'basis', value: { rates: 'legacy' } })
    expect((await factsOf({})).rates).toEqual({ standard: 8, reduced: 8, zero: 8 })
  })

  test('a closed market is refused with its sentence, and one for businesses says so', async () => {
    await shop.deps.db.update(markets).set({ isOpen: false }).where(eq(markets.country, 'FR'))
    await shop.deps.db.update(markets).set({ sellsToConsumers: false }).where(eq(markets.country, 'DE'))
    await expect(factsOf({ country: 'FR' })).rejects.toMatchObject({ status: 422, problem: { detail: "We don't ship to France yet." } })
    const text = "We don't sell to private buyers in Germany yet."
    expect(await factsOf(PRIVATE)).toMatchObject({ sellsToConsumers: false, notes: [text] })
    const { id } = await sold('Ireland')
    expect(await displayOf(id, PRIVATE)).toMatchObject({ sellable: false, reason: text })
    expect(await displayOf(id, BUSINESS)).toMatchObject({ sellable: true, reason: null })
    expect(await displayOf(id, { country: 'FR', buyer: 'business' })).toMatchObject({
      sellable: false,
      reason: "We don't ship to France yet.",
    })
  })
})

describe('X6 products as a market shows them', () => {
  test('G15 G-U2 the price has the tax of the place, the stored prices stay without, and without a market nothing is added', async () => {
    const { id, slug } = await sold('Ireland', { contentAmount: 11.16, contentUnit: 'm2' })
    const product = await shop.visitor.products.bySlug({ params: { slug }, query: PRIVATE })
    expect(product).toMatchObject({ priceUSD: 39.5, priceEUR: 36.9 })
    expect(product.display).toEqual({
      price: { USD: 47.01, EUR: 43.91 },
      salePrice: { USD: null, EUR: null },
      formerPrice: { USD: null, EUR: null },
      unitPrice: { unit: 'm2', USD: { amount: 4.21, per: 1 }, EUR: { amount: 3.93, per: 1 } },
      rate: 190_000,
      includesTax: true,
      sellable: true,
      reason: null,
    })
    expect(await displayOf(id, { country: 'FI', buyer: 'consumer' })).toMatchObject({ price: { EUR: 46.31 }, rate: 255_000 })
    for (const query of [BUSINESS, { country: 'US', buyer: 'consumer' } as const, { country: 'US' }])
      expect(await displayOf(id, query)).toMatchObject({ price: { USD: 39.5, EUR: 36.9 }, rate: 0, includesTax: false, sellable: true })
    const plain = await shop.visitor.products.byId({ params: { id } })
    expect([plain.display, plain.delivery]).toEqual([undefined, undefined])
    expect((await shop.visitor.products.list({ query: {} })).items[0]?.display).toBeUndefined()
  })

  test('35.1.11 in lists, freight that costs more than the goods stands beside their price, as the product page charges it', async () => {
    const bag = await sold('Ireland', {
      name: 'Bulk bag',
      category: 'chip',
      shippingClass: 'freight',
      weightGrams: 120_000,
      priceEurCents: 82_50,
    })
    const machine = await sold('Ireland', { name: 'Machine', category: 'mat-maker', weightGrams: 240_000, priceEurCents: 9_000_00 })
    const parcel = await sold('Ireland', { name: 'Sheet', category: 'chip', priceEurCents: 1_00 })
    for (const query of [PRIVATE, BUSINESS]) {
      const { items } = await shop.visitor.products.list({ query })
      const freightOf = (id: string) => items.find((item) => item.id === id)?.display?.freight
      const { delivery } = await shop.visitor.products.bySlug({ params: { slug: bag.slug }, query })
      expect(delivery?.methods[0]?.charge.EUR).toBeGreaterThan(82.5)
      expect(freightOf(bag.id)).toEqual(delivery?.methods[0]?.charge)
      expect([freightOf(machine.id), freightOf(parcel.id)]).toEqual([undefined, undefined])
    }
    const { items } = await shop.visitor.products.list({ query: { country: 'US' } }) // there freight is in the price
    expect(items.map(({ display }) => display?.freight)).toEqual([undefined, undefined, undefined])
  })

  test('T4.6 T4.15 X3 what cannot be bought there says why, at the price with the tax of the place', async () => {
    const american = await sold('United States', { name: 'Trial mats' })
    const text = "We can't ship Trial mats to private buyers in Germany because it has to clear customs. Request a quote instead."
    expect(await displayOf(american.id, PRIVATE)).toMatchObject({ price: { EUR: 43.91 }, includesTax: true, sellable: false, reason: text })
    expect(await displayOf(american.id, BUSINESS)).toMatchObject({ sellable: true, reason: null })
    await shop.deps.db.insert(taxRegistrations).values({ country: 'IE', number: 'IM3720000001', scheme: 'ioss', validFrom: SEEDED_FROM })
    expect(await displayOf(american.id, PRIVATE)).toMatchObject({ sellable: true, price: { EUR: 43.91 } })
    const machine = await sold('Germany', { category: 'mat-maker', weightGrams: 240_000 })
    expect(await displayOf(machine.id, { country: 'JP', buyer: 'business' })).toMatchObject({
      sellable: false,
      reason: 'Freight to Japan is by quote.',
    })
    await shop.deps.db.delete(taxRegistrations)
    const none = "We can't take online orders from Germany yet. Request a quote instead."
    expect(await displayOf(machine.id, PRIVATE)).toMatchObject({ sellable: false, reason: none })
    expect(await displayOf(machine.id, { country: 'US', buyer: 'business' })).toMatchObject({ sellable: true })
  })

  test('lists, the featured ones and search show it too', async () => {
    const { id } = await sold('Ireland', { name: 'Felt mat', featured: true, searchText: 'felt mat' })
    const shown = { id, display: { price: { EUR: 43.91 }, includesTax: true, sellable: true } }
    expect((await shop.visitor.products.list({ query: PRIVATE })).items).toMatchObject([shown])
    expect((await shop.visitor.products.list({ query: { ...PRIVATE, fields: 'card' } })).items).toMatchObject([shown])
    expect((await shop.visitor.products.featured({ query: PRIVATE })).items).toMatchObject([shown])
    expect((await shop.visitor.search.find({ query: { q: 'felt', ...PRIVATE } })).products).toMatchObject([shown])
  })
})

describe('X6 filters and order mean the shown price', () => {
  test('one rate: bounds and range are with tax', async () => {
    await sold('Ireland', { name: 'A', priceEurCents: 36_90 })
    await sold('Ireland', { name: 'B', priceEurCents: 40_00 })
    const within = (minPrice: string, maxPrice: string) => namesIn({ ...PRIVATE, minPrice, maxPrice, sort: 'price' })
    expect(await within('43.91', '47.60')).toEqual(['A', 'B'])
    expect(await within('43.92', '47.60')).toEqual(['B'])
    expect(await within('43.91', '47.59')).toEqual(['A'])
    expect(await namesIn({ minPrice: '36.90', maxPrice: '36.90' })).toEqual(['A'])
    const { price } = await shop.visitor.products.facets({ query: { currency: 'EUR', ...PRIVATE } })
    expect(price).toEqual({ min: 43.91, max: 47.6 })
    expect((await shop.visitor.products.facets({ query: { currency: 'EUR', ...BUSINESS } })).price).toEqual({ min: 36.9, max: 40 })
  })

  test('several rates: a book at 7% is cheaper than a mat at 19% that has a lower net price', async () => {
    await sold('Ireland', { name: 'Mat', priceEurCents: 39_00 }) // 46.41
    await sold('Ireland', { name: 'Book', priceEurCents: 40_00, taxClass: 'reduced' }) // 42.80
    expect(await namesIn({ sort: 'price' })).toEqual(['Mat', 'Book'])
    expect(await namesIn({ ...PRIVATE, sort: 'price' })).toEqual(['Book', 'Mat'])
    expect(await namesIn({ ...PRIVATE, sort: '-price' })).toEqual(['Mat', 'Book'])
    expect(await namesIn({ ...PRIVATE, maxPrice: '42.80' })).toEqual(['Book'])
    expect(await namesIn({ ...PRIVATE, minPrice: '42.81' })).toEqual(['Mat'])
    expect(await namesIn({ ...PRIVATE, category: 'mat', type: 'material', sort: 'price' })).toEqual(['Book', 'Mat'])
    const { price } = await shop.visitor.products.facets({ query: { currency: 'EUR', ...PRIVATE } })
    expect(price).toEqual({ min: 42.8, max: 46.41 })
  })

  test('a rate that staff change acts on the next read', async () => {
    const { id } = await sold('Ireland')
    expect(await displayOf(id, PRIVATE)).toMatchObject({ price: { EUR: 43.91 } })
    await shop.deps.db.update(taxRules).set({ rate: 200_000 }).where(eq(taxRules.country, 'DE'))
    expect(await displayOf(id, PRIVATE)).toMatchObject({ price: { EUR: 44.28 } })
  })
})

describe('X1 X2 the delivery of a product to a market', () => {
  const deliveryOf = async (id: string, query: object) => (await shop.visitor.products.byId({ params: { id }, query })).delivery

  test("a seller's own zone acts for visitors without an address", async () => {
    const { id, businessId } = await sold('Ireland')
    expect((await deliveryOf(id, { country: 'US' }))?.methods.map(({ method, charge }) => [method, charge.USD])).toEqual([
      ['standard', 9.99],
      ['express', 19.99],
      ['overnight', 39.99],
    ])
    const [zone] = await shop.deps.db.insert(shippingZones).values({ businessId, name: 'Own', position: 0 }).returning()
    const zoneId = zone?.id ?? ''
    await shop.deps.db.insert(shippingZoneAreas).values({ zoneId, position: 0, country: 'US' })
    const rate = { zoneId, position: 0, class: 'parcel', method: 'standard', minGrams: 0, minDays: 3, maxDays: 4 } as const
    await shop.deps.db.insert(shippingRates).values({ ...rate, priceUsdCents: 0, priceEurCents: 0 })
    expect(await deliveryOf(id, { country: 'US' })).toMatchObject({
      country: 'US',
      isQuote: false,
      methods: [{ method: 'standard', charge: { USD: 0, EUR: 0 }, minDays: 3, maxDays: 4 }],
    })
  })

  test('G17 charges and thresholds are with tax where prices are', async () => {
    const { id } = await sold('Ireland')
    const chargeFor = async (query: object) => (await deliveryOf(id, query))?.methods[0]?.charge.EUR
    expect([await chargeFor(PRIVATE), await chargeFor(BUSINESS)]).toEqual([11.89, 9.99])
    const dear = await sold('Ireland', { priceEurCents: 85_00, priceUsdCents: 85_00 }) // 101.15 with tax
    expect((await deliveryOf(dear.id, PRIVATE))?.methods[0]?.charge.EUR).toBe(0)
    expect((await deliveryOf(dear.id, BUSINESS))?.methods[0]?.charge.EUR).toBe(9.99)
    const estimate = await shop.visitor.shipping.estimate({ body: { productId: id, currency: 'EUR', ...PRIVATE, zip: '10115' } })
    expect(estimate.methods[0]?.charge).toBe(11.89)
  })
})

test('a shop without rules by country shows every price as before', async () => {
  const { id } = await sold('United States')
  await shop.deps.db.insert(settings).values({ name: 'basis', value: { rates: 'legacy' } })
  expect(await displayOf(id, PRIVATE)).toMatchObject({ price: { EUR: 36.9 }, rate: 0, includesTax: false, sellable: true })
  expect(await factsOf(PRIVATE)).toMatchObject({ priceDisplay: 'net', taxLabel: '' })
  expect(await namesIn({ ...PRIVATE, maxPrice: '36.90' })).toHaveLength(1)
  expect((await shop.visitor.products.byId({ params: { id }, query: PRIVATE })).delivery?.methods).toMatchObject([
    { method: 'standard', charge: { EUR: 9.99 } },
    { method: 'express' },
    { method: 'overnight' },
  ])
})
