import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newsletterSubscribers, outbox, users } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { checkOut, customerForm, orderOf, outcomeOf, pay, refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

/* 4.2: what looks the same is the same, whichever keyboard, phone or document it was copied from. */

const PASSWORD = 'cardboard castle 1'

let shop: TestShop
let staff: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  staff = await shop.signIn('application_admin', { name: 'Sam Staff' })
})

const wide = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
/** A text with characters that nobody sees before, in and after it, in wide letters, and as a phone copies it. */
const shapesOf = (text: string) => [
  `${text.slice(0, 2)}\u200b${text.slice(2)}`,
  wide(text),
  `\u202a${text}\u202c`,
  `\ufeff${text}\u00ad`,
  `${text}\u200d`,
]

test('an email is one account, however it was typed', async () => {
  const name = 'Ann Example'
  await shop.visitor.auth.register({ body: { name, email: wide('Ann@example.com'), password: PASSWORD } })
  for (const email of ['ann@example.com', ...shapesOf('ann@example.com'), ...shapesOf('ANN@example.com')]) {
    expect(await refusalOf(shop.visitor.auth.register({ body: { name, email, password: PASSWORD } }))).toMatchObject({ status: 409 })
    expect(await shop.visitor.auth.login({ body: { email, password: PASSWORD } })).toMatchObject({ email: 'ann@example.com' })
    await expect(staff.users.create({ body: { name, email, role: 'customer', invite: true } })).rejects.toMatchObject({ status: 409 })
  }
  expect((await shop.deps.db.select({ email: users.email }).from(users)).filter(({ email }) => email.includes('ann'))).toHaveLength(1)
  for (const search of shapesOf('ann@example.com')) expect((await staff.users.list({ query: { search } })).total, search).toBe(1)
})

test('an email of a domain with other letters is one account, however a browser sends it', async () => {
  const name = 'Ann Example'
  const addresses = [
    'ann@bücher.example',
    'Ann@Bu\u0308cher.example',
    'ann@xn--bcher-kva.example',
    'ANN@XN--BCHER-KVA.EXAMPLE',
    wide('ann@') + 'bücher.example',
  ]
  for (const email of addresses) {
    const { status } = await outcomeOf(shop.visitor.auth.register({ body: { name, email, password: PASSWORD } }))
    expect(status, email).toBe(email === addresses[0] ? 200 : 409)
    expect(await shop.visitor.auth.login({ body: { email, password: PASSWORD } })).toMatchObject({ email: 'ann@xn--bcher-kva.example' })
    await shop.visitor.newsletter.subscribe({ body: { email } })
    expect((await staff.users.list({ query: { search: email } })).total, email).toBe(1)
  }
  expect(await shop.deps.db.$count(newsletterSubscribers)).toBe(1)
  await shop.make.user('customer', { email: 'eve@müller.example', passwordHash: await hashPassword(PASSWORD) })
  await shop.deps.db.update(users).set({ email: 'eve@müller.example' }).where(eq(users.email, 'eve@xn--mller-kva.example'))
  expect(await shop.visitor.auth.login({ body: { email: 'eve@müller.example', password: PASSWORD } }), 'from before').toMatchObject({
    name,
  })
})

test('a reader is one subscriber, and one mailbox gets one email', async () => {
  for (const email of ['ann@example.com', ...shapesOf('ann@example.com')]) await shop.visitor.newsletter.subscribe({ body: { email } })
  expect(await shop.deps.db.select({ email: newsletterSubscribers.email }).from(newsletterSubscribers)).toEqual([
    { email: 'ann@example.com' },
  ])
  const [mails] = await shop.deps.db.select({ count: count() }).from(outbox)
  expect(mails?.count).toBe(1)
})

test('a promo code is found and cannot be made twice', async () => {
  await staff.promotions.create({ body: { code: wide('spring-10'), type: 'percentage', value: 10 } })
  const { id } = await shop.make.product({ category: 'accessories' })
  for (const code of [...shapesOf('SPRING-10'), 'spring\u201110', 'Spring\u221210', 'spring\u201310']) {
    const ann = await shop.signIn('customer')
    await ann.cart.addItem({ body: { productId: id, quantity: 1 } })
    expect((await ann.cart.applyPromo({ body: { code } })).appliedPromoCode?.code, code).toBe('SPRING-10')
    expect(await refusalOf(staff.promotions.create({ body: { code, type: 'percentage', value: 20 } }))).toMatchObject({ status: 409 })
  }
})

