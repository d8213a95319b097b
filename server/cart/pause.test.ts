import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customerForm, orderOf, outcomeOf } from '#server/testing/buyers.ts'
import { accept, ask, offer, offerOf } from '#server/testing/quoted-offers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

const MARKETS = [{ country: 'US' }, { country: 'DE', buyer: 'business' }, { country: 'DE', buyer: 'consumer' }] as const
const PAUSE = { from: '2026-12-20', to: '2027-01-03', text: 'We are on vacation.' }
const TEXT = 'North Fold takes orders again from January 4, 2027. We are on vacation.'

let shop: TestShop
let ann: SignedInUser
let seller: SignedInUser
let productId: string

/** Sets the clock to noon of a day. */
const goTo = (day: string) => shop.advance(Date.parse(`${day}T12:00:00Z`) - shop.deps.now().getTime())
const displays = () =>
  Promise.all(MARKETS.map(async (query) => (await shop.visitor.products.byId({ params: { id: productId }, query })).display))
const listed = async () =>
  (await shop.visitor.products.list({ query: { currency: 'USD', country: 'US', buyer: 'business' } })).items.find(
    ({ id }) => id === productId,
  )

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  goTo('2026-12-18')
  const { id: businessId } = await shop.make.business({ name: 'North Fold' })
  seller = await shop.signIn('business_admin', { businessId })
  ann = await shop.signIn('customer')
  productId = (await shop.make.product({ category: 'mat', businessId, name: 'Slit mat', weightGrams: 500 })).id
})

test('a pause begins and ends by the clock: page, list and cart say from when orders are taken again', async () => {
  await ann.cart.addItem({ body: { productId, quantity: 1 } })
  expect(await seller.business.setPause({ body: PAUSE })).toEqual({ pause: PAUSE, isPaused: false, shownText: TEXT })
  for (const display of await displays()) expect(display?.reason ?? '').not.toContain('takes orders')
  expect((await ann.cart.list()).canCheckOut).toBe(true)

  goTo('2026-12-20')
  expect(await seller.business.pause()).toMatchObject({ isPaused: true })
  const [inUs] = await displays()
  expect(inUs).toMatchObject({ sellable: false, reason: TEXT })
  const { pauseText, slug } = await shop.visitor.businesses.byId({ params: { id: seller.user.businessId ?? '' } })
  expect(pauseText).toBe(TEXT)
  expect(await shop.visitor.businesses.bySlug({ params: { slug } })).toMatchObject({ pauseText: TEXT })
  expect((await listed())?.display).toMatchObject({ sellable: false, reason: TEXT })
  const cart = await ann.cart.list()
  expect(cart).toMatchObject({ canCheckOut: false, items: [{ available: false, notice: TEXT, shipping: 'rate' }] })

  goTo('2027-01-04')
  for (const display of await displays()) expect(display?.reason ?? '').not.toContain('takes orders')
  expect((await listed())?.display?.reason ?? null).toBeNull()
  expect(await seller.business.pause()).toEqual({ pause: null, isPaused: false, shownText: null })
  expect((await ann.cart.list()).canCheckOut).toBe(true)
})

test('an order is refused on a day of the pause, and taken once the seller ends it', async () => {
  await ann.cart.addItem({ body: { productId, quantity: 1 } })
  const seen = await ann.cart.list()
  await seller.business.setPause({ body: { ...PAUSE, from: '2026-12-18' } })
  const { problem } = await outcomeOf(ann.checkout.placeOrder({ body: orderOf(seen) }))
  expect(problem).toMatchObject({ status: 409, detail: `Slit mat: ${TEXT}` })
  await seller.business.setPause({ body: { from: null, to: null } })
  expect((await ann.checkout.placeOrder({ body: orderOf(await ann.cart.list()) })).items).toHaveLength(1)
})

