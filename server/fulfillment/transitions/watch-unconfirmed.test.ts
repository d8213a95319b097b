import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { newBuyerOrders, notifications, orders, outbox, products, promotionUses, users } from '#server/platform/db/schema.ts'
import { purgeDeleted } from '#server/platform/jobs/purge-deleted.ts'
import { RETENTION } from '#server/retention.ts'
import { checkOut, pay } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { hasUnconfirmed, watchUnconfirmed } from './watch-unconfirmed.ts'

/* Unpaid Pay Later orders of accounts without a confirmed email, by the clock of the shop. */

const DAY_MS = 86_400_000
const HOUR_MS = DAY_MS / 24

let shop: TestShop
let ann: SignedInUser
let boxId: string

beforeAll(async () => {
  shop = await openTestShop({ RATE_LIMIT: 'on' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer', { email: 'ann@test.test', emailVerifiedAt: null })
  boxId = (await shop.make.product({ category: 'accessories', stock: 10, priceUsdCents: 120_00 })).id
})
afterEach(async () => {
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
})

async function buy(buyer = ann, promoCode: string | null = null) {
  await buyer.cart.addItem({ body: { productId: boxId, quantity: 3 } })
  if (promoCode) await buyer.cart.applyPromo({ body: { code: promoCode } })
  return checkOut(buyer)
}
const run = () => watchUnconfirmed(shop.deps)
const orderOf = async (id: string) => (await shop.deps.db.select().from(orders).where(eq(orders.id, id)))[0]
const stock = async () => (await shop.deps.db.select().from(products).where(eq(products.id, boxId)))[0]?.stock
async function mails(): Promise<{ template: string; to: string; facts: Record<string, string>; key: string }[]> {
  const rows = await shop.deps.db.select().from(outbox).orderBy(outbox.id)
  return rows.flatMap(({ kind, payload, dedupeKey }) =>
    kind === 'mail' ? [{ ...(payload as { template: string; to: string; facts: Record<string, string> }), key: dedupeKey }] : [],
  )
}
const asking = async () => (await mails()).filter(({ template }) => template === 'confirm-to-keep')

test('F10 the order says until when the email has to be confirmed, until it is confirmed, paid or cancelled', async () => {
  const read = async (id: string) => (await ann.orders.byId({ params: { id } })).confirmBy
  const [first, second, third] = [await buy(), await buy(), await buy()]
  const endOf = ({ createdAt }: { createdAt: string }) => new Date(Date.parse(createdAt) + 7 * DAY_MS).toISOString()
  expect([first.confirmBy, await read(first.id)]).toEqual([endOf(first), endOf(first)])
  await pay(shop, first.id)
  await ann.orders.cancel({ params: { id: second.id }, body: {} })
  expect([await read(first.id), await read(second.id), await read(third.id)]).toEqual([undefined, undefined, endOf(third)])
  await shop.deps.db.update(users).set({ emailVerifiedAt: shop.deps.now() }).where(eq(users.id, ann.user.id))
  expect(await read(third.id)).toBeUndefined()
  expect((await buy()).confirmBy).toBeUndefined()
})

test('F10 a buyer who has not confirmed is asked on day 3 and day 6, each once, and on day 7 the order ends: stock and code are back, everybody is notified', async () => {
  const order = await buy(ann, 'SAVE10')
  expect((await mails()).find(({ template }) => template === 'order-placed')?.facts.confirmBy).toBeDefined()
  expect(await stock()).toBe(7)
  expect(await hasUnconfirmed(shop.deps)).toBe(true)
  shop.advance(3 * DAY_MS - HOUR_MS)
  expect(await run()).toBe('0 buyers asked, 0 orders canceled, 1 waiting.')
  shop.advance(HOUR_MS)
  expect(await run()).toBe('1 buyer asked, 0 orders canceled, 0 waiting.')
  for (let hour = 0; hour < 24; hour += 6) {
    shop.advance(6 * HOUR_MS)
    await run()
  }
  expect(await asking()).toMatchObject([{ to: 'ann@test.test', key: `confirm-to-keep:${order.id}:1`, facts: { number: order.number } }])
  shop.advance(2 * DAY_MS)
  await run()
  await run()
  expect(await asking()).toHaveLength(2)
  shop.advance(DAY_MS - HOUR_MS)
  await run()
  expect((await orderOf(order.id))?.status).toBe('pending')
  shop.advance(HOUR_MS)
  expect(await run()).toBe('0 buyers asked, 1 order canceled, 0 waiting.')
  expect((await orderOf(order.id))?.status).toBe('cancelled')
  expect(await stock()).toBe(10)
  expect(await shop.deps.db.$count(promotionUses)).toBe(0)
  const cancelled = (await mails()).filter(({ template }) => template === 'order-cancelled')
  const reason = 'The email address of the account was not confirmed in time.'
  expect(cancelled).toMatchObject([{ to: 'ann@test.test', facts: { reason } }])
  expect((await mails()).filter(({ template }) => template === 'seller-order-cancelled')).toHaveLength(1)
  const { history } = await ann.orders.byId({ params: { id: order.id } })
  expect(history.at(-1)).toMatchObject({ to: 'cancelled', note: reason })
  expect(await run()).toBe('0 buyers asked, 0 orders canceled, 0 waiting.')
  expect(await hasUnconfirmed(shop.deps)).toBe(false)
  expect(await shop.deps.db.$count(notifications, eq(notifications.kind, 'order-cancelled'))).toBeGreaterThan(0)
})

test('the link of the mail confirms the address, and the order stays; a staff change of the address later does not bring it up again', async () => {
  const order = await buy()
  shop.advance(3 * DAY_MS)
  await run()
  const [mail] = await asking()
  const token = new URL(mail?.facts.link ?? '').searchParams.get('token') ?? ''
  shop.advance(23 * HOUR_MS)
  await shop.visitor.auth.verifyEmail({ body: { token } })
  await run()
  expect(await hasUnconfirmed(shop.deps)).toBe(false)
  await shop.deps.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, ann.user.id))
  shop.advance(30 * DAY_MS)
  await run()
  expect((await orderOf(order.id))?.status).toBe('pending')
  expect(await asking()).toHaveLength(1)
})

