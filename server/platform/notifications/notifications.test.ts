import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailScarce } from '#server/catalog/products/mail-scarce.ts'
import { idleEnd } from '#server/identity/auth/session.ts'
import { remindPayers } from '#server/payments/incoming/remind-payers.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import { notifications, outbox, products, sessions } from '#server/platform/db/schema.ts'
import { withFailureNotifications } from '#server/platform/jobs/notify-failure.ts'
import { purgeDeleted } from '#server/platform/jobs/purge-deleted.ts'
import { RETENTION } from '#server/retention.ts'
import { checkOut } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { type NewNotification, notify } from './notification-record.ts'

const DAY_MS = 24 * 3_600_000
let shop: TestShop
let seller: SignedInUser
let staff: SignedInUser
let boss: SignedInUser
let ann: SignedInUser

beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(async () => {
  await shop.reset()
  seller = await shop.signIn('business_admin')
  staff = await shop.signIn('application_admin')
  boss = await shop.signIn('super_admin')
  ann = await shop.signIn('customer')
})
afterAll(() => shop.close())

const tell = (notice: Partial<NewNotification>) =>
  notify(shop.deps.db, {
    audience: { staff: 'orders.read' },
    kind: 'test',
    title: 'Something',
    path: '/',
    dedupeKey: 'key',
    at: shop.deps.now(),
    ...notice,
  })
const notificationsOf = async (user: SignedInUser) => (await user.notifications.list()).items
const titles = async (user: SignedInUser) => (await notificationsOf(user)).map(({ title }) => title)
const unread = async (user: SignedInUser) => (await user.notifications.unread()).count
const makeProduct = (stock: number, more: object = {}) =>
  shop.make.product({ businessId: seller.user.businessId ?? '', name: 'Paper pads', category: 'accessories', stock, ...more })
async function buy(productId: string, quantity: number) {
  await ann.cart.addItem({ body: { productId, quantity } })
  return checkOut(ann)
}
const mailsOf = async (template: string) =>
  (await shop.deps.db.select().from(outbox).orderBy(outbox.id))
    .map(({ payload }) => payload as { template: string; to: string; facts: Record<string, unknown> })
    .filter((mail) => mail.template === template)

test('D295 everybody reads only their own notifications, the newest first, page by page, and only what is unread', async () => {
  for (let number = 1; number <= 3; number += 1) await tell({ title: `No. ${number}`, dedupeKey: `k${number}` })
  await tell({ audience: { userId: ann.user.id }, title: 'For Ann' })
  await tell({ audience: 'super-admins', title: 'For the boss', dedupeKey: 'boss' })
  await tell({ audience: { businessId: seller.user.businessId ?? '' }, title: 'For the seller' })
  expect(await titles(staff)).toEqual(['No. 3', 'No. 2', 'No. 1'])
  expect(await titles(boss)).toEqual(['For the boss', 'No. 3', 'No. 2', 'No. 1'])
  expect([await titles(ann), await titles(seller)]).toEqual([['For Ann'], ['For the seller']])
  const page = await staff.notifications.list({ query: { page: '2', limit: '2' } })
  expect([page.total, page.items.map(({ title }) => title)]).toEqual([3, ['No. 1']])
  const [newest] = await notificationsOf(staff)
  await staff.notifications.markRead({ body: { ids: [newest?.id ?? 0] } })
  expect((await staff.notifications.list({ query: { unreadOnly: 'true' } })).items.map(({ title }) => title)).toEqual(['No. 2', 'No. 1'])
  await expect(shop.visitor.notifications.list()).rejects.toMatchObject({ status: 401 })
  await expect(shop.visitor.notifications.unread()).rejects.toMatchObject({ status: 401 })
})

