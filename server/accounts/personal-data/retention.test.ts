import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import {
  apiTokens,
  blogPosts,
  cartItems,
  carts,
  catalogImports,
  contactMessages,
  idempotencyKeys,
  impactResults,
  loginChallenges,
  mediaFiles,
  messageReplies,
  newBuyerOrders,
  newsletterSubscribers,
  notifications,
  orderEvents,
  orders,
  outbox,
  products,
  returns,
  sessions,
  users,
  userTokens,
  zeroResultCounts,
  zeroResultSearches,
} from '#server/platform/db/schema.ts'
import { MAX_ATTEMPTS } from '#server/platform/mail/queued-mails.ts'
import { RETENTION } from '#server/retention.ts'
import { checkOut } from '#server/testing/buyers.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { purgeExpired } from './purge-accounts.ts'

/* The table of docs/personal-data.md: rows with the clock moved to an hour before its end, and to an hour after. */

const folder = mkdtempSync(join(tmpdir(), 'reflute-retention-'))
const work = { signal: new AbortController().signal }
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ DATA_DIR: folder })
})
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

const purge = () => purgeExpired(shop.deps, work, RETENTION)
const count = async (from: SQL) => Number((await shop.deps.db.execute<{ count: string }>(sql`select count(*) from ${from}`)).rows[0]?.count)
const buyer = (at: Date) => shop.signIn('customer', { lastSignedInAt: at })

async function order(at: Date) {
  const user = await buyer(at)
  const product = await shop.make.product({ category: 'accessories' })
  await user.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  const { id } = await checkOut(user)
  await shop.deps.db.update(orders).set({ createdAt: at }).where(eq(orders.id, id))
  return { id, userId: user.user.id, businessId: product.businessId }
}

function file(directory: string, name: string, at: Date): () => Promise<number> {
  mkdirSync(join(folder, directory), { recursive: true })
  writeFileSync(join(folder, directory, name), 'x')
  utimesSync(join(folder, directory, name), at, at)
  return async () => Number(existsSync(join(folder, directory, name)))
}

const years = (from: Date, count: number) => {
  const to = new Date(from)
  to.setUTCFullYear(to.getUTCFullYear() + count)
  return (to.getTime() - from.getTime()) / DAY_MS
}

