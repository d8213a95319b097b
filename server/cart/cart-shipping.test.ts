import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { replayTotals } from '#server/orders/store-pricing.ts'
import { businesses, orders, promotions, settings, shippingZones } from '#server/platform/db/schema.ts'
import { addDemoTaxes } from '#server/seed/seed-demo.ts'
import { customerForm, orderOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let ann: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  await addDemoTaxes(shop.deps)
  ann = await shop.signIn('customer')
})

/** A product of a seller in a country, in the cart. */
async function inCart(country: string, product: Parameters<TestShop['make']['product']>[0] = {}) {
  const business = await shop.make.business()
  await shop.deps.db.update(businesses).set({ country }).where(eq(businesses.id, business.id))
  const made = await shop.make.product({
    category: 'mat',
    priceUsdCents: 39_50,
    priceEurCents: 36_90,
    weightGrams: 10_000,
    ...product,
    businessId: business.id,
  })
  await ann.cart.addItem({ body: { productId: made.id, quantity: 1 } })
  return { ...made, business }
}
const cartFor = (country?: string, more: object = {}) => ann.cart.list({ query: { currency: 'EUR', ...(country && { country }), ...more } })
const customer = (country: string, zipCode: string) => ({
  ...customerForm,
  country,
  zipCode,
  state: country === 'US' ? 'IL' : '',
  buyerKind: 'business' as const,
})
const machine = { category: 'mat-maker', weightGrams: 240_000, packageLengthMm: 800, packageWidthMm: 700, packageHeightMm: 1160 } as const

describe('X2 the cart is priced for a place', () => {
  test('G1, G15, G29 the same parcel costs by zone, and the order is charged what the cart said', async () => {
    await inCart('Ireland')
    expect((await cartFor()).shippingCountry).toBe('US')
    expect((await cartFor()).totals.shipping).toBe(9.99)
    expect((await cartFor('DE')).totals.shipping).toBe(9.99)
    const british = await cartFor('GB')
    expect(british).toMatchObject({ shippingCountry: 'GB', totals: { subtotal: 36.9, shipping: 49.9 }, canCheckOut: true })
    expect(british.shippingOptions.map(({ method, offered, days }) => [method, offered, days])).toEqual([
      ['standard', true, '8-14 business days'],
      ['express', false, '2-3 business days'],
      ['overnight', false, 'next business day'],
    ])
    const order = await ann.checkout.placeOrder({ body: { ...orderOf(british), customer: customer('GB', 'SW1A 1AA') } })
    expect(order.shipping).toBe(49.9)
    await shop.deps.db.delete(shippingZones)
    const [stored] = await shop.deps.db.select().from(orders)
    expect(replayTotals(stored?.pricing).shippingCents).toBe(49_90)
    expect(stored?.pricing).toMatchObject({ charges: [{ zone: 'World', chargeableGrams: 10_000, owner: null }] })
  })

  test('without a place it is the default address; another zone than the buyer saw is refused with the new total', async () => {
    await inCart('Ireland')
    await ann.addresses.add({ body: { ...customer('CH', '8001'), isDefault: true } })
    expect(await cartFor()).toMatchObject({ shippingCountry: 'CH', totals: { shipping: 49.9 } })
    expect(await cartFor('US')).toMatchObject({ shippingCountry: 'US', totals: { shipping: 9.99 } })
    await expect(
      ann.checkout.placeOrder({ body: { ...orderOf(await cartFor('US')), customer: customer('CH', '8001') } }),
    ).rejects.toMatchObject({ status: 409, code: 'price_changed', problem: { cart: { totals: { shipping: 49.9 } } } })
  })

  test('X4 a method that the place does not have is not offered, and the cart says what became of it', async () => {
    await inCart('Ireland')
    await ann.cart.setShipping({ query: { currency: 'EUR' }, body: { shippingMethod: 'express' } })
    const abroad = await cartFor('GB')
    expect([abroad.shippingMethod, abroad.notices]).toEqual([
      'standard',
      ["Express shipping isn't offered to United Kingdom, so shipping was set to standard."],
    ])
    await expect(
      ann.cart.setShipping({ query: { currency: 'EUR', country: 'GB' }, body: { shippingMethod: 'express' } }),
    ).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'shippingMethod', message: "Express shipping isn't offered to United Kingdom." }],
    })
  })

  test('T11 a shop from before has one row of rates for every country', async () => {
    await shop.deps.db.insert(settings).values({ name: 'basis', value: { rates: 'legacy' } })
    await inCart('Ireland')
    expect(await cartFor('GB')).toMatchObject({ totals: { shipping: 9.99 }, canCheckOut: true, quoteNotice: null })
  })
})