test('D295 a user marks only their own as read, these or all; the number of unread ones is returned', async () => {
  await tell({ dedupeKey: 'a' })
  await tell({ dedupeKey: 'b' })
  const [mine] = await notificationsOf(staff)
  const [hers] = await notificationsOf(boss)
  expect(await boss.notifications.markRead({ body: { ids: [mine?.id ?? 0, hers?.id ?? 0] } })).toEqual({ count: 1 })
  expect([await unread(staff), await unread(boss)]).toEqual([2, 1])
  expect(await staff.notifications.markRead({ body: { all: true } })).toEqual({ count: 0 })
  expect([await unread(staff), await unread(boss)]).toEqual([0, 1])
  for (const body of [{ ids: [] }, { ids: [-1] }, {}] as { ids: number[] }[]) {
    await expect(staff.notifications.markRead({ body })).rejects.toMatchObject({ status: 422 })
  }
})

test('each recipient is notified once, of nothing that was rolled back, and not if they may not sign in', async () => {
  const gone = await shop.signIn('application_admin', { status: 'Suspended' })
  await tell({})
  await tell({})
  await inTransaction(shop.deps.db, async (tx) => {
    await notify(tx, { audience: { staff: 'orders.read' }, kind: 'x', title: 'Never', path: '/', dedupeKey: 'never', at: shop.deps.now() })
    throw new Error('rolled back')
  }).catch(() => {})
  expect(await titles(staff)).toEqual(['Something'])
  expect(await shop.deps.db.$count(notifications, eq(notifications.userId, gone.user.id))).toBe(0)
})

