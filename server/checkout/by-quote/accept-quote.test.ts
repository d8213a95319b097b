import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deliveryRows } from '#server/orders/mail-rows.ts'
import { attachDocuments } from '#server/payments/documents/attach-documents.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import {
  businesses,
  commissionRates,
  documents,
  notifications,
  orders,
  outbox,
  products,
  quotes,
  quoteVersions,
  sellerOrders,
} from '#server/platform/db/schema.ts'
import { deliverDueMails } from '#server/platform/mail/deliver-mails.ts'
import { readFacts } from '#server/platform/mail/read-facts.ts'
import type { OutgoingMail } from '#server/platform/vendors/mailer.ts'
import { remindQuotes } from '#server/quotes/remind-quotes.ts'
import { checkOut, outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import { accept, acceptance, ask, CHICAGO, lineOf, offer, offerOf } from '#server/testing/quoted-offers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

const DAY_MS = 86_400_000

let shop: TestShop
let buyer: SignedInUser
let seller: SignedInUser
let machine: { id: string; businessId: string }
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  machine = await shop.make.product({ name: 'Mat maker', priceUsdCents: 1_000_000, stock: 2 })
  seller = await shop.signIn('business_admin', { businessId: machine.businessId })
  buyer = await shop.signIn('customer', { name: 'Ann Buyer', email: 'ann@test.test' })
})

async function offered(more: Parameters<typeof offerOf>[2] = {}) {
  const [{ id = '' } = {}] = await ask(buyer, [machine.id])
  await offer(seller, id, offerOf(shop, machine.id, more))
  return id
}
const stockOf = async () => (await shop.deps.db.select().from(products).where(eq(products.id, machine.id)))[0]?.stock

test('a machine is asked for, offered with freight and a service, and accepted as it was offered', async () => {
  const id = await offered({ discountCents: 20_000 })
  const { versions } = await buyer.quotes.byId({ params: { id } })
  const [version] = versions
  const order = await accept(buyer, id)
  expect(order.items.map(({ name, quantity, unitPrice }) => [name, quantity, unitPrice])).toEqual([
    ['Mat maker', 1, 9000],
    ['Installation', 1, 500],
  ])
  expect([order.subtotal, order.discount, order.shipping]).toEqual([9500, 200, 1200])
  expect(order.totalAmount * 100).toBe(version?.totals.totalCents)
  expect(order.tax * 100).toBe(version?.totals.taxCents)
  expect(order.plan?.map(({ percent }) => percent)).toEqual([30, 70])
  expect(await stockOf()).toBe(1)
  expect(await buyer.quotes.byId({ params: { id } })).toMatchObject({
    state: 'accepted',
    order: { id: order.id, number: order.number },
    actions: [],
  })
  const sent = await shop.deps.db.select().from(outbox).orderBy(outbox.id)
  const templates = sent.map(({ payload }) => (payload as { template: string }).template)
  expect(templates).toEqual(expect.arrayContaining(['quote-received', 'quote-request', 'quote-offered', 'order-placed', 'quote-accepted']))
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
})

test('list price, commission and a sale since the offer change nothing; commission is that of the version', async () => {
  const id = await offered()
  const { db } = shop.deps
  const [{ commission = null } = {}] = (await seller.sellerQuotes.byId({ params: { id } })).versions
  await db.update(products).set({ priceUsdCents: 1, name: 'Renamed' }).where(eq(products.id, machine.id))
  await db
    .insert(commissionRates)
    .values({ businessId: machine.businessId, category: null, basisPoints: 5000, position: 0, version: 1, createdAt: shop.deps.now() })
  const order = await accept(buyer, id)
  expect(order.items[0]).toMatchObject({ name: 'Mat maker', unitPrice: 9000 })
  const [part] = await db.select().from(sellerOrders).where(eq(sellerOrders.orderId, order.id))
  expect(part?.commissionCents).toBe((commission ?? 0) * 100)
})