test('a code of a product is its own, finds it again, and is found', async () => {
  const seller = await shop.signIn('business_admin')
  const form = {
    name: 'Blade',
    description: 'A blade.',
    category: 'accessories',
    type: 'machine',
    priceUSD: '10',
    priceEUR: '9',
    stock: '5',
  } as const
  await seller.productEdits.create({ body: { ...form, name: 'First blade', sku: wide('AB-0007'), gtin: '４００６３８１３３３９３１' } })
  for (const sku of [...shapesOf('AB-0007'), 'ab\u20110007', 'ab\u20130007']) {
    expect(await refusalOf(seller.productEdits.create({ body: { ...form, sku } })), sku).toMatchObject({ code: 'sku_taken' })
    expect(
      (await shop.visitor.products.list({ query: { search: sku } })).items.map(({ name }) => name),
      sku,
    ).toEqual(['First blade'])
  }
  const [product] = (await shop.visitor.products.list({ query: {} })).items
  expect(await shop.visitor.products.bySlug({ params: { slug: 'first\u2011blade\u200b' } })).toMatchObject({
    name: 'First blade',
    sku: 'AB-0007',
    gtin: '4006381333931',
  })
  const capitals = { params: { slug: 'FIRST-Blade' } }
  expect((await shop.visitor.products.bySlug(capitals)).slug).toBe('first-blade')
  for (const query of [{ category: 'ACCESSORIES' }, { category: 'Accessories', search: 'ab-0007' }]) {
    expect((await shop.visitor.products.list({ query })).total, query.category).toBe(1)
    expect((await shop.visitor.products.facets({ query })).total, query.category).toBe(1)
  }
  const change = await seller.productEdits.update({
    params: { id: product?.id ?? '' },
    body: { stock: '１２', priceUSD: '\u200b1２.5０', version: product?.version },
  })
  expect([change.stock, change.priceUSD]).toEqual([12, 12.5])
})

test('an order is stored with what carriers and offices can read, and found by it', async () => {
  const { id } = await shop.make.product({ category: 'accessories' })
  const ann = await shop.signIn('customer')
  await ann.cart.addItem({ body: { productId: id, quantity: 1 } })
  const customer = {
    ...customerForm,
    email: wide('buyer@test.test'),
    phone: '\u202a+49 170 1234567\u202c',
    zipCode: wide('60607'),
    state: 'ＩＬ',
    company: 'Familie 👩‍👩‍👧 & Co\u200f',
    poNumber: 'Bestell-№\u00ad 7７',
  }
  const order = await ann.checkout.placeOrder({ body: { ...orderOf(await ann.cart.list()), customer } })
  const stored = await ann.orders.byId({ params: { id: `\u200b${wide(order.number.toLowerCase())}` } })
  expect(stored.customer).toMatchObject({
    email: 'buyer@test.test',
    phone: '+49 170 1234567',
    zipCode: '60607',
    state: 'IL',
    company: 'Familie 👩‍👩‍👧 & Co\u200f',
    poNumber: 'Bestell-№ 7７', // as the buyer's own office writes it
  })
  for (const search of [...shapesOf('buyer@test.test'), ...shapesOf(order.number), 'Familie 👩‍👩‍👧'])
    expect((await staff.orders.listAll({ query: { search } })).total, search).toBe(1)
  await pay(shop, order.id)
  for (const search of ['Bestell-№ 7７', 'bestell-no 77', 'BESTELL-№ 77'])
    expect((await staff.documents.list({ query: { search } })).total, search).toBe(1)
})

test('a name in a script with joiners is found as it was written', async () => {
  const name = 'نازنین\u200cزهرا کریمی'
  await shop.make.user('customer', { name, email: 'nazanin@example.com' })
  await shop.visitor.messages.contact({ body: { name, email: 'nazanin@example.com', message: 'سلام' } })
  const { id } = await shop.make.product({ category: 'accessories' })
  const buyer = await shop.signIn('customer', { name })
  await buyer.cart.addItem({ body: { productId: id, quantity: 1 } })
  await checkOut(buyer)
  for (const search of [name, 'نازنین\u200cزهرا']) {
    expect((await staff.users.list({ query: { search } })).total).toBe(2)
    expect((await staff.inbox.list({ query: { search } })).items[0]?.name).toBe(name)
    expect((await staff.orders.listAll({ query: { search } })).total).toBe(1)
  }
})
