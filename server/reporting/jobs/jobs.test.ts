import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#contract/errors.ts'
import { workKinds } from '#server/jobs.ts'
import {
  auditEntries,
  blogPosts,
  mediaFiles,
  outbox,
  products,
  returns,
  sessions,
  stockMovements,
  users,
} from '#server/platform/db/schema.ts'
import { purgeDeleted } from '#server/platform/jobs/purge-deleted.ts'
import { createQueue, nextTime, type Queue, type WorkKind } from '#server/platform/vendors/queue.ts'
import { RETENTION } from '#server/retention.ts'
import { checkOut } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let staff: SignedInUser
let queue: Queue
let isBroken = true
const folder = mkdtempSync(join(tmpdir(), 'reflute-jobs-'))
const DAY_MS = 24 * 3_600_000

/** The shop's own kinds of work; the one of the undo fails until the test lets it through. */
function kinds(): WorkKind[] {
  return workKinds(shop.deps).map((kind) =>
    kind.name === 'catalog-undo'
      ? {
          ...kind,
          retries: 0,
          run: async () => {
            if (isBroken) throw new Error('The disk is full')
            return 'All is well.'
          },
        }
      : kind,
  )
}

beforeAll(async () => {
  shop = await openTestShop({}, { dataDir: folder })
})
beforeEach(async () => {
  await shop.reset()
  staff = await shop.signIn('application_admin')
})
afterAll(async () => {
  await queue?.stop(1000)
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

const until = <Value>(read: () => Promise<Value>, isThere: (value: Value) => boolean) =>
  vi.waitUntil(
    async () => {
      const value = await read()
      return isThere(value) ? value : null
    },
    { timeout: 60_000 },
  )
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  )

test('before the queue has started the list is empty, and work is refused for a moment', async () => {
  expect(await staff.jobs.list()).toEqual({ items: [], total: 0 })
  expect(await staff.jobs.schedules()).toEqual([])
})

test('C22 D300 staff see what ran in the background, why it failed, and try it again; that is written down', async () => {
  queue = createQueue(shop.database)
  shop.deps.queue = queue
  await queue.start(kinds(), () => {})
  const id = await queue.send('catalog-undo', { importId: 'x' }, 'x')
  const read = async () => (await staff.jobs.list({ query: { state: 'failed' } })).items[0]
  const failed = await until(read, (job) => job !== undefined)
  expect(failed).toMatchObject({ id, kind: 'catalog-undo', state: 'failed', error: 'The disk is full', retries: 0, result: null })
  expect(failed?.tookMs).toBeGreaterThanOrEqual(0)
  const customer = await shop.signIn('customer')
  expect(await codeOf(customer.jobs.list())).toBe('forbidden')
  isBroken = false
  await staff.jobs.retry({ params: { id: failed?.id ?? '' } })
  const done = await until(
    async () => (await staff.jobs.list({ query: { kind: 'catalog-undo' } })).items[0],
    (job) => job?.state === 'done',
  )
  expect(done).toMatchObject({ result: 'All is well.', error: null })
  expect(await codeOf(staff.jobs.retry({ params: { id: done?.id ?? '' } }))).toBe('job_not_failed')
  expect(await codeOf(staff.jobs.retry({ params: { id: crypto.randomUUID() } }))).toBe('not_found')
  const [entry] = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'job.retry'))
  expect(entry).toMatchObject({ actorId: staff.user.id, targetId: id })
  expect((await staff.jobs.schedules()).map(({ kind }) => kind)).toContain('purge')
})

test('seals of the audit log, one a minute, are listed when they failed, or by their kind', async () => {
  const states = async (query: { kind?: 'audit-seal' } = {}) =>
    (await staff.jobs.list({ query })).items.filter(({ kind }) => kind === 'audit-seal').map(({ state }) => state)
  await shop.database.pool.query(
    "insert into pgboss.job (name, state, policy, retry_limit, expire_seconds) values ('audit-seal', 'completed', 'exclusive', 0, 60), ('audit-seal', 'failed', 'exclusive', 0, 60)",
  )
  expect(await states()).toEqual(['failed'])
  expect((await states({ kind: 'audit-seal' })).sort()).toEqual(['done', 'failed'])
})

test('work that ran when the server was killed goes on at the next start', async () => {
  await queue.stop(1000)
  await shop.database.pool.query(
    "insert into pgboss.job (name, data, state, singleton_key, policy, started_on, heartbeat_on, heartbeat_seconds, retry_limit, expire_seconds) values ('catalog-undo', '{}', 'active', 'killed', 'exclusive', now() - interval '1 minute', now() - interval '1 minute', 20, 5, 3600)",
  )
  queue = createQueue({ pool: shop.database.pool, kind: 'embedded' })
  shop.deps.queue = queue
  await queue.start(kinds(), () => {})
  const job = await until(
    async () => (await staff.jobs.list({ query: { kind: 'catalog-undo', sort: '-createdAt' } })).items[0],
    (found) => found?.state === 'done',
  )
  expect(job?.result).toBe('All is well.')
})