describe('X3 freight by quote', () => {
  test('G11 the cart says it, and no order and no payment is made of it', async () => {
    const { name } = await inCart('United States', machine)
    const cart = await cartFor('US', { state: 'HI', zip: '96813' })
    expect(cart).toMatchObject({
      canCheckOut: false,
      quoteNotice: 'Freight to Hawaii is by quote.',
      items: [{ shipping: 'quote', available: true }],
    })
    expect(await cartFor('US')).toMatchObject({
      canCheckOut: true,
      quoteNotice: null,
      items: [{ shipping: 'rate' }],
      totals: { shipping: 0 },
    })
    await expect(
      ann.checkout.placeOrder({ body: { ...orderOf(cart), customer: { ...customer('US', '96813'), state: 'HI' } } }),
    ).rejects.toMatchObject({
      status: 409,
      code: 'needs_freight_quote',
      detail: `${name} needs a freight quote for Hawaii. Request a quote to continue.`,
    })
    expect(await shop.deps.db.select().from(orders)).toEqual([])
  })

  test('X3 the charges of two sellers are named by them, and that of one is not', async () => {
    const first = await inCart('Germany', machine)
    const shipping = async () => (await cartFor('FR')).steps.filter(({ kind }) => kind === 'shipping').map(({ text }) => text)
    expect(await shipping()).toEqual([expect.stringMatching(/^Freight: /)])
    const second = await inCart('Germany', machine)
    const both = await shipping()
    expect(both).toHaveLength(2)
    for (const { business } of [first, second]) expect(both.join('\n')).toContain(`Freight from ${business.name}: `)
  })

  test('X4 extras are added to the freight of a seller and stay in the cart; a code waives freight only where it says so', async () => {
    const { business } = await inCart('Germany', machine)
    expect(await cartFor('FR')).toMatchObject({
      totals: { shipping: 289 },
      shippingExtras: [{ businessId: business.id, key: 'lift_gate', label: 'Lift-gate delivery', price: 45, isChosen: false }],
    })
    const query = { currency: 'EUR', country: 'FR' } as const
    const asConsumer = { currency: 'EUR', country: 'FR', buyer: 'consumer' } as const
    const before = (await ann.cart.list({ query: asConsumer })).shippingExtras[0]?.price ?? 0
    const shippingBefore = (await ann.cart.list({ query: asConsumer })).totals.shipping
    const chosen = await ann.cart.setShipping({ query, body: { shippingMethod: 'standard', extras: { [business.id]: ['lift_gate'] } } })
    const after = await ann.cart.list({ query: asConsumer })
    expect(after.totals.shipping - shippingBefore, 'an extra costs what it says').toBeCloseTo(before, 5)
    expect(chosen).toMatchObject({ totals: { shipping: 334 }, shippingExtras: [{ isChosen: true }] })
    expect((await ann.cart.setShipping({ query, body: { shippingMethod: 'standard' } })).totals.shipping).toBe(334)
    await shop.deps.db.update(promotions).set({ minimumUsdCents: null, minimumEurCents: null }).where(eq(promotions.code, 'FREESHIP'))
    expect(await ann.cart.applyPromo({ query, body: { code: 'FREESHIP' } })).toMatchObject({
      totals: { shipping: 334 },
      appliedPromoCode: { active: true, notice: 'FREESHIP is for parcels. Freight is not covered.' },
    })
    await shop.deps.db.update(promotions).set({ includesFreight: true }).where(eq(promotions.code, 'FREESHIP'))
    expect(await cartFor('FR')).toMatchObject({ totals: { shipping: 45 }, appliedPromoCode: { active: true, notice: null } })
    const order = await ann.checkout.placeOrder({ body: { ...orderOf(await cartFor('FR')), customer: customer('FR', '75001') } })
    expect(order).toMatchObject({ shipping: 45, freightExtras: ['Lift-gate delivery'] })
    expect((await cartFor('FR')).shippingExtras).toEqual([])
    const seller = await shop.signIn('business_admin', { businessId: business.id })
    expect((await seller.sellerOrders.byId({ params: { id: order.id } })).freightExtras).toEqual(['Lift-gate delivery'])
  })

  test('X4 staff add the extras to an order by phone, which costs and stores the same as the order online', async () => {
    const { id, business } = await inCart('Germany', machine)
    const extras = { [business.id]: ['lift_gate' as const] }
    const query = { currency: 'EUR', country: 'FR' } as const
    const cart = await ann.cart.setShipping({ query, body: { shippingMethod: 'standard', extras } })
    const online = await ann.checkout.placeOrder({ body: { ...orderOf(cart), customer: customer('FR', '75001') } })

    const clerk = await shop.signIn('application_admin')
    const wish = { userId: ann.user.id, currency: 'EUR', shippingMethod: 'standard' } as const
    const quote = { ...wish, country: 'FR', zip: '75001', buyer: 'business' as const, items: [{ id, quantity: 1 }] }
    const offered = [{ businessId: business.id, key: 'lift_gate', price: 45, isChosen: false }]
    const { cart: plain } = await clerk.phoneOrders.preview({ body: quote })
    expect(plain).toMatchObject({ totals: { shipping: 289 }, shippingExtras: offered })
    const { cart: priced } = await clerk.phoneOrders.preview({ body: { ...quote, extras } })
    expect(priced).toMatchObject({ totals: { shipping: 334 }, shippingExtras: [{ isChosen: true }] })
    const { items, amount } = orderOf(priced)
    const body = { ...wish, items, amount, customer: customer('FR', '75001') }
    await expect(clerk.phoneOrders.place({ body })).rejects.toMatchObject({ status: 409, code: 'price_changed' })
    const phone = await clerk.phoneOrders.place({ body: { ...body, extras, beyondLimit: true } })
    for (const key of ['subtotal', 'shipping', 'tax', 'totalAmount'] as const) expect(phone[key], key).toBe(online[key])
    expect(phone.shipping).toBe(334)
    const stored = await shop.deps.db.select({ pricing: orders.pricing }).from(orders).orderBy(orders.createdAt)
    const [ofOnline, ofPhone] = stored.map(({ pricing }) =>
      JSON.stringify(pricing, (key, value: unknown) => (key === 'placedAt' ? '' : value)),
    )
    expect(ofPhone).toBe(ofOnline)
  })
})
