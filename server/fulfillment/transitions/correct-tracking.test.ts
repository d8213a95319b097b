import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { auditEntries, businesses, notifications, outbox, sellerOrders } from '#server/platform/db/schema.ts'
import { checkOut, outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

/* A wrong tracking number is corrected after shipping. */

let shop: TestShop
let ann: SignedInUser
let staff: SignedInUser
let sol: SignedInUser
let tia: SignedInUser
let sent: Order

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer', { name: 'Ann Buyer', email: 'ann@test.test' })
  staff = await shop.signIn('application_admin', { name: 'Sam Staff' })
  const [sun, tin] = [await shop.make.business({ name: 'Sun Boxes' }), await shop.make.business({ name: 'Tin Bags' })]
  sol = await shop.signIn('business_admin', { name: 'Sol Seller', businessId: sun.id })
  tia = await shop.signIn('business_admin', { name: 'Tia Seller', businessId: tin.id })
  for (const businessId of [sun.id, tin.id]) {
    const product = await shop.make.product({ category: 'accessories', name: `Box of ${businessId}`, businessId })
    await ann.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  }
  sent = await checkOut(ann)
  await sol.sellerOrders.move({ ...params(), body: { status: 'processing' } })
  await sol.sellerOrders.move({ ...params(), body: { status: 'shipped', carrier: 'UPS', trackingNumber: '1Z999AA10123456701' } })
})
afterEach(async () => {
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
})

const params = () => ({ params: { id: sent.id } })
const correct = (body: { trackingNumber: string; carrier?: string; version?: number }, by = sol) =>
  by.sellerOrders.correctTracking({ ...params(), body })
const asStaff = (body: { trackingNumber: string; carrier?: string; version?: number }, businessId = sol.user.businessId ?? '') =>
  staff.orders.correctTracking({ params: { id: sent.id, businessId }, body })
const partOf = async () => {
  const rows = await shop.deps.db.select().from(sellerOrders).where(eq(sellerOrders.orderId, sent.id))
  return rows.find(({ businessId }) => businessId === sol.user.businessId)
}
async function mails() {
  const rows = await shop.deps.db.select().from(outbox).where(eq(outbox.kind, 'mail')).orderBy(outbox.id)
  const all = rows.map(({ payload }) => payload as { template: string; to: string; facts: Record<string, unknown> })
  return all.filter(({ template }) => template === 'order-tracking')
}

test('D289 a seller corrects the tracking number of their own part: the buyer is mailed the new one once, and history and audit say what was', async () => {
  const before = await sol.sellerOrders.byId(params())
  const after = await correct({ trackingNumber: ' 1Z999AA10123456702 ', version: before.version })
  expect(after).toMatchObject({ status: 'shipped', carrier: 'UPS', trackingNumber: '1Z999AA10123456702', shippedAt: before.shippedAt })
  expect(after.version).toBe(before.version + 1)
  expect(after.history.at(-1)).toMatchObject({
    from: 'shipped',
    to: 'shipped',
    by: 'Sol Seller',
    note: 'New tracking number: UPS 1Z999AA10123456702, before: UPS 1Z999AA10123456701',
  })
  await correct({ trackingNumber: '1Z999AA10123456702' })
  expect(await mails()).toMatchObject([
    { to: 'ann@test.test', facts: { carrier: 'UPS', trackingNumber: '1Z999AA10123456702', seller: 'Sun Boxes' } },
  ])
  const notified = await shop.deps.db.select().from(notifications).where(eq(notifications.kind, 'order-tracking'))
  expect(notified.map(({ userId }) => userId)).toEqual([ann.user.id])
  const businessId = sol.user.businessId
  expect(await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'order.tracking'))).toMatchObject([
    {
      actorName: 'Sol Seller',
      before: { businessId, carrier: 'UPS', trackingNumber: '1Z999AA10123456701' },
      after: { businessId, carrier: 'UPS', trackingNumber: '1Z999AA10123456702' },
    },
  ])
  const mine = await ann.orders.byId(params())
  expect(new Set(mine.fulfilments.map(({ trackingNumber }) => trackingNumber))).toEqual(new Set(['1Z999AA10123456702', null]))
})

test('staff correct it too, the carrier with it; the seller is notified, and each correction is a mail of its own', async () => {
  const placed = await staff.orders.adminById(params())
  const after = await asStaff({ trackingNumber: 'JD014600006281230704', carrier: 'DHL', version: placed.version })
  expect(after.version).toBe(placed.version + 1)
  expect(await refusalOf(asStaff({ trackingNumber: 'JD2', version: placed.version }))).toMatchObject({ code: 'edit_conflict' })
  await asStaff({ trackingNumber: 'JD2', carrier: '' })
  expect(await partOf()).toMatchObject({ carrier: null, trackingNumber: 'JD2' })
  expect((await mails()).map(({ facts }) => facts.trackingNumber)).toEqual(['JD014600006281230704', 'JD2'])
  const notified = await shop.deps.db.select().from(notifications).where(eq(notifications.userId, sol.user.id))
  expect(notified.filter(({ kind }) => kind === 'order-tracking')).toHaveLength(2)
})

test('only the people of the seller and staff correct it, and only while the part is on its way', async () => {
  const body = { trackingNumber: 'X1' }
  for (const by of [ann, staff]) expect(await refusalOf(correct(body, by))).toMatchObject({ status: 403 })
  for (const by of [ann, sol]) {
    const call = by.orders.correctTracking({ params: { id: sent.id, businessId: sol.user.businessId ?? '' }, body })
    expect(await refusalOf(call)).toMatchObject({ status: 403 })
  }
  expect(await refusalOf(correct(body, tia))).toMatchObject({ status: 409, code: 'not_on_its_way' })
  expect(await refusalOf(correct({ trackingNumber: '' }))).toMatchObject({ status: 422, errors: [{ field: 'trackingNumber' }] })
  expect(await refusalOf(asStaff(body, crypto.randomUUID()))).toMatchObject({ status: 404 })
  const stranger = await shop.signIn('business_admin', { businessId: (await shop.make.business({})).id })
  expect(await refusalOf(correct(body, stranger))).toMatchObject({ status: 404 })
  await shop.deps.db
    .update(businesses)
    .set({ businessStatus: 'suspended' })
    .where(eq(businesses.id, sol.user.businessId ?? ''))
  expect(await refusalOf(correct(body))).toMatchObject({ status: 403, code: 'business_not_approved' })
  await staff.orders.setPartStatus({ params: { id: sent.id, businessId: sol.user.businessId ?? '' }, body: { status: 'delivered' } })
  expect(await refusalOf(asStaff(body))).toMatchObject({ status: 409, code: 'not_on_its_way' })
  expect([await partOf(), await mails()]).toMatchObject([{ trackingNumber: '1Z999AA10123456701' }, []])
})

test('two corrections of one version at once: one is saved and mailed, the other is refused', async () => {
  const { version } = await sol.sellerOrders.byId(params())
  const numbers = [1, 2, 3, 4].map((at) => `1Z999AA1012345679${at}`)
  const outcomes = await Promise.all(numbers.map((trackingNumber) => outcomeOf(correct({ trackingNumber, version }))))
  expect(outcomes.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409])
  expect((await mails()).map(({ facts }) => facts.trackingNumber)).toEqual([(await partOf())?.trackingNumber])
})