type Count = () => Promise<number>
/** Kind of data: the days it is kept from `at` on, and a count that is above 0 while it is there. */
type Row = [name: string, days: number | ((at: Date) => number), fill: (at: Date) => Promise<Count>]
const ROWS: Row[] = [
  [
    'a session that has ended',
    0,
    async (at) => {
      const { user } = await buyer(at)
      await shop.deps.db.update(sessions).set({ idleExpiresAt: at }).where(eq(sessions.userId, user.id))
      return () => shop.deps.db.$count(sessions, eq(sessions.userId, user.id))
    },
  ],
  [
    'a sign-in that waited for a second factor',
    1 / 24,
    async (at) => {
      const challenge = { hash: 'waits', purpose: 'login', challenge: 'x', expiresAt: at } as const
      await shop.deps.db.insert(loginChallenges).values(challenge)
      return () => shop.deps.db.$count(loginChallenges)
    },
  ],
  ...(['expiresAt', 'revokedAt'] as const).map(
    (end): Row => [
      `an API token that ended (${end})`,
      30,
      async (at) => {
        const { id: userId } = await shop.make.user('customer', { lastSignedInAt: at })
        const later = new Date(at.getTime() + 366 * DAY_MS)
        const token = { kind: 'person', userId, name: 'App', tokenHash: userId, expiresAt: later, [end]: at } as const
        await shop.deps.db.insert(apiTokens).values({ ...token, scopes: ['read'] })
        return () => shop.deps.db.$count(apiTokens)
      },
    ],
  ),
  [
    'a link',
    7,
    async (at) => {
      const { id } = await shop.make.user('customer', { lastSignedInAt: at })
      await shop.deps.db.insert(userTokens).values({ tokenHash: id, userId: id, purpose: 'reset', expiresAt: at })
      return () => shop.deps.db.$count(userTokens)
    },
  ],
  [
    'a sent email',
    90,
    async (at) => {
      await shop.deps.db.insert(outbox).values({ kind: 'mail', dedupeKey: 'sent', payload: {}, createdAt: at, sentAt: at })
      return () => shop.deps.db.$count(outbox, eq(outbox.dedupeKey, 'sent'))
    },
  ],
  [
    'an email that could not be sent',
    180,
    async (at) => {
      const dead = { kind: 'mail', payload: {}, createdAt: at, attempts: MAX_ATTEMPTS }
      await shop.deps.db.insert(outbox).values({ ...dead, dedupeKey: 'dead' })
      return () => shop.deps.db.$count(outbox, eq(outbox.dedupeKey, 'dead'))
    },
  ],
  ['an email in a file', 30, async (at) => file('mail', 'one.eml', at)],
  [
    'a message that was answered',
    730,
    async (at) => {
      const message = { reference: 'M-1', name: 'Ann', email: 'ann@test.test', message: 'Hello' }
      const before = { createdAt: new Date(at.getTime() - 300 * DAY_MS), answeredAt: new Date(at.getTime() - 200 * DAY_MS) }
      const [row] = await shop.deps.db
        .insert(contactMessages)
        .values({ ...message, ...before })
        .returning()
      await shop.deps.db.insert(messageReplies).values({ messageId: row?.id ?? '', text: 'Hi', createdAt: at })
      return async () => (await shop.deps.db.$count(contactMessages)) + (await shop.deps.db.$count(messageReplies))
    },
  ],
  [
    'an unconfirmed subscription',
    30,
    async (at) => {
      const row = { email: 'a@test.test', tokenHash: 'a', unsubscribeToken: 'a', consentText: '', createdAt: at, confirmBy: at }
      await shop.deps.db.insert(newsletterSubscribers).values(row)
      return () => shop.deps.db.$count(newsletterSubscribers, eq(newsletterSubscribers.tokenHash, 'a'))
    },
  ],
  [
    'the hash of a former subscriber',
    3 * 365,
    async (at) => {
      const row = { email: 'B@test.test', tokenHash: 'b', unsubscribeToken: 'b', consentText: '', createdAt: at, confirmBy: at }
      await shop.deps.db.insert(newsletterSubscribers).values({ ...row, status: 'unsubscribed', unsubscribedAt: at })
      return () => shop.deps.db.$count(newsletterSubscribers, eq(newsletterSubscribers.tokenHash, 'b'))
    },
  ],
  [
    'a cart',
    365,
    async (at) => {
      const { user } = await buyer(at)
      const { id } = await shop.make.product()
      await shop.deps.db.insert(carts).values({ userId: user.id, updatedAt: at })
      const item = { userId: user.id, productId: id, quantity: 1, seenUsdCents: 1, seenEurCents: 1, addedAt: at }
      await shop.deps.db.insert(cartItems).values(item)
      return () => shop.deps.db.$count(cartItems, eq(cartItems.userId, user.id))
    },
  ],
  [
    'what was typed in an order',
    (at) => years(at, 10),
    async (at) => {
      const { id } = await order(at)
      return () => count(sql`orders where id = ${id} and customer->>'email' <> ''`)
    },
  ],
  [
    'the pictures of a closed return',
    180,
    async (at) => {
      const { id: orderId, userId, businessId } = await order(at)
      const row = { orderId, userId, businessId, number: 'R-1', reason: 'faulty' as const, photos: ['/media/photo.webp'] }
      await shop.deps.db.insert(returns).values({ ...row, status: 'refunded', createdAt: at, updatedAt: at })
      const picture = { url: '/media/photo.webp', purpose: 'return' as const, width: 1, height: 1, bytes: 1, createdAt: at }
      await shop.deps.db.insert(mediaFiles).values({ ...picture, userId })
      const hasFile = file('media', 'photo.webp', at)
      return async () => (await count(sql`returns where photos <> '[]'`)) + (await shop.deps.db.$count(mediaFiles)) + (await hasFile())
    },
  ],
  [
    'the file of an import, and its undo',
    30,
    async (at) => {
      const [row] = await shop.deps.db.insert(catalogImports).values({ fileName: 'a.csv', report: {}, at }).returning()
      return file('imports', row?.id ?? '', at)
    },
  ],
  [
    'a result of nobody',
    30,
    async (at) => {
      const row = { key: 'k', model: 'm', currency: 'USD' as const, inputs: {}, machine: {}, result: {} }
      await shop.deps.db.insert(impactResults).values({ ...row, isAnonymous: true, createdAt: at })
      return () => shop.deps.db.$count(impactResults)
    },
  ],
  [
    'a search that found nothing',
    365,
    async (at) => {
      await shop.deps.db.insert(zeroResultCounts).values({ language: 'en', term: 'lathe', lastAt: at })
      return () => shop.deps.db.$count(zeroResultCounts)
    },
  ],
  [
    'a search that a server of the version before counted',
    365,
    async (at) => {
      await shop.deps.db.insert(zeroResultSearches).values({ term: 'lathe', lastAt: at })
      return () => shop.deps.db.$count(zeroResultSearches)
    },
  ],
  [
    'a notification',
    90,
    async (at) => {
      const { id } = await shop.make.user('business_admin')
      await shop.deps.db.insert(notifications).values({ userId: id, kind: 'k', title: 't', path: '/', dedupeKey: 'd', createdAt: at })
      return () => shop.deps.db.$count(notifications, eq(notifications.userId, id))
    },
  ],
  [
    'an idempotency key',
    2,
    async (at) => {
      const { id } = await shop.make.user('business_admin')
      await shop.deps.db.insert(idempotencyKeys).values({ userId: id, key: 'k', fingerprint: 'f', createdAt: at })
      return () => shop.deps.db.$count(idempotencyKeys, eq(idempotencyKeys.userId, id))
    },
  ],
  [
    'the network of a new buyer',
    1,
    async (at) => {
      const { id } = await order(at)
      await shop.deps.db
        .insert(newBuyerOrders)
        .values({ orderId: id, network: '192.0.2', placedAt: at })
        .onConflictDoUpdate({
          target: newBuyerOrders.orderId,
          set: { network: '192.0.2', placedAt: at },
        })
      return () => count(sql`new_buyer_orders where order_id = ${id} and network is not null`)
    },
  ],
  [
    'a deleted product',
    90,
    async (at) => {
      const { id } = await shop.make.product({ status: 'Deleted', deletedAt: at })
      return () => shop.deps.db.$count(products, eq(products.id, id))
    },
  ],
  [
    'a deleted article',
    90,
    async (at) => {
      await shop.deps.db.insert(blogPosts).values({ slug: 's', title: 't', excerpt: 'e', content: 'c', category: 'c', deletedAt: at })
      return () => shop.deps.db.$count(blogPosts)
    },
  ],
]