test('made to order takes no stock, and needs none', async () => {
  await shop.deps.db.update(products).set({ stock: 0 }).where(eq(products.id, machine.id))
  const lines = [lineOf({ kind: 'product', productId: machine.id, name: 'Mat maker, left-handed', unitPriceCents: 990_000 })]
  const order = await accept(buyer, await offered({ lines }))
  expect(order.items[0]?.name).toBe('Mat maker, left-handed')
  expect(await stockOf()).toBe(0)
})

test.each([
  [{ weeks: 8, from: 'first_payment' as const }, 'Lead time', '8 weeks after the first payment'],
  [{ weeks: 1, from: 'order' as const }, 'Lead time', '1 week after the order'],
])('buyer, seller and staff read quote, delivery term and lead time with the order: %j', async (leadTime, label, text) => {
  const [{ id = '', number = '' } = {}] = await ask(buyer, [machine.id])
  await offer(seller, id, offerOf(shop, machine.id, { leadTime }))
  const order = await accept(buyer, id)
  const quote = { id, number, term: expect.stringMatching(/^DAP Chicago, Incoterms 2020\. /), leadTime }
  expect(order.quote).toEqual(quote)
  const params = { id: order.id }
  expect((await buyer.orders.byId({ params })).quote).toEqual(quote)
  expect((await seller.sellerOrders.byId({ params })).quote).toEqual(quote)
  const staff = await shop.signIn('application_admin')
  expect((await staff.orders.adminById({ params })).quote).toEqual(quote)
  if (leadTime.from === 'first_payment') expect(order.items[0]).toMatchObject({ promisedFrom: null, promisedTo: null })
  const mails = (await shop.deps.db.select().from(outbox)).map(({ payload }) => payload as { template: string; facts: object })
  const { facts = {} } = mails.find(({ template }) => template === 'order-placed') ?? {}
  const rows = deliveryRows(readFacts({ ...facts }))
  expect(rows).toEqual([[label, text]])
})

test('an order that was made of no quote names none', async () => {
  await buyer.cart.addItem({ body: { productId: machine.id, quantity: 1 } })
  expect((await checkOut(buyer)).quote).toBeUndefined()
})

test('the estimated delivery counts the lead time of the offer, for lines without a product, too', async () => {
  const lines = [lineOf({ name: 'Feeding table', unitPriceCents: 240_000 })]
  const dayAfter = async (weeks: number) =>
    (await accept(buyer, await offered({ lines, leadTime: { weeks, from: 'order' } }))).estimatedDelivery
  const [soon, later] = [await dayAfter(0), await dayAfter(6)]
  expect(Date.parse(later) - Date.parse(soon)).toBeGreaterThanOrEqual(6 * 7 * DAY_MS)
})

test('only the newest version, at its total, before its end by the clock', async () => {
  const id = await offered()
  const first = await acceptance(buyer, id)
  await offer(seller, id, offerOf(shop, machine.id, { freight: { cents: 100_000, text: 'Freight' } }))
  expect(await refusalOf(buyer.quotes.accept({ params: { id }, body: first }))).toMatchObject({ status: 409, code: 'quote_changed' })
  const other = await refusalOf(accept(buyer, id, { amount: 1 }))
  expect(other).toMatchObject({ status: 409, code: 'quote_total', detail: expect.stringContaining('This offer costs $') })
  const last = await acceptance(buyer, id)
  shop.advance(15 * DAY_MS)
  expect(await refusalOf(buyer.quotes.accept({ params: { id }, body: last }))).toMatchObject({ status: 409, code: 'invalid_quote' })
  expect(await buyer.quotes.byId({ params: { id } })).toMatchObject({ state: 'expired' })
  await offer(seller, id, offerOf(shop, machine.id))
  expect((await accept(buyer, id)).items).toHaveLength(2)
})

