import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { orders, outbox, sellerOrders } from '#server/platform/db/schema.ts'
import { deliverDueMails } from '#server/platform/mail/deliver-mails.ts'
import type { OutgoingMail } from '#server/platform/vendors/mailer.ts'
import { customerForm, orderOf, refusalOf } from '#server/testing/buyers.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import {
  ann,
  bag,
  box,
  move,
  openSellerShop,
  order,
  params,
  shop,
  sol,
  staff,
  tia,
  transitionSellerOrder,
} from '#server/testing/shared-orders.ts'
import { type SignedInUser } from '#server/testing/test-shop.ts'

openSellerShop()

const numbersOf = async (seller: SignedInUser, query = {}) => (await seller.sellerOrders.list({ query })).items.map(({ number }) => number)

/** An order with a form that says everything. */
async function fullOrder(): Promise<Order> {
  await ann.cart.addItem({ body: { productId: box.id, quantity: 1 } })
  await ann.cart.addItem({ body: { productId: bag.id, quantity: 2 } })
  const customer = {
    ...customerForm,
    email: 'ann.form@test.test',
    company: 'Ann & Co',
    phone: '+1 555 0100',
    notes: 'Ring twice',
    vatId: 'IE1234567T',
    poNumber: 'PO-88',
  }
  return ann.checkout.placeOrder({ body: { ...orderOf(await ann.cart.list()), customer } })
}

test('D289 a seller sees their own lines, money and address of an order, and nothing else of it', async () => {
  const placed = await fullOrder()
  const seen = await sol.sellerOrders.byId(params(placed))
  const part = placed.fulfilments.find(({ businessId }) => businessId === box.businessId)
  expect(seen).toMatchObject({
    number: placed.number,
    deliverTo: { name: 'Ann Buyer', company: 'Ann & Co', address: '1 Main Street', notes: 'Ring twice', poNumber: 'PO-88' },
    items: [{ name: 'Sun Box', quantity: 1, unitPrice: 40, lineTotal: 40 }],
    subtotal: 40,
    total: part?.total,
    isPaid: false,
    history: [{ from: null, to: 'pending', by: 'Ann Buyer' }],
    nextStatuses: ['processing', 'cancelled'],
    version: 1,
  })
  const all = JSON.stringify([seen, await sol.sellerOrders.list(), await exportOf(sol)])
  expect(all).not.toMatch(/Tin Bag|@test\.test|Ann Account|IE1234567T|555 0100/)
  for (const amount of [placed.totalAmount, placed.subtotal]) expect(all).not.toContain(String(amount))
})

test('F7.1.13 a seller learns the phone number of the buyer only where a freight carrier calls before delivery', async () => {
  const press = await shop.make.product({ name: 'Sun Press', businessId: box.businessId, stock: 2, shippingClass: 'freight' })
  await ann.cart.addItem({ body: { productId: press.id, quantity: 1 } })
  await ann.cart.addItem({ body: { productId: bag.id, quantity: 1 } })
  const customer = { ...customerForm, phone: '+1 555 0100' }
  const placed = await ann.checkout.placeOrder({ body: { ...orderOf(await ann.cart.list()), customer } })
  expect((await sol.sellerOrders.byId(params(placed))).deliverTo.phone).toBe('+1 555 0100')
  expect(await exportOf(sol)).toContain('555 0100')
  expect((await tia.sellerOrders.byId(params(placed))).deliverTo).not.toHaveProperty('phone')
  expect(JSON.stringify([await tia.sellerOrders.list(), await exportOf(tia)])).not.toContain('555 0100')
  const rows = await shop.deps.db.select().from(outbox).orderBy(outbox.id)
  const mails = rows.map((row) => JSON.stringify(row)).filter((row) => row.includes('seller-new-order'))
  expect(mails).toHaveLength(2)
  expect(mails.filter((mail) => mail.includes('555 0100'))).toHaveLength(1)
})

async function exportOf(seller: SignedInUser): Promise<string> {
  const headers = { authorization: `Bearer ${seller.token}` }
  return (await shop.app.inject({ url: '/api/business/orders/export', headers })).body
}

