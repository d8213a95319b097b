import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { EU_COUNTRY_WORDS, safetyGap } from '#domain/product-safety.ts'
import { businesses, products } from '#server/platform/db/schema.ts'
import { addDemoTaxes } from '#server/seed/seed-demo.ts'
import { customerForm, orderOf, refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { hasBusinessAddress, hasSafety, isBusinessInEu } from './safety-columns.ts'

const contact = (address: string) => ({ name: 'North Fold', address, email: 'safety@north.test' })
const GERMAN = contact('Dock 1, 20457 Hamburg, Germany')
const AMERICAN = contact('1200 Foundry St, Portland, OR 97209, United States of America')
const TEXT = "Slit mat isn't available to private buyers in Germany yet."

let shop: TestShop
let eva: SignedInUser

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  await addDemoTaxes(shop.deps)
  eva = await shop.signIn('customer', { email: 'eva@test.test' })
})

async function makeMat(more: object = {}) {
  const { id: businessId } = await shop.make.business({ name: 'Wellwerk', country: 'DE', address: 'Dock 4', city: 'Hamburg' })
  const product = await shop.make.product({ businessId, name: 'Slit mat', category: 'mat', weightGrams: 900, ladder: [], ...more })
  return { product, businessId }
}
const shown = async (id: string, country: string, buyer: 'consumer' | 'business') =>
  (await shop.visitor.products.byId({ params: { id }, query: { country, buyer } })).display
const cartOf = (country: string, buyer: 'consumer' | 'business') =>
  eva.cart.list({ query: { currency: 'EUR', country, zip: '80331', buyer, ...(country === 'US' && { state: 'OR', zip: '97209' }) } })

test('L5 the database knows the same gaps as the form, for each maker and business', async () => {
  const { db } = shop.deps
  const { product, businessId } = await makeMat()
  const contacts = [null, GERMAN, AMERICAN, contact('Belfast, Northern Ireland'), contact('Cork\nIRELAND. '), contact('Wilmington, DE')]
  const safeties = [
    null,
    ...contacts.flatMap((manufacturer) => contacts.slice(0, 3).map((responsible) => ({ manufacturer, responsible, warnings: 'Sharp.' }))),
  ]
  for (const [address, country] of [
    ['Dock 4', 'Germany'],
    ['Dock 4', ' de'],
    ['Dock 4', 'United States'],
    ['', 'Germany'],
  ] as const) {
    await db.update(businesses).set({ address, country }).where(eq(businesses.id, businessId))
    for (const safety of safeties) {
      for (const [sku, mpn] of [
        ['S-1', null],
        [null, 'M-7'],
        [null, null],
      ]) {
        await db.update(products).set({ safety, sku, mpn }).where(eq(products.id, product.id))
        const [row] = await db
          .select({ hasSafety, hasBusinessAddress, isBusinessInEu })
          .from(products)
          .innerJoin(businesses, eq(businesses.id, products.businessId))
          .where(eq(products.id, product.id))
        const isBusinessInEuNow = EU_COUNTRY_WORDS.includes(country.trim().toLowerCase())
        expect(row).toMatchObject({ hasBusinessAddress: address !== '', isBusinessInEu: isBusinessInEuNow })
        const known = { safety, sku: sku ?? null, mpn: mpn ?? null, hasBusinessAddress: address !== '', isBusinessInEu: isBusinessInEuNow }
        expect([known, row?.hasSafety]).toEqual([known, safetyGap(known) === null])
      }
    }
  }
})