test('another place, another kind of buyer, a suspended seller and sold stock are refused, and nothing is left of the attempt', async () => {
  const id = await offered()
  const body = await acceptance(buyer, id)
  const other = (more: object) => buyer.quotes.accept({ params: { id }, body: { ...body, customer: { ...body.customer, ...more } } })
  expect(await refusalOf(other({ state: 'NY', zipCode: '10001' }))).toMatchObject({ status: 422, errors: [{ field: 'customer.state' }] })
  expect(await refusalOf(other({ zipCode: '60608' }))).toMatchObject({ errors: [{ field: 'customer.zipCode' }] })
  const consumer = await refusalOf(other({ buyerKind: 'consumer' }))
  expect(consumer).toMatchObject({ errors: [{ field: 'customer.buyerKind' }] })
  expect(consumer?.errors?.[0]?.message).toBe('This offer is for a business. Request a new quote to buy as a consumer.')
  const { db } = shop.deps
  await db.update(products).set({ stock: 0 }).where(eq(products.id, machine.id))
  expect(await refusalOf(accept(buyer, id))).toMatchObject({ status: 409, code: 'stock_gone' })
  await db.update(products).set({ stock: 1 }).where(eq(products.id, machine.id))
  await db.update(businesses).set({ businessStatus: 'suspended' }).where(eq(businesses.id, machine.businessId))
  expect(await refusalOf(accept(buyer, id))).toMatchObject({ status: 409, code: 'seller_closed' })
  expect(await db.$count(orders)).toBe(0)
  expect(await buyer.quotes.byId({ params: { id } })).toMatchObject({ state: 'offered', order: null })
})

test('the same key makes one order, and another body under it is refused', async () => {
  const id = await offered()
  const body = await acceptance(buyer, id)
  const first = await buyer.quotes.accept({ params: { id }, body, idempotencyKey: 'key-1' })
  const again = await buyer.quotes.accept({ params: { id }, body, idempotencyKey: 'key-1' })
  expect(again.id).toBe(first.id)
  expect(await refusalOf(buyer.quotes.accept({ params: { id }, body: { ...body, amount: 1 }, idempotencyKey: 'key-1' }))).toMatchObject({
    code: 'idempotency_key_reused',
  })
  expect(await shop.deps.db.$count(orders)).toBe(1)
})

test('others find neither quote nor version nor file; a seller sees nothing of another seller, nor email and phone before the order', async () => {
  const theirs = await shop.make.product({ name: 'Chip maker' })
  const rival = await shop.signIn('business_admin', { businessId: theirs.businessId })
  const stranger = await shop.signIn('customer')
  const requested = await ask(buyer, [machine.id, theirs.id], { phone: '+1 312 555 0100', message: 'Two machines.' })
  expect(requested.map(({ businessName }) => businessName !== null)).toEqual([true, true])
  const [own] = (await seller.sellerQuotes.list()).items
  const [others] = (await rival.sellerQuotes.list()).items
  expect([own?.title, others?.title]).toEqual(['1 × Mat maker', '1 × Chip maker'])
  const seen = JSON.stringify(await seller.sellerQuotes.byId({ params: { id: own?.id ?? '' } }))
  for (const secret of ['Chip maker', 'ann@test.test', '555 0100', theirs.businessId]) expect(seen).not.toContain(secret)
  const params = { id: own?.id ?? '' }
  const calls: (() => Promise<unknown>)[] = [
    () => stranger.quotes.byId({ params }),
    () => stranger.quotes.decline({ params, body: {} }),
    () => stranger.quotes.message({ params, body: { text: 'Hello' } }),
    () => rival.sellerQuotes.byId({ params }),
    () => rival.sellerQuotes.decline({ params, body: { reason: 'No' } }),
    () => rival.quotes.byId({ params }),
    () => stranger.quotes.file({ params: { ...params, fileId: params.id } }),
    () => stranger.quotes.version({ params: { ...params, n: '1' } }),
  ]
  for (const call of calls) expect((await outcomeOf(call())).status).toBe(404)
  await offer(seller, params.id, offerOf(shop, machine.id))
  const order = await accept(buyer, params.id)
  expect(await seller.sellerQuotes.byId({ params })).toMatchObject({
    buyer: { email: 'ann@test.test', phone: '+1 312 555 0100' },
    order: { id: order.id },
  })
})