test('staff see the pause in the preview of an order by phone, and may go on', async () => {
  const staff = await shop.signIn('application_admin')
  const wanted = { userId: ann.user.id, currency: 'USD', shippingMethod: 'standard' } as const
  const preview = () => staff.phoneOrders.preview({ body: { ...wanted, items: [{ id: productId, quantity: 1 }] } })
  expect((await preview()).pauses).toEqual([])
  await seller.business.setPause({ body: { ...PAUSE, from: '2026-12-18' } })
  const { pauses, cart } = await preview()
  expect(pauses).toEqual([TEXT])
  const items = cart.items.map(({ productId: id, quantity, price }) => ({ id, quantity, price }))
  const body = { ...wanted, items, amount: cart.totals.total, customer: customerForm }
  const placed = await staff.phoneOrders.place({ body, idempotencyKey: 'phone-order-in-a-pause' })
  expect(placed.items).toHaveLength(1)
  const other = await shop.make.product({ category: 'mat', businessId: (await shop.make.business()).id, name: 'Roller' })
  const own = await shop.make.product({ category: 'mat', businessId: seller.user.businessId ?? '', name: 'Second mat' })
  const changed = (id: string) =>
    staff.orderChanges.preview({ params: { id: placed.id }, body: { items: [{ id, quantity: 1 }] } }).then((seen) => seen.pauses)
  expect([await changed(other.id), await changed(own.id)]).toEqual([[], [TEXT]])
})

test('the product says the pause beside the reason, for the form that requests a quote', async () => {
  const read = async () => (await shop.visitor.products.byId({ params: { id: productId }, query: MARKETS[0] })).display?.pauseText
  expect(await read()).toBeUndefined()
  await seller.business.setPause({ body: { ...PAUSE, from: '2026-12-18' } })
  expect(await read()).toBe(TEXT)
})

test('an offer that was agreed before is accepted during the pause', async () => {
  const [{ id = '' } = {}] = await ask(ann, [productId])
  await offer(seller, id, offerOf(shop, productId))
  await seller.business.setPause({ body: { ...PAUSE, from: '2026-12-18' } })
  expect((await accept(ann, id)).items.map((item) => item.productId)).toContain(productId)
})

test('open orders go on during the pause', async () => {
  await ann.cart.addItem({ body: { productId, quantity: 1 } })
  const { id } = await ann.checkout.placeOrder({ body: orderOf(await ann.cart.list()) })
  await seller.business.setPause({ body: { ...PAUSE, from: '2026-12-18' } })
  for (const status of ['processing', 'shipped', 'delivered'] as const) {
    const order = await seller.sellerOrders.move({ params: { id }, body: { status } })
    expect(order.status).toBe(status)
  }
})

test.each([
  [{ from: '2026-12-20', to: '2026-12-19' }, 'to', 'Must not be before the first day'],
  [{ from: '2026-12-01', to: '2026-12-17' }, 'to', 'Must not be in the past'],
  [{ from: '2026-12-20', to: '2028-01-01' }, 'to', 'A pause has at most 366 days'],
  [{ from: null, to: '2026-12-24' }, 'from', 'Enter the first day'],
  [{ from: '2026-12-24', to: null }, 'to', 'Enter the last day'],
  [{ from: '2026-02-30', to: '2026-12-24' }, 'from', 'Please enter a date like 2026-03-04'],
  [{ from: '2026-12-20', to: '2026-12-24', text: 'x'.repeat(201) }, 'text', /200/],
])('%o is refused at its field', async (body, field, message) => {
  const { problem } = await outcomeOf(seller.business.setPause({ body }))
  expect(problem).toMatchObject({
    status: 422,
    errors: [{ field, message: typeof message === 'string' ? message : expect.stringMatching(message) }],
  })
  expect((await seller.business.pause()).pause).toBeNull()
})

test('a pause of one seller leaves the products of others as they are', async () => {
  const other = await shop.signIn('business_admin')
  await other.business.setPause({ body: { ...PAUSE, from: '2026-12-18' } })
  await ann.cart.addItem({ body: { productId, quantity: 1 } })
  expect((await ann.cart.list()).canCheckOut).toBe(true)
  expect((await seller.business.pause()).pause).toBeNull()
})