test('what is paid, on its way, cancelled, or was ordered with a confirmed address or before this rule is left alone', async () => {
  const bob = await shop.signIn('customer')
  const confirmed = await buy(bob)
  await shop.deps.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, bob.user.id))
  const paid = await buy()
  await pay(shop, paid.id)
  const cancelled = await buy()
  await ann.orders.cancel({ params: { id: cancelled.id } })
  const old = await buy()
  await shop.deps.db.delete(newBuyerOrders).where(eq(newBuyerOrders.orderId, old.id))
  await run()
  for (let day = 0; day < 12; day += 1) {
    shop.advance(DAY_MS)
    await run()
  }
  expect(await asking()).toEqual([])
  const statuses = await Promise.all([confirmed, paid, cancelled, old].map(async ({ id }) => (await orderOf(id))?.status))
  expect(statuses).toEqual(['pending', 'processing', 'cancelled', 'pending'])
})

test('an order of which a part has left stays', async () => {
  const staff = await shop.signIn('application_admin')
  const order = await buy()
  await staff.orders.setStatus({ params: { id: order.id }, body: { status: 'processing' } })
  await staff.orders.setStatus({
    params: { id: order.id },
    body: { status: 'shipped', carrier: 'UPS', trackingNumber: '1Z999AA10123456784' },
  })
  shop.advance(8 * DAY_MS)
  await run()
  expect((await orderOf(order.id))?.status).toBe('shipped')
  expect(await hasUnconfirmed(shop.deps)).toBe(false)
})

test('after an outage of the shop both mails come first, with time to act; staff may set other days', async () => {
  const boss = await shop.signIn('super_admin')
  await boss.settings.update({ body: { payLater: { offered: true, limit: null, unconfirmedDays: 10 } } })
  const order = await buy()
  shop.advance(20 * DAY_MS)
  await run()
  await run()
  expect(await asking()).toHaveLength(1)
  expect(Date.parse((await asking())[0]?.facts.confirmBy ?? '')).toBeGreaterThan(shop.deps.now().getTime() + DAY_MS)
  shop.advance(DAY_MS)
  await run()
  expect(await asking()).toHaveLength(2)
  expect((await orderOf(order.id))?.status).toBe('pending')
  shop.advance(DAY_MS)
  await run()
  expect((await orderOf(order.id))?.status).toBe('cancelled')
})

test('the order of an account that may not sign in any more ends too, and no mail leaves for it', async () => {
  const order = await buy()
  await shop.deps.db.update(users).set({ status: 'Suspended' }).where(eq(users.id, ann.user.id))
  for (let day = 0; day < 8; day += 1) {
    shop.advance(DAY_MS)
    await run()
  }
  expect((await orderOf(order.id))?.status).toBe('cancelled')
  expect(await asking()).toEqual([])
})

test('a payment and several runs at the moment of the end: the order is paid or cancelled, never both, and its stock is right', async () => {
  for (let round = 0; round < 8; round += 1) {
    boxId = (await shop.make.product({ category: 'accessories', stock: 10, priceUsdCents: 120_00 })).id
    const order = await buy(await shop.signIn('customer', { emailVerifiedAt: null }))
    await shop.deps.db.update(newBuyerOrders).set({ asked: 2, confirmBy: shop.deps.now() }).where(eq(newBuyerOrders.orderId, order.id))
    const paying = pay(shop, order.id).then(
      () => true,
      () => false,
    )
    const [isPaid] = await Promise.all([paying, run(), run()])
    const row = await orderOf(order.id)
    expect([row?.paymentStatus, row?.status, await stock()]).toEqual(isPaid ? ['paid', 'processing', 7] : ['unpaid', 'cancelled', 10])
  }
})

test('networks are stored for a day, and records without a deadline are deleted', async () => {
  await buy()
  await buy(await shop.signIn('customer'))
  const purge = () => purgeDeleted(shop.deps, { signal: new AbortController().signal }, RETENTION)
  await purge() // files that tests before have left
  expect(await purge()).toBe('Nothing was due.')
  shop.advance(DAY_MS + HOUR_MS)
  expect(await purge()).toBe('Removed 2 order networks.')
  expect(await shop.deps.db.select().from(newBuyerOrders)).toMatchObject([{ network: null, asked: 0 }])
  expect(await purge()).toBe('Nothing was due.')
})