test('D232 another seller, a customer and staff reach no order through the calls of sellers: 404, 403, and nothing changes', async () => {
  const only = await order([[box, 1]])
  const body = { status: 'processing' as const }
  expect(await refusalOf(tia.sellerOrders.byId(params(only)))).toMatchObject({ status: 404 })
  expect(await refusalOf(tia.sellerOrders.packingSlip(params(only)))).toMatchObject({ status: 404 })
  expect(await refusalOf(tia.sellerOrders.move({ ...params(only), body }))).toMatchObject({ status: 404 })
  expect(await tia.sellerOrders.list()).toEqual({ items: [], total: 0 })
  expect(await exportOf(tia)).not.toContain(only.number)
  expect(await refusalOf(transitionSellerOrder(only, bag.businessId, 'processing'))).toMatchObject({ status: 404 })
  for (const other of [ann, staff, await shop.signIn('super_admin')]) {
    expect(await refusalOf(other.sellerOrders.list())).toMatchObject({ status: 403 })
    expect(await refusalOf(other.sellerOrders.byId(params(only)))).toMatchObject({ status: 403 })
    expect(await refusalOf(other.sellerOrders.move({ ...params(only), body }))).toMatchObject({ status: 403 })
  }
  for (const other of [ann, sol]) {
    const call = other.orders.setPartStatus({ params: { id: only.id, businessId: box.businessId }, body })
    expect(await refusalOf(call)).toMatchObject({ status: 403 })
  }
  expect(await refusalOf(shop.visitor.sellerOrders.list())).toMatchObject({ status: 401 })
  expect(await refusalOf(sol.sellerOrders.byId({ params: { id: 'nothing' } }))).toMatchObject({ status: 404 })
  expect((await ann.orders.byId(params(only))).status).toBe('pending')
})

test('a business that is not approved, and one without a business, reads but moves nothing: 403 before anything else', async () => {
  const placed = await order()
  for (const businessStatus of ['pending', 'suspended', 'rejected'] as const) {
    const business = await shop.make.business({ businessStatus })
    const seller = await shop.signIn('business_admin', { businessId: business.id })
    expect(await seller.sellerOrders.list()).toEqual({ items: [], total: 0 })
    for (const id of [placed.id, crypto.randomUUID()]) {
      expect(await refusalOf(move(seller, { id }, 'processing'))).toMatchObject({ status: 403, code: 'business_not_approved' })
    }
  }
  const lost = await shop.signIn('business_admin', { businessId: null })
  expect(await refusalOf(lost.sellerOrders.list())).toMatchObject({ status: 404 })
  expect(await refusalOf(move(lost, placed, 'processing'))).toMatchObject({ status: 403 })
})

test('an order that waits for its card payment is not there for its sellers, and staff can only cancel it whole', async () => {
  const placed = await order()
  const set = async (paymentStatus: 'unpaid' | 'processing' | 'failed' | 'paid') => {
    await shop.deps.db.update(orders).set({ paymentMethod: 'card', paymentStatus }).where(eq(orders.id, placed.id))
    await shop.deps.db
      .update(sellerOrders)
      .set({ isShown: paymentStatus === 'paid' })
      .where(eq(sellerOrders.orderId, placed.id)) // its copy
  }
  for (const status of ['unpaid', 'processing', 'failed'] as const) {
    await set(status)
    expect((await sol.sellerOrders.list()).total).toBe(0)
    expect(await sol.business.stats()).toMatchObject({ waitingOrders: 0, newOrders: 0 })
    expect(await refusalOf(sol.sellerOrders.byId(params(placed)))).toMatchObject({ status: 404 })
    expect(await refusalOf(move(sol, placed, 'processing'))).toMatchObject({ status: 404 })
    expect(await refusalOf(transitionSellerOrder(placed, box.businessId, 'processing'))).toMatchObject({
      status: 409,
      code: 'order_unpaid',
    })
    expect((await staff.orders.adminById(params(placed))).fulfilments.map(({ nextStatuses }) => nextStatuses)).toEqual([[], []])
  }
  await set('paid')
  expect((await sol.sellerOrders.byId(params(placed))).isPaid).toBe(true)
})