test('a server leaves jobs of a newer version, and of kinds that it does not know, to a newer server', async () => {
  const done: string[] = []
  const undo = kinds().find(({ name }) => name === 'catalog-undo')
  if (!undo) throw new Error('There is no such kind')
  const newKinds: WorkKind[] = ['catalog-undo', 'not-yet-known'].map((name) => ({
    ...undo,
    name,
    version: 2,
    run: async () => `number ${done.push(name)}`,
  }))
  const newer = createQueue(shop.database)
  await newer.start(newKinds, () => {})
  await newer.stop(1000)
  const { pool } = shop.database
  await pool.query(
    `insert into pgboss.job (name, data, policy, retry_limit, expire_seconds) values
      ('catalog-undo', '{"v": 2}', 'exclusive', 2, 60), ('not-yet-known', '{"v": 2}', 'exclusive', 2, 60)`,
  )
  const waiting = `select name, state, retry_count as retries, start_after > now() as "isLater" from pgboss.job where data = '{"v": 2}' order by name`
  await expect
    .poll(async () => (await pool.query(waiting)).rows)
    .toEqual([
      { name: 'catalog-undo', state: 'created', retries: 0, isLater: true },
      { name: 'not-yet-known', state: 'created', retries: 0, isLater: false },
    ])
  await queue.stop(1000)
  await pool.query(`update pgboss.job set start_after = now() where data = '{"v": 2}'`)
  queue = createQueue(shop.database)
  shop.deps.queue = queue
  await queue.start(newKinds, () => {})
  await expect.poll(() => done.toSorted()).toEqual(['catalog-undo', 'not-yet-known'])
  await queue.stop(1000)
  queue = createQueue(shop.database)
  shop.deps.queue = queue
  await queue.start(kinds(), () => {})
})

test('D307 what was deleted 90 days ago goes for good, what an order names and what may still come back stays', async () => {
  const { db, now } = shop.deps
  const old = new Date(now().getTime() - 91 * DAY_MS)
  const business = await shop.make.business()
  const goods = { businessId: business.id, category: 'accessories' }
  await shop.make.product({ ...goods, name: 'Old', status: 'Deleted', deletedAt: old })
  await shop.make.product({
    ...goods,
    name: 'Fresh',
    status: 'Deleted',
    deletedAt: new Date(now().getTime() - 89 * DAY_MS),
    images: [{ url: '/media/kept-by-a-deleted-one.webp', alt: '' }],
  })
  const ordered = await shop.make.product({ ...goods, name: 'Ordered', stock: 50 })
  const buyer = await shop.signIn('customer')
  await buyer.cart.addItem({ body: { productId: ordered.id, quantity: 2 } })
  const order = await checkOut(buyer)
  const photos = ['/media/kept-by-a-return.webp']
  const back = { orderId: order.id, businessId: business.id, userId: buyer.user.id, number: 'R-1' }
  await db.insert(returns).values({ ...back, reason: 'unsuitable', photos })
  await db.update(products).set({ status: 'Deleted', deletedAt: old }).where(eq(products.id, ordered.id))
  const post = { title: 'T', excerpt: 'e', content: 'c', category: 'News' }
  await db.insert(blogPosts).values([
    { ...post, slug: 'old', deletedAt: old },
    { ...post, slug: 'there', content: '![](/media/kept-by-a-post-00.webp)' },
  ])
  const picture = { purpose: 'product' as const, width: 1, height: 1, bytes: 1, createdAt: old }
  const names = ['gone-gone-gone', 'kept-by-a-deleted-one', 'kept-by-a-post-00', 'just-uploaded-now', 'kept-by-a-return']
  await db
    .insert(mediaFiles)
    .values(names.map((name, at) => ({ ...picture, url: `/media/${name}.webp`, createdAt: at === 3 ? now() : old })))
  mkdirSync(join(folder, 'media'), { recursive: true })
  for (const name of [...names, 'gone-gone-gone-480']) writeFileSync(join(folder, 'media', `${name}.webp`), 'x')
  const [user] = await db.select().from(users).limit(1)
  await db.insert(sessions).values({ tokenHash: 'over', userId: user?.id ?? '', idleExpiresAt: old, expiresAt: old })
  await db.insert(outbox).values([
    { kind: 'mail', dedupeKey: 'old', payload: {}, createdAt: old, sentAt: old },
    { kind: 'mail', dedupeKey: 'waiting', payload: {}, createdAt: old },
  ])
  const said = await purgeDeleted(shop.deps, { signal: new AbortController().signal }, RETENTION)
  expect(said).toMatch(/^Removed 1 product, 1 article, 1 session, 1 email, 1 picture/)
  expect((await db.select().from(products)).map(({ name }) => name).sort()).toEqual(['Fresh', 'Ordered'])
  expect((await db.select().from(blogPosts)).map(({ slug }) => slug)).toEqual(['there'])
  expect(readdirSync(join(folder, 'media')).sort()).toEqual(
    names
      .slice(1)
      .map((name) => `${name}.webp`)
      .sort(),
  )
  expect((await db.select().from(outbox).orderBy(outbox.id)).map(({ dedupeKey }) => dedupeKey)).toContain('waiting')
  expect((await db.select().from(stockMovements)).length).toBeGreaterThan(0)
  expect(await purgeDeleted(shop.deps, { signal: new AbortController().signal }, RETENTION)).toBe('Nothing was due.')
})

test('the next time of work that runs every day is today or tomorrow', () => {
  expect(nextTime('17 3 * * *', new Date('2026-03-01T03:16:59Z')).toISOString()).toBe('2026-03-01T03:17:00.000Z')
  expect(nextTime('17 3 * * *', new Date('2026-02-28T03:17:00Z')).toISOString()).toBe('2026-03-01T03:17:00.000Z')
})