test('L5 a product without its safety facts is not offered to private buyers in the European Union: page, cart and order say the same', async () => {
  const { product } = await makeMat({ safety: { manufacturer: AMERICAN, responsible: null, warnings: '' } })
  expect(await shown(product.id, 'DE', 'consumer')).toMatchObject({ sellable: false, reason: TEXT })
  for (const [country, buyer] of [
    ['DE', 'business'],
    ['US', 'consumer'],
  ] as const) {
    expect((await shown(product.id, country, buyer))?.reason ?? '').not.toBe(TEXT)
  }
  await eva.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  const cart = await cartOf('DE', 'consumer')
  expect(cart).toMatchObject({ canCheckOut: false, items: [{ available: false, notice: TEXT }] })
  expect(cart.totals.total).toBe(0)
  const customer = { ...customerForm, buyerKind: 'consumer' as const, state: '', zipCode: '80331', city: 'München', country: 'DE' }
  const refused = await refusalOf(eva.checkout.placeOrder({ body: { ...orderOf(cart), customer } }))
  expect(refused).toMatchObject({ status: 409, code: 'not_sold_there', detail: TEXT, cart: { canCheckOut: false } })

  await shop.deps.db
    .update(products)
    .set({ safety: { manufacturer: AMERICAN, responsible: GERMAN, warnings: '' } })
    .where(eq(products.id, product.id))
  expect(await shown(product.id, 'DE', 'consumer')).toMatchObject({ sellable: true, reason: null })
  const complete = await cartOf('DE', 'consumer')
  expect(complete).toMatchObject({ canCheckOut: true })
  const order = await eva.checkout.placeOrder({ body: { ...orderOf(complete), customer } })
  expect(order.number).toMatch(/^ORD-/)
})

test('L5 buyers in the United States and businesses buy it', async () => {
  const { product } = await makeMat({ safety: null, mpn: null, sku: null })
  await eva.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  expect(await cartOf('US', 'consumer')).toMatchObject({ items: [{ notice: null }] })
  expect((await cartOf('DE', 'business')).items[0]?.notice ?? '').not.toBe(TEXT)
})

test('L5 the page says who answers for the product; without a maker of its own the business, as its profile is now', async () => {
  const { product, businessId } = await makeMat({ safety: { manufacturer: AMERICAN, responsible: GERMAN, warnings: 'Sharp.' } })
  const read = async () => (await shop.visitor.products.bySlug({ params: { slug: product.slug } })).productSafety
  expect(await read()).toEqual({ manufacturer: AMERICAN, responsible: GERMAN, warnings: 'Sharp.' })
  await shop.deps.db.update(products).set({ safety: null }).where(eq(products.id, product.id))
  const own = { name: 'Wellwerk', address: 'Dock 4, Hamburg, DE', email: expect.stringContaining('@business.test') }
  expect(await read()).toEqual({ manufacturer: own, responsible: null, warnings: '' })
  await shop.deps.db.update(businesses).set({ address: 'Dock 5', postalCode: '20457' }).where(eq(businesses.id, businessId))
  expect((await read()).manufacturer?.address).toBe('Dock 5, 20457 Hamburg, DE')
  await shop.deps.db.update(businesses).set({ address: '' }).where(eq(businesses.id, businessId))
  expect((await read()).manufacturer).toBeNull()
})

test('L5 the feed of a country in the European Union leaves such products out, that of the United States has them', async () => {
  await makeMat({ safety: { manufacturer: AMERICAN, responsible: null, warnings: '' } })
  const has = async (country: string) => (await shop.app.inject(`/feeds/google-${country}.xml`)).body.includes('Slit mat')
  expect([await has('de'), await has('us')]).toEqual([false, true])
})

test('L5 a list says the same as the page, also after its business has changed', async () => {
  await makeMat({ safety: null })
  const query = { country: 'DE', buyer: 'consumer', search: 'Slit mat' } as const
  const { items } = await shop.visitor.products.list({ query })
  expect(items[0]?.display).toMatchObject({ sellable: true, reason: null }) // the business is the maker, in Germany
  await shop.deps.db.update(businesses).set({ address: '' })
  expect((await shop.visitor.products.list({ query })).items[0]?.display).toMatchObject({ sellable: false, reason: TEXT })
})

test('names of makers may be as long as the form takes them, 160 characters', async () => {
  const { product, businessId } = await makeMat()
  const seller = await shop.signIn('business_admin', { businessId })
  const update = (length: number) =>
    seller.productEdits.update({
      params: { id: product.id },
      body: { safety: { manufacturer: { ...GERMAN, name: 'N'.repeat(length) } } },
    })
  await update(160)
  const [stored] = await shop.deps.db.select({ safety: products.safety }).from(products).where(eq(products.id, product.id))
  expect(stored?.safety?.manufacturer?.name).toHaveLength(160)
  await expect(update(161)).rejects.toThrow()
})