test('asking for the count is cheap: 304 to its ETag, and it does not keep a session alive', async () => {
  const ask = (headers: Record<string, string> = {}) =>
    shop.app.inject({ url: '/api/notifications/unread', headers: { authorization: `Bearer ${staff.token}`, ...headers } })
  const first = await ask()
  expect(first.json()).toEqual({ count: 0 })
  expect((await ask({ 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304)
  await tell({})
  expect((await ask({ 'if-none-match': String(first.headers.etag) })).json()).toEqual({ count: 1 })
  const seenAt = async () => (await shop.deps.db.select().from(sessions).where(eq(sessions.userId, staff.user.id)))[0]?.lastSeenAt
  const before = new Date(shop.deps.now().getTime() - DAY_MS)
  await shop.deps.db.update(sessions).set({ lastSeenAt: before, idleExpiresAt: idleEnd('application_admin', shop.deps.now()) })
  await ask()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await seenAt()).toEqual(before)
  await staff.notifications.list()
  await expect.poll(seenAt).not.toEqual(before)
})

test('D295 D289 staff and each seller are notified of a new order; the seller’s email has only their lines and the address', async () => {
  const other = await shop.signIn('business_admin')
  const mine = await makeProduct(100, { priceUsdCents: 12_50 })
  const theirs = await shop.make.product({ businessId: other.user.businessId ?? '', name: 'Feed roller', category: 'accessories' })
  await ann.cart.addItem({ body: { productId: theirs.id, quantity: 1 } })
  const order = await buy(mine.id, 3)
  for (const reader of [staff, boss])
    expect((await notificationsOf(reader))[0]).toMatchObject({ title: `New order ${order.number}`, path: `/admin/orders/${order.id}` })
  const [notice] = await notificationsOf(seller)
  expect(notice).toMatchObject({ title: `New order ${order.number}`, path: `/business/orders/${order.id}`, readAt: null })
  expect(notice?.text).toMatch(/^3 units for \$/)
  expect(await notificationsOf(ann)).toEqual([])
  const mails = await mailsOf('seller-new-order')
  expect(mails.map(({ to }) => to).sort()).toEqual([seller.user.email, other.user.email].sort())
  const mail = mails.find(({ to }) => to === seller.user.email)
  expect(mail?.facts.lines).toMatchObject([{ name: 'Paper pads', quantity: 3, totalCents: 37_50 }])
  const said = JSON.stringify(mail?.facts)
  for (const hidden of ['Feed roller', ann.user.email, 'buyer@test.test', ann.user.id]) expect(said).not.toContain(hidden)
  for (const shown of ['Ann Buyer', '1 Main Street', 'Chicago, IL 60607', 'United States']) expect(said).toContain(shown)
})

test('where nobody of a seller can sign in, its own mailbox hears of the order', async () => {
  const business = await shop.make.business({ email: 'office@business.test' })
  const product = await shop.make.product({ businessId: business.id, category: 'accessories' })
  await buy(product.id, 1)
  expect((await mailsOf('seller-new-order')).map(({ to }) => to)).toEqual(['office@business.test'])
})

test('D295 stock that falls below the low level is notified once, and once more when it is gone; an email a day lists what is scarce', async () => {
  const product = await makeProduct(12)
  await buy(product.id, 2) // 10 left: not low
  expect(await titles(seller)).not.toContain('Paper pads is low in stock')
  await buy(product.id, 2)
  await buy(product.id, 1)
  await buy(product.id, 7)
  const scarce = (await notificationsOf(seller)).filter(({ kind }) => kind !== 'order-placed')
  expect(scarce.map(({ title, text }) => [title, text])).toEqual([
    ['Paper pads is out of stock', "It can't be ordered until you add stock."],
    ['Paper pads is low in stock', '8 units are left.'],
  ])
  expect(scarce[0]?.path).toBe(`/business/products/${product.id}/edit`)
  expect(await mailScarce(shop.deps)).toBe('1 emailed about low stock.')
  expect(await mailScarce(shop.deps)).toBe('No product has become low in stock.')
  const [mail] = await mailsOf('low-stock')
  expect(mail).toMatchObject({ to: seller.user.email, facts: { total: 1, products: [{ name: 'Paper pads', left: 'out of stock' }] } })
  shop.advance(DAY_MS)
  expect(await mailScarce(shop.deps), 'nothing new since').toBe('No product has become low in stock.')
  await shop.deps.db.update(products).set({ stock: 11 }).where(eq(products.id, product.id))
  await buy(product.id, 2)
  expect((await titles(seller)).filter((title) => title.includes('low in stock'))).toHaveLength(2)
  expect(await mailScarce(shop.deps)).toBe('1 emailed about low stock.')
})

test('D106 an unpaid Pay Later order, due after 14 days: reminders 3 days before and 3, 10 and 20 days after, after 30 days a notification to staff; paid and cancelled ones are left alone', async () => {
  const product = await makeProduct(100)
  const [order, cancelled] = [await buy(product.id, 2), await buy(product.id, 1)]
  await ann.orders.cancel({ params: { id: cancelled.id } })
  const remindersAfter = async (days: number) => {
    shop.advance(days * DAY_MS)
    for (let day = 0; day < 2; day += 1) await remindPayers(shop.deps)
    return mailsOf('payment-reminder')
  }
  shop.advance(10 * DAY_MS)
  expect(await remindPayers(shop.deps)).toBe('Nothing is late.')
  const [first] = await remindersAfter(1)
  expect(first).toMatchObject({
    to: ann.user.email,
    facts: { isEarly: 'yes', orderId: order.id, dueCents: Math.round(order.totalAmount * 100) },
  })
  expect(await remindersAfter(5)).toHaveLength(1)
  expect(await remindersAfter(1)).toMatchObject([{}, { facts: { dueCents: Math.round(order.totalAmount * 100) } }])
  expect(await remindersAfter(7)).toHaveLength(3)
  expect(await titles(staff)).not.toContain(`Order ${order.number} has been unpaid for 30 days`)
  await remindersAfter(6)
  expect((await titles(staff)).filter((title) => title === `Order ${order.number} has been unpaid for 30 days`)).toHaveLength(1)
  expect(await remindersAfter(4)).toHaveLength(4)
  expect(await remindersAfter(90)).toHaveLength(4)
})

test('D106 a reminder asks only for what is left to pay: a part that was canceled before adds nothing', async () => {
  const rival = await shop.make.business()
  const other = await shop.make.product({ businessId: rival.id, category: 'accessories', priceUsdCents: 70_00 })
  const own = await makeProduct(100, { priceUsdCents: 50_00 })
  await ann.cart.addItem({ body: { productId: other.id, quantity: 1 } })
  const order = await buy(own.id, 2)
  const { fulfilments } = await ann.orders.cancel({ params: { id: order.id }, body: { businessId: rival.id } })
  const kept = fulfilments.find(({ businessId }) => businessId !== rival.id)
  shop.advance(17 * DAY_MS)
  await remindPayers(shop.deps)
  const [reminder] = await mailsOf('payment-reminder')
  const dueBy = new Date(new Date(order.createdAt).getTime() + 14 * DAY_MS).toISOString()
  expect(kept?.total).toBeLessThan(order.totalAmount)
  expect(reminder?.facts).toMatchObject({ dueCents: Math.round((kept?.total ?? 0) * 100), dueBy })
})

test('D295 staff are notified of messages, requests and failed jobs; super admins of applications; a business of decisions', async () => {
  await shop.visitor.messages.contact({ body: { name: 'Eve', email: 'eve@test.test', topic: 'contact', message: 'Hello there' } })
  const [message] = await notificationsOf(staff)
  expect(message?.title).toMatch(/^New message \(C-/)
  expect((await staff.inbox.byId({ params: { id: message?.path.split('/').at(-1) ?? '' } })).name).toBe('Eve')
  const product = await makeProduct(5)
  await boss.staffProducts.setStatus({ params: { productId: product.id }, body: { status: 'Suspended' } })
  expect(await titles(seller)).toEqual(['Paper pads is now Suspended'])
  const work = { name: 'purge', retries: 0, pauseSeconds: 1, pollSeconds: 1, maxSeconds: 1 }
  const [kind] = withFailureNotifications(shop.deps, [{ ...work, run: () => Promise.reject(new Error('The disk is full')) }])
  const doing = { id: 'job', data: {}, retries: 0, signal: new AbortController().signal }
  await expect(kind?.run({ ...doing, isLastTry: false })).rejects.toThrow('full')
  expect(await titles(staff)).toHaveLength(1)
  await expect(kind?.run({ ...doing, isLastTry: true })).rejects.toThrow('full')
  expect((await notificationsOf(staff))[0]).toMatchObject({ title: 'Background job failed: purge', text: 'The disk is full' })
  const often = { seconds: 2, isDue: () => Promise.resolve(true) }
  const [again] = withFailureNotifications(shop.deps, [
    { ...work, name: 'refunds', often, run: () => Promise.reject(new Error('No answer')) },
  ])
  for (const job of ['one', 'two', 'three']) await expect(again?.run({ ...doing, id: job, isLastTry: true })).rejects.toThrow('No answer')
  expect((await titles(staff)).filter((title) => title.endsWith('refunds'))).toHaveLength(1)
  const id = await applied()
  await boss.applications.setStatus({ params: { id }, body: { status: 'approved' } })
  expect(await titles(boss)).toContain('New seller application from Pier Boxes')
  expect(await titles(staff)).not.toContain('New seller application from Pier Boxes')
  const notified = await shop.deps.db
    .select({ title: notifications.title })
    .from(notifications)
    .where(eq(notifications.kind, 'business-decided'))
  expect(notified).toEqual([{ title: 'Pier Boxes is approved: you can sell now' }])
})

async function applied() {
  await shop.visitor.applications.register({
    body: {
      name: 'Pier Boxes',
      email: 'pier@test.test',
      description: 'We cut mats.',
      businessType: 'producer',
      address: '1 Pier Road',
      city: 'Duluth',
      postalCode: '55802',
      country: 'United States',
    },
  })
  const { items } = await boss.applications.listAll()
  return items.find(({ name }) => name === 'Pier Boxes')?.id ?? ''
}

test('notifications are forgotten after 90 days, and with the account', async () => {
  await tell({ dedupeKey: 'old' })
  shop.advance(91 * DAY_MS)
  await tell({ dedupeKey: 'new', title: 'New' })
  expect(await purgeDeleted(shop.deps, { signal: new AbortController().signal }, RETENTION)).toContain('2 notifications')
  expect(await shop.deps.db.$count(notifications)).toBe(2)
})