test('the list has what is to be shipped first, and is searched, narrowed and sorted; email addresses are not searched', async () => {
  const old = await order()
  shop.advance(1000)
  const sent = await fullOrder()
  shop.advance(1000)
  const fresh = await order([[box, 1]])
  await move(sol, sent, 'processing')
  await move(sol, sent, 'shipped', { carrier: 'DHL', trackingNumber: 'JD014600006281230704' })
  expect(await numbersOf(sol)).toEqual([old.number, fresh.number, sent.number])
  expect(await numbersOf(sol, { sort: '-createdAt' })).toEqual([fresh.number, sent.number, old.number])
  expect(await numbersOf(sol, { status: 'shipped' })).toEqual([sent.number])
  expect(await numbersOf(sol, { page: '2', limit: '2' })).toEqual([sent.number])
  for (const search of [sent.number.toLowerCase(), 'ann & co', 'jd0146', 'dhl jd0146'.slice(4)])
    expect(await numbersOf(sol, { search }), search).toEqual([sent.number])
  expect(await numbersOf(sol, { search: 'sun box buyer' })).toHaveLength(3)
  for (const search of ['ann.secret', 'ann.form', 'test.test', 'tin bag', '%', "'; drop table orders; --"])
    expect(await numbersOf(sol, { search }), search).toEqual([])
  for (const sort of ['createdAt', 'status', '-status', 'customer', '-customer'] as const)
    expect(await numbersOf(sol, { sort })).toHaveLength(3)
  expect(await refusalOf(sol.sellerOrders.list({ query: { from: '2026-02-31' } }))).toMatchObject({ status: 422 })
  expect(await exportOf(sol)).toContain('Sun Box')
  expect(await sol.business.stats()).toMatchObject({ newOrders: 2, ordersToShip: 0, ordersOnTheWay: 1, waitingOrders: 2 })
})

test('the packing slip is a tagged PDF with the items of that seller and the address, and without any price', async () => {
  const placed = await fullOrder()
  const headers = { authorization: `Bearer ${sol.token}` }
  const answer = await shop.app.inject({ url: `/api/business/orders/${placed.id}/packing-slip.pdf`, headers })
  expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' })
  const { text, isTagged, pages } = readPdf(answer.rawPayload)
  expect([isTagged, pages]).toEqual([true, 1])
  for (const words of ['Sun Boxes', 'Sun Box', 'Ann Buyer', '1 Main Street', placed.number, 'Ring twice', 'Purchase order PO-88'])
    expect(text).toContain(words)
  expect(text).not.toMatch(/Tin Bag|\$|40\.00|@/)
})

test('the packing slip of a parcel to France names the register numbers of its seller, one to the United States none', async () => {
  const placed = await fullOrder()
  const slip = async () => {
    const headers = { authorization: `Bearer ${sol.token}` }
    return readPdf((await shop.app.inject({ url: `/api/business/orders/${placed.id}/packing-slip.pdf`, headers })).rawPayload).text
  }
  expect(await slip()).not.toContain('Register numbers')
  await shop.deps.db
    .update(orders)
    .set({ customer: sql`${orders.customer} || '{"country": "FR"}'` })
    .where(eq(orders.id, placed.id))
  expect(await slip()).toContain('as a producer: FR123456_01ABCD, FR123456_05ABCD.')
})

test('delivery notes and the order number of the buyer are in the emails of buyer and seller', async () => {
  const placed = await fullOrder()
  const sent: OutgoingMail[] = []
  await deliverDueMails(shop.deps, { send: async (mail) => void sent.push(mail), close: () => {} })
  const about = (subject: string) => sent.filter((mail) => mail.subject.includes(subject) && mail.subject.includes(placed.number))
  const [toBuyer, toSellers] = [about('We received your order'), about('You have a new order')]
  expect([toBuyer.length, toSellers.length >= 2]).toEqual([1, true])
  for (const { text } of [...toBuyer, ...toSellers]) {
    expect(text).toMatch(/Delivery notes +Ring twice/)
    expect(text).toMatch(/Purchase order +PO-88/)
  }
})
