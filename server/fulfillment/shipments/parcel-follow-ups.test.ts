import { parse } from 'csv-parse/sync'
import { eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import { DAY_MS } from '#domain/time.ts'
import { notifyLate } from '#server/fulfillment/transitions/notify-late.ts'
import { listWithdrawnParts } from '#server/fulfillment/withdrawals/withdrawn-units.ts'
import { findOrder } from '#server/orders/order-record.ts'
import {
  businesses,
  deliveryDays,
  notifications,
  orderLines,
  orders,
  outbox,
  products,
  refunds,
  sellerOrders,
  shipments,
  users,
} from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { payOrder } from '#server/testing/earners.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { ann, box, move, openSellerShop, order, params, shop, sol, staff } from '#server/testing/shared-orders.ts'

/* What follows the quantities of parcels: returns, promises, documents, exports, and what an older version writes. */

openSellerShop()

const PASSWORD = 'corrugated-board-7'

const lineOf = ({ items }: Pick<SellerOrder, 'items'>, at = 0) => items[at]?.id ?? ''
const ship = (own: SellerOrder, quantity: number, at = 0) =>
  sol.shipments.ship({ ...params(own), body: { lines: [{ id: lineOf(own, at), quantity }], trackingNumber: `T-${at}-${quantity}` } })
const deliver = (own: SellerOrder, number: number) =>
  sol.shipments.deliver({ params: { id: own.id, shipmentId: own.shipments.find((one) => one.number === number)?.id ?? '' } })
const askReturn = (own: SellerOrder, quantity: number) =>
  ann.returns.request({
    ...params(own),
    body: { businessId: box.businessId, lines: [{ productId: box.id, quantity }], reason: 'unsuitable', note: '', photos: [] },
  })

async function prepare(quantity = 5): Promise<SellerOrder> {
  return move(sol, await order([[box, quantity]]), 'processing')
}

test('units of a parcel that has arrived can be returned while others are to come, each until the last day of its own parcel', async () => {
  const own = await prepare()
  expect(await refusalOf(askReturn(own, 1))).toMatchObject({ code: 'not_delivered' })
  await deliver(await ship(own, 2), 1)
  expect((await ann.orders.byId(params(own))).items[0]?.returnWindows).toMatchObject([{ quantity: 2 }])
  expect(await refusalOf(askReturn(own, 3))).toMatchObject({ code: 'too_many_returned', detail: 'You can return up to 2 of Sun Box.' })
  await askReturn(own, 1)
  shop.advance(10 * DAY_MS)
  await deliver(await ship(own, 3), 2)
  shop.advance(10 * DAY_MS) // the window of the first parcel is over
  const [item] = (await ann.orders.byId(params(own))).items
  expect(item?.returnWindows.map(({ quantity }) => quantity)).toEqual([2, 3])
  expect(item?.returnUntil).toBe(item?.returnWindows.at(-1)?.until)
  expect(await refusalOf(askReturn(own, 4))).toMatchObject({ code: 'too_many_returned', detail: 'You can return up to 3 of Sun Box.' })
  await askReturn(own, 3)
  shop.advance(10 * DAY_MS)
  expect(await refusalOf(askReturn(own, 1))).toMatchObject({ code: 'not_returnable' })
})

test('the overview says the day by which what is left can be returned, not that of a parcel which came back', async () => {
  const own = await prepare()
  await deliver(await ship(own, 2), 1)
  shop.advance(2 * DAY_MS)
  await deliver(await ship(own, 3), 2)
  const [first, second] = (await ann.orders.byId(params(own))).items[0]?.returnWindows.map(({ until }) => until) ?? []
  expect((await ann.orders.overview()).returns).toMatchObject([{ until: first }])
  await askReturn(own, 2)
  expect((await ann.orders.overview()).returns).toMatchObject([{ until: second }])
})

test('a line that has arrived in full is not late, while another one of its part is', async () => {
  const other = await shop.make.product({ category: 'accessories', name: 'Sun Lid', businessId: box.businessId })
  const placed = await order([
    [box, 1],
    [other, 1],
  ])
  const own = await move(sol, placed, 'processing')
  const boxAt = own.items.findIndex(({ name }) => name === 'Sun Box')
  await shop.deps.db.update(orderLines).set({ promisedFrom: '2026-01-05', promisedTo: '2026-01-07' }).where(eq(orderLines.name, 'Sun Box'))
  const lateOrders = async () => (await staff.orders.listAll({ query: { waitsFor: 'arrival' } })).total
  expect(await lateOrders()).toBe(1)
  await deliver(await ship(own, 1, boxAt), 1)
  expect(await lateOrders()).toBe(0)
  expect(await notifyLate(shop.deps)).toBe('Nothing is late.')
  await shop.deps.db.update(orderLines).set({ promisedFrom: '2026-01-05', promisedTo: '2026-01-07' })
  expect(await notifyLate(shop.deps)).toBe('1 seller orders are late.')
  const mails = (await shop.deps.db.select().from(outbox)).filter(({ dedupeKey }) => dedupeKey.startsWith('line-late:'))
  expect(mails.map(({ payload }) => (payload as { facts: { late: { name: string }[] } }).facts.late.map(({ name }) => name))).toEqual([
    ['Sun Lid'],
  ])
})

test("a seller's share on time counts a line by the day on which its own parcel arrived", async () => {
  const other = await shop.make.product({ category: 'accessories', name: 'Sun Lid', businessId: box.businessId })
  const placed = await order([
    [box, 1],
    [other, 1],
  ])
  const own = await move(sol, placed, 'processing')
  const today = shop.deps.now().toISOString().slice(0, 10)
  await shop.deps.db.update(orderLines).set({ promisedFrom: today, promisedTo: today })
  await deliver(await ship(own, 1, 0), 1)
  shop.advance(3 * DAY_MS)
  await deliver(await ship(own, 1, 1), 2)
  const [counted] = await shop.deps.db.select().from(deliveryDays).where(eq(deliveryDays.businessId, box.businessId))
  expect(counted).toMatchObject({ deliveries: 2, onTime: 1 })
})

test.each([
  ['on the day of its parcel', 'the buyer', 0],
  ['days after its parcel', 'its seller', 3],
])('a part whose rest is canceled %s has left and arrived with its parcels, by %s', async (_when, who, days) => {
  const own = await prepare(3)
  const today = shop.deps.now().toISOString()
  await shop.deps.db.update(orderLines).set({ promisedFrom: today.slice(0, 10), promisedTo: today.slice(0, 10) })
  const [parcel] = (await deliver(await ship(own, 2), 1)).shipments
  shop.advance(days * DAY_MS)
  if (who === 'the buyer') await ann.orders.cancel({ ...params(own), body: { businessId: box.businessId } })
  else await move(sol, own, 'cancelled', { reason: 'Broken in the warehouse' })
  const [part] = (await ann.orders.byId(params(own))).fulfilments
  expect(part).toMatchObject({ status: 'delivered', shippedAt: parcel?.shippedAt, deliveredAt: parcel?.deliveredAt })
  const [counted] = await shop.deps.db.select().from(deliveryDays).where(eq(deliveryDays.businessId, box.businessId))
  expect(counted).toMatchObject({ day: today.slice(0, 10), deliveries: 1, onTime: 1 })
  const mails = (await shop.deps.db.select().from(outbox)).filter(({ dedupeKey }) => dedupeKey.startsWith('order-delivered:'))
  expect(mails).toHaveLength(1)
})

test('the parcel that arrives after the rest was canceled is the day of its part, which left before', async () => {
  const own = await prepare(3)
  const shipped = await ship(own, 2)
  shop.advance(2 * DAY_MS)
  await ann.orders.cancel({ ...params(own), body: { businessId: box.businessId } })
  shop.advance(2 * DAY_MS)
  const { shippedAt, deliveredAt, shipments: parcels } = await deliver(shipped, 1)
  expect({ shippedAt, deliveredAt }).toEqual({ shippedAt: parcels[0]?.shippedAt, deliveredAt: parcels[0]?.deliveredAt })
})

test.each([
  ['by its seller is in the bell of its buyer', 'the seller', ['Sun Boxes: 3 × Sun Box: Out of stock']],
  ['by staff is in the bell of its buyer', 'staff', ['Sun Boxes: 3 × Sun Box: Out of stock']],
  ['by its buyer is not', 'the buyer', []],
])('a rest that is canceled %s', async (_what, who, texts) => {
  const own = await prepare(5)
  await ship(own, 2)
  const canceled = { businessId: box.businessId, reason: 'Out of stock' }
  if (who === 'the seller') await move(sol, own, 'cancelled', { reason: canceled.reason })
  else await (who === 'staff' ? staff : ann).orders.cancel({ ...params(own), body: canceled })
  const rows = await shop.deps.db.select().from(notifications).where(eq(notifications.userId, ann.user.id))
  const sent = rows.filter(({ kind }) => kind === 'order-cancelled')
  expect(sent.map(({ text }) => text)).toEqual(texts)
  for (const { title, path } of sent)
    expect([title, path]).toEqual([`Part of order ${own.number} was canceled`, `/account/orders/${own.id}`])
})

test('a line that was canceled before it left is no delivery in time', async () => {
  const other = await shop.make.product({ category: 'accessories', name: 'Sun Lid', businessId: box.businessId })
  const placed = await order([
    [box, 1],
    [other, 1],
  ])
  const own = await move(sol, placed, 'processing')
  const today = shop.deps.now().toISOString().slice(0, 10)
  await shop.deps.db.update(orderLines).set({ promisedFrom: today, promisedTo: today })
  await deliver(await ship(own, 1, 0), 1)
  await move(sol, own, 'cancelled', { reason: 'Out of stock' })
  const [counted] = await shop.deps.db.select().from(deliveryDays).where(eq(deliveryDays.businessId, box.businessId))
  expect(counted).toMatchObject({ deliveries: 1, onTime: 1 })
})

/** Refunds units for staff, or an amount. */
async function refund(own: SellerOrder, body: { lines?: { productId: string; quantity: number }[]; amount?: number }) {
  const boss = await shop.signIn('application_admin', { passwordHash: await hashPassword(PASSWORD) })
  const more = { reason: 'Out of stock', password: PASSWORD }
  return boss.orderMoney.refund({ ...params(own), body: { ...body, ...more }, idempotencyKey: crypto.randomUUID() })
}

const refundUnits = (own: SellerOrder, quantity: number, { id: productId }: { id: string } = box) =>
  refund(own, { lines: [{ productId, quantity }] })

async function mailsNotToShip() {
  const rows = await shop.deps.db.select().from(outbox).where(like(outbox.dedupeKey, 'refund-unshipped:%')).orderBy(outbox.id)
  return rows.map(({ payload }) => payload as { to: string; facts: Record<string, unknown> })
}

const stockOf = async ({ id }: { id: string }) => (await shop.deps.db.select().from(products).where(eq(products.id, id)))[0]?.stock

test.each([
  ['before any left: no unit is refunded twice', true, 1],
  ['after some left: it may have been one of those', false, 2],
])('units that were refunded %s when the rest is canceled', async (_when, isBefore, refundedUnits) => {
  const own = await prepare(4)
  await payOrder(shop, own.id)
  const stock = (await stockOf(box)) ?? 0
  if (isBefore) await refundUnits(own, 1)
  await ship(own, 2)
  if (!isBefore) await refundUnits(own, 1)
  await ann.orders.cancel({ ...params(own), body: { businessId: box.businessId } })
  const { status, refundedAmount, totalAmount, shipping } = await ann.orders.byId(params(own))
  expect(status).toBe('shipped')
  expect(refundedAmount).toBeCloseTo(((totalAmount - shipping) * (1 + refundedUnits)) / 4, 2)
  expect(await stockOf(box)).toBe(stock + 2)
})

test('units that are refunded before they leave are not shipped: counts, pick list, files and slips are without them', async () => {
  const own = await prepare(5)
  await payOrder(shop, own.id)
  const stock = (await stockOf(box)) ?? 0
  await refundUnits(own, 2)
  expect(await sol.sellerOrders.byId(params(own))).toMatchObject({
    items: [{ quantity: 5, shipped: 0, withdrawn: 2 }],
    refunds: [{ lines: [{ name: 'Sun Box', quantity: 2 }] }],
  })
  expect(await sol.shipments.open({ query: {} })).toMatchObject([{ units: 3, lines: [{ units: 3 }] }])
  expect(await stockOf(box)).toBe(stock + 2)
  const notes = (await shop.deps.db.select().from(notifications)).filter(({ title }) => title.startsWith("Don't ship"))
  expect(notes).toMatchObject([{ title: `Don't ship 2 units from order ${own.number}`, text: '2 × Sun Box' }])
  expect(await mailsNotToShip()).toMatchObject([{ to: sol.user.email, facts: { number: own.number, units: '2 units', hasMore: 'yes' } }])
  expect(await refusalOf(ship(own, 4))).toMatchObject({ code: 'too_many_shipped', detail: 'You can ship up to 3 more of Sun Box.' })
  const shipped = await ship(own, 3)
  expect(shipped).toMatchObject({ status: 'shipped', shipments: [{ items: [{ quantity: 3 }] }] })
  await deliver(shipped, 1)
  await askReturn(own, 3) // all that was sent may come back
})

test('the mailbox of a business where nobody can sign in is emailed not to ship refunded units, once for each refund', async () => {
  const own = await prepare(2)
  await payOrder(shop, own.id)
  await shop.deps.db.update(users).set({ status: 'Suspended' }).where(eq(users.id, sol.user.id))
  await refundUnits(own, 1)
  await refundUnits(own, 1)
  const [business] = await shop.deps.db.select().from(businesses).where(eq(businesses.id, box.businessId))
  const mails = await mailsNotToShip()
  expect(mails.map(({ to, facts: { units, hasMore } }) => [to, units, hasMore])).toEqual([
    [business?.email, '1 unit', 'yes'],
    [business?.email, '1 unit', undefined],
  ])
  expect(JSON.stringify(mails)).not.toContain(ann.user.email)
})

test('a refund of an amount stops nothing', async () => {
  const own = await prepare(3)
  await payOrder(shop, own.id)
  const stock = await stockOf(box)
  await refund(own, { amount: 40 })
  expect((await sol.sellerOrders.byId(params(own))).items).toMatchObject([{ withdrawn: 0 }])
  expect(await stockOf(box)).toBe(stock)
  expect((await ship(own, 3)).status).toBe('shipped')
})

test('a part of which the last units to leave are refunded has shipped, and is delivered where its parcels have arrived', async () => {
  const other = await shop.make.product({ category: 'accessories', name: 'Sun Lid', businessId: box.businessId })
  const placed = await order([
    [box, 1],
    [other, 1],
  ])
  const own = await move(sol, placed, 'processing')
  await payOrder(shop, own.id)
  await deliver(await ship(own, 1, 0), 1)
  await refundUnits(own, 1, { id: own.items[1]?.productId ?? '' })
  expect(await sol.sellerOrders.byId(params(own))).toMatchObject({ status: 'delivered', items: [{ shipped: 1 }, { withdrawn: 1 }] })
})

test('a part of which all units are refunded has nothing to ship: it is canceled, and its stock comes back once', async () => {
  const own = await prepare(2)
  await payOrder(shop, own.id)
  const stock = (await stockOf(box)) ?? 0
  await refundUnits(own, 2)
  expect(await refusalOf(move(sol, own, 'shipped'))).toMatchObject({ status: 409, code: 'nothing_to_ship' })
  expect(await refusalOf(staff.orders.setStatus({ ...params(own), body: { status: 'shipped' } }))).toMatchObject({
    code: 'nothing_to_ship',
  })
  await ann.orders.cancel({ ...params(own), body: { businessId: box.businessId } })
  expect(await ann.orders.byId(params(own))).toMatchObject({
    status: 'cancelled',
    refundedAmount: (await ann.orders.byId(params(own))).totalAmount,
  })
  expect(await stockOf(box)).toBe(stock + 2)
})

test('units whose refund failed are not shipped, and are stopped once when it is tried again', async () => {
  const own = await prepare(3)
  await payOrder(shop, own.id)
  const stock = (await stockOf(box)) ?? 0
  await refundUnits(own, 1)
  await shop.deps.db.update(refunds).set({ status: 'failed' }) // as the provider of a card may answer later
  await refundUnits(own, 1)
  expect((await sol.sellerOrders.byId(params(own))).items).toMatchObject([{ withdrawn: 1 }])
  expect(await stockOf(box)).toBe(stock + 1)
  await shop.deps.db.update(refunds).set({ status: 'settled' })
})

test('a withdrawal asks back all that has left: a unit that was refunded before is among those that have not', async () => {
  const own = await prepare(3)
  await payOrder(shop, own.id)
  await refundUnits(own, 1)
  await ship(own, 2)
  const record = await findOrder(shop.deps.db, own.id, null)
  const withdrawn = record ? await listWithdrawnParts(shop.deps.db, record, null) : []
  expect(withdrawn).toMatchObject([{ isUnshipped: false, isCanceled: false, lines: [{ quantity: 2 }] }])
})

test('packing slips hold what is in each parcel, or what is left', async () => {
  const own = await prepare()
  const slip = async (shipmentId?: string) => {
    const query = shipmentId ? `?shipmentId=${shipmentId}` : ''
    const { rawPayload } = await shop.app.inject({
      url: `/api/business/orders/${own.id}/packing-slip.pdf${query}`,
      headers: { authorization: `Bearer ${sol.token}` },
    })
    return readPdf(rawPayload).text
  }
  expect(await slip()).toContain('In this parcel: 5 units')
  const [first] = (await ship(own, 2)).shipments
  expect(await slip()).toContain('In this parcel: 3 units')
  expect(await slip(first?.id)).toContain('In this parcel: 2 units')
  expect(await slip(first?.id)).toContain('T-0-2')
  await ship(own, 3)
  const both = await slip()
  expect(both).toContain('In this parcel: 2 units')
  expect(both).toContain('In this parcel: 3 units')
})

test('the file of orders has the units that have left and every number of their line', async () => {
  const own = await prepare()
  await ship(own, 2)
  await ship(own, 1)
  for (const [url, { token }] of [
    ['/api/business/orders/export', sol],
    ['/api/admin/orders/export', staff],
  ] as const) {
    const { body } = await shop.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    expect(parse(body, { columns: true, bom: true })).toMatchObject([{ Quantity: '5', Shipped: '3', 'Tracking number': 'T-0-2, T-0-1' }])
  }
})

test('a server of the version before: what it ships, corrects and delivers whole has its parcel; it cannot cancel what has begun', async () => {
  const { db } = shop.deps
  const mine = eq(sellerOrders.businessId, box.businessId)
  const own = await prepare()
  await payOrder(shop, own.id)
  await ship(own, 2)
  await expect(db.update(sellerOrders).set({ status: 'cancelled' }).where(mine)).rejects.toThrow()
  await db.update(sellerOrders).set({ status: 'shipped', carrier: 'UPS', trackingNumber: 'OLD-1', shippedAt: shop.deps.now() }).where(mine)
  await db.update(sellerOrders).set({ trackingNumber: 'OLD-2' }).where(mine)
  await db.update(sellerOrders).set({ status: 'delivered', deliveredAt: shop.deps.now() }).where(mine)
  const rows = await db.select().from(shipments).orderBy(shipments.number)
  expect(rows).toMatchObject([
    { number: 1, trackingNumber: 'T-0-2', deliveredAt: expect.any(Date) },
    { number: 2, trackingNumber: 'OLD-2', deliveredAt: expect.any(Date) },
  ])
  expect((await sol.sellerOrders.byId(params(own))).items).toMatchObject([{ shipped: 5 }])
  await db.update(orders).set({ status: 'delivered' })
})