test('a version never changes, and its hash says what is in it', async () => {
  const id = await offered()
  const { db } = shop.deps
  await expect(db.update(quoteVersions).set({ number: 9 })).rejects.toThrow()
  await expect(db.delete(quoteVersions)).rejects.toThrow()
  await expect(db.execute(sql`truncate quote_versions`)).rejects.toThrow()
  await expect(db.execute(sql`truncate quotes cascade`)).rejects.toThrow()
  const [first] = (await buyer.quotes.byId({ params: { id } })).versions
  await offer(seller, id, offerOf(shop, machine.id, { notes: 'With manual.' }))
  const { versions } = await buyer.quotes.byId({ params: { id } })
  expect(versions.map(({ number }) => number)).toEqual([2, 1])
  expect(versions[1]?.sha256).toBe(first?.sha256)
  expect(versions[0]?.sha256).not.toBe(first?.sha256)
  expect(first?.sha256).toMatch(/^[0-9a-f]{64}$/)
})

test('a new tax refuses the acceptance and asks the seller, once, for a new version', async () => {
  const id = await offered()
  const body = await acceptance(buyer, id)
  const staff = await shop.signIn('super_admin')
  const { tax } = await staff.settings.read()
  await staff.settings.update({ body: { tax: { ...tax, percent: 9 } } })
  for (let times = 0; times < 2; times += 1) {
    expect(await refusalOf(buyer.quotes.accept({ params: { id }, body }))).toMatchObject({ status: 409, code: 'quote_outdated' })
  }
  const { db } = shop.deps
  const asked = and(eq(notifications.userId, seller.user.id), eq(notifications.kind, 'quote-outdated'))
  expect(await db.$count(notifications, asked)).toBe(1)
  await offer(seller, id, offerOf(shop, machine.id))
  expect((await accept(buyer, id)).taxRate).toBe(0.09)
})

test('a seller declines with a reason, the buyer withdraws or declines, and messages hand over the turn', async () => {
  const [{ id: first = '' } = {}] = await ask(buyer, [machine.id])
  const declined = await seller.sellerQuotes.decline({ params: { id: first }, body: { reason: 'Not to Chicago.' } })
  expect(declined).toMatchObject({ state: 'declined', closedReason: 'Not to Chicago.', actions: [], waitsFor: null })
  expect(await refusalOf(buyer.quotes.withdraw({ params: { id: first } }))).toMatchObject({ status: 409, code: 'invalid_quote' })
  const [{ id: second = '' } = {}] = await ask(buyer, [machine.id])
  expect(await buyer.quotes.withdraw({ params: { id: second } })).toMatchObject({ state: 'withdrawn' })
  const third = await offered()
  expect(await buyer.quotes.message({ params: { id: third }, body: { text: 'Cheaper, please.' } })).toMatchObject({
    waitsFor: 'seller',
    state: 'offered',
  })
  expect((await seller.sellerQuotes.list({ query: { folder: 'needs_answer' } })).items.map(({ id }) => id)).toEqual([third])
  expect(await buyer.quotes.decline({ params: { id: third }, body: { reason: 'Too late.' } })).toMatchObject({ state: 'declined' })
  const { db } = shop.deps
  const toSeller = await db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, seller.user.id), eq(notifications.kind, 'quote-closed')))
  expect(toSeller.map(({ text }) => text).sort()).toEqual(['', 'Too late.'])
  expect(await db.$count(quotes, eq(quotes.status, 'declined'))).toBe(2)
})