test.each(ROWS)('%s is kept as long as the table says, and not longer', async (_name, days, fill) => {
  await shop.reset()
  const at = shop.deps.now()
  const left = await fill(at)
  const time = (typeof days === 'number' ? days : days(at)) * DAY_MS
  if (time > 0) {
    shop.advance(time - HOUR_MS)
    await purge()
    expect(await left()).toBeGreaterThan(0)
  }
  shop.advance(2 * HOUR_MS)
  expect(await purge()).toMatch(/^Removed /)
  expect(await left()).toBe(0)
})

test('what is in use stays: a cart of someone who signs in, an unanswered call to the provider, the pictures of an open return', async () => {
  await shop.reset()
  const at = shop.deps.now()
  const { id: orderId, userId, businessId } = await order(at)
  await shop.deps.db.insert(returns).values({ orderId, userId, businessId, number: 'R-1', reason: 'faulty', photos: ['/media/p.webp'] })
  await shop.deps.db.insert(outbox).values({ kind: 'refund', dedupeKey: 'refund', payload: {}, createdAt: at, attempts: 99 })
  const { user } = await buyer(at)
  await shop.deps.db.insert(carts).values({ userId: user.id, updatedAt: at })
  shop.advance(400 * DAY_MS)
  await shop.deps.db.update(users).set({ lastSignedInAt: shop.deps.now() }).where(eq(users.id, user.id))
  await purge()
  expect(await shop.deps.db.$count(carts, eq(carts.userId, user.id))).toBe(1)
  expect(await shop.deps.db.$count(outbox, eq(outbox.dedupeKey, 'refund'))).toBe(1)
  expect(await count(sql`returns where photos <> '[]'`)).toBe(1)
})

test('an old order is reduced to what its invoice needs; its sums and its status stay', async () => {
  await shop.reset()
  const { id } = await order(shop.deps.now())
  const [before] = await shop.deps.db.select().from(orders)
  await (await shop.signIn('super_admin')).settings.update({ body: { retention: { orderYears: 3, auditYears: 1 } } })
  shop.advance((years(shop.deps.now(), 3) + 1) * DAY_MS)
  expect(await purge()).toContain('1 old order form')
  const [after] = await shop.deps.db.select().from(orders).where(eq(orders.id, id))
  const { userName, userEmail, customer, searchText, version, changeNumber: _change, ...same } = after ?? expect.fail('the order is gone')
  expect(before).toMatchObject(same)
  expect([userName, userEmail]).toEqual(['Deleted customer', `deleted-${same.userId}@deleted.invalid`])
  expect(customer.email).toBe('')
  expect(customer).not.toHaveProperty('phone')
  expect(customer.address).toBe(before?.customer.address)
  expect(searchText).toBe(same.number.toLowerCase().replace('-', ' '))
  expect(version).toBe((before?.version ?? 0) + 1)
  expect((await shop.deps.db.select().from(orderEvents)).map(({ actorName }) => actorName)).toEqual(['Deleted customer'])
})

test('the address of a former subscriber goes the next day; asking again brings the subscription back', async () => {
  await shop.reset()
  await shop.visitor.newsletter.subscribe({ body: { email: 'Cleo@test.test' } })
  await shop.deps.db.update(newsletterSubscribers).set({ status: 'unsubscribed', unsubscribedAt: shop.deps.now() })
  shop.advance(DAY_MS + 1)
  expect(await purge()).toContain('1 former subscriber')
  const [row] = await shop.deps.db.select().from(newsletterSubscribers)
  expect(row?.email).toMatch(/^sha256:[0-9a-f]{64}$/)
  const staff = await shop.signIn('application_admin')
  expect((await staff.subscribers.list()).items).toMatchObject([{ email: '', status: 'unsubscribed' }])
  await shop.visitor.newsletter.subscribe({ body: { email: 'cleo@test.test' } })
  expect(await shop.deps.db.select().from(newsletterSubscribers)).toMatchObject([{ email: 'cleo@test.test', status: 'pending' }])
})