test('made to measure goes to staff, who name the seller', async () => {
  const staff = await shop.signIn('application_admin')
  const madeToMeasure = {
    packedGoods: 'Lamps',
    productSize: '30 cm',
    productWeight: '2 kg',
    monthlyVolume: 1200,
    material: 'mats' as const,
  }
  const [{ id = '', businessName = '' } = {}] = await ask(buyer, [], { madeToMeasure, message: '' })
  expect(businessName).toBeNull()
  expect((await seller.sellerQuotes.list()).total).toBe(0)
  expect(await staff.staffQuotes.byId({ params: { id } })).toMatchObject({
    business: null,
    title: 'Made to measure',
    buyer: { email: 'ann@test.test' },
  })
  await staff.staffQuotes.assign({ params: { id }, body: { businessId: machine.businessId, note: 'Yours.' } })
  const lines = [lineOf({ name: 'Mats, cut to size', quantity: 1200, unitPriceCents: 40 })]
  await offer(seller, id, offerOf(shop, machine.id, { lines, freight: null, incoterm: { rule: 'EXW', place: 'Hamburg' } }))
  const order = await accept(buyer, id)
  expect(order).toMatchObject({ subtotal: 480, shipping: 0 })
})

test('a seller begins a quote for those who have ordered from it, and learns no email by guessing', async () => {
  const begin = (email: string) =>
    seller.sellerQuotes.start({ body: { email, currency: 'USD', deliverTo: CHICAGO, message: 'As we discussed.' } })
  const unknown = await refusalOf(begin('nobody@test.test'))
  expect(unknown).toMatchObject({ status: 422, errors: [{ field: 'email' }] })
  const id = await offered()
  expect(await refusalOf(begin('ann@test.test'))).toEqual(unknown) // who only asked has not given the email
  const staff = await shop.signIn('application_admin')
  const body = {
    email: 'ann@test.test',
    currency: 'USD' as const,
    deliverTo: CHICAGO,
    message: 'By phone.',
    businessId: machine.businessId,
  }
  await staff.staffQuotes.start({ body })
  expect(await refusalOf(begin('ann@test.test'))).toEqual(unknown)
  await accept(buyer, id)
  const started = await begin('Ann@test.test')
  expect(started).toMatchObject({ state: 'requested', request: { by: 'seller' }, buyer: { name: 'Ann Buyer', email: null } })
  const { db } = shop.deps
  const heard = () => db.$count(notifications, eq(notifications.userId, buyer.user.id))
  const before = await heard()
  expect((await buyer.quotes.list()).items.map((quote) => quote.id)).toEqual([id])
  expect((await outcomeOf(buyer.quotes.byId({ params: { id: started.id } }))).status).toBe(404)
  expect(started.actions.map(({ action }) => action)).toEqual(['send', 'decline'])
  shop.advance(3 * DAY_MS)
  await remindQuotes(shop.deps)
  const other = await begin('ann@test.test')
  await seller.sellerQuotes.decline({ params: { id: other.id }, body: { reason: 'Begun twice.' } })
  expect(await heard()).toBe(before)
  expect(await db.$count(notifications, eq(notifications.kind, 'quote-waits'))).toBe(0)
  await offer(seller, started.id, offerOf(shop, machine.id))
  expect((await accept(buyer, started.id)).items).toHaveLength(2)
})

test('the confirmation brings the invoice of the deposit, which is due with the order, once', async () => {
  const order = await accept(buyer, await offered())
  const [deposit] = order.plan ?? []
  const mails: OutgoingMail[] = []
  let isDown = true
  const send = async (mail: OutgoingMail) => {
    if (isDown && mail.subject.includes(order.number)) throw new Error('The mail server is down')
    mails.push(mail)
  }
  const deliver = () => deliverDueMails(shop.deps, { send, close: () => {} }, { attach: attachDocuments(shop.deps) })
  await deliver()
  isDown = false
  shop.advance(DAY_MS)
  await deliver()
  const files = mails.flatMap(({ to, attachments = [] }) => attachments.map(({ filename }) => [to, filename]))
  expect(files).toEqual([['ann@test.test', expect.stringMatching(/^INV-\d{6}-/)]])
  const issued = await shop.deps.db.select().from(documents)
  expect(issued.map(({ grossCents, content }) => [grossCents / 100, content.isAdvance])).toEqual([[deposit?.amount, true]])
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
})
