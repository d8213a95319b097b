import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { apiTokens, businesses, businessMembers, products, stockMovements, users } from '#server/platform/db/schema.ts'
import type { Queue } from '#server/platform/vendors/queue.ts'
import { checkOut } from '#server/testing/buyers.ts'
import { raceRounds } from '#server/testing/race-rounds.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { workRows } from './change-rows.ts'

type TestActor = Pick<SignedInUser, 'productEdits'>

let shop: TestShop
let sol: SignedInUser
let businessId: string

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  sol = await shop.signIn('business_admin')
  businessId = sol.user.businessId ?? ''
})

const make = (sku: string, more: object = {}) => shop.make.product({ businessId, sku, category: 'accessories', stock: 20, ...more })
const stocks = async () => (await sol.business.products({ query: { sort: 'sku' } })).items.map(({ sku, stock }) => [sku, stock])
const setStocks = (updates: object[], by: TestActor = sol) => by.productEdits.bulkStock({ body: { updates } })
async function sell(productId: string, quantity: number): Promise<void> {
  const buyer = await shop.signIn('customer')
  await buyer.cart.addItem({ body: { productId, quantity } })
  await checkOut(buyer)
}

test('stocks by SKU are stored row by row: each says what became of it, and what cannot be stored keeps no other back', async () => {
  await make('A-1')
  await make('a-2', { stock: 5 })
  const other = await shop.make.product({ sku: 'X-1', businessId: (await shop.make.business()).id })
  const answer = await setStocks([
    { sku: 'a-1', stock: 7 },
    { sku: 'A-2', stock: '5' },
    { sku: 'NONE', stock: 1 },
    { sku: 'X-1', stock: 1 },
    { id: other.id, stock: 1 },
    { sku: 'A-1', stock: 9 },
    { sku: 'A-2', stock: -1 },
  ])
  expect(answer.updated).toBe(1)
  expect(answer.results?.map(({ row, result, message }) => [row, result, message])).toEqual([
    [0, 'updated', ''],
    [1, 'unchanged', ''],
    [2, 'refused', 'There is no such product.'],
    [3, 'refused', 'There is no such product.'],
    [4, 'refused', 'There is no such product.'],
    [5, 'refused', 'Another row of this call names the same product.'],
    [6, 'refused', 'Another row of this call names the same product.'],
  ])
  expect(await stocks()).toEqual([
    ['A-1', 7],
    ['a-2', 5],
  ])
  await sol.productEdits.undo({ params: { id: answer.undo ?? '' } })
  expect((await stocks())[0]).toEqual(['A-1', 20])
})

test('a SKU that two businesses have is ambiguous for staff, who name the product by id', async () => {
  const own = await make('SAME')
  await shop.make.product({ sku: 'same', businessId: (await shop.make.business()).id })
  const staff = await shop.signIn('application_admin')
  const bySku = await setStocks([{ sku: 'SAME', stock: 1 }], staff)
  expect(bySku.results).toMatchObject([{ result: 'refused', message: expect.stringContaining('several businesses') }])
  expect(await setStocks([{ id: own.id, stock: 1 }], staff)).toMatchObject({ updated: 1 })
})

test('a row that names a product by id and the SKU of another, or of none, is refused', async () => {
  const [one, two] = [await make('A-1'), await make('A-2')]
  const answer = await setStocks([
    { id: one.id, sku: 'a-1', stock: 7 },
    { id: two.id, sku: 'A-1', stock: 8 },
    { id: two.id, sku: 'NONE', stock: 9 },
  ])
  const refused = ['refused', 'Its id and its SKU name different products. Check them, or send only one.']
  expect(answer.results?.map(({ result, message }) => [result, message])).toEqual([['updated', ''], refused, refused])
  expect(await stocks()).toEqual([
    ['A-1', 7],
    ['A-2', 20],
  ])
})

test('what is sold after the count is kept, also when the count is sent again; what was typed meanwhile is not counted twice', async () => {
  const product = await make('A-1')
  const countedAt = new Date().toISOString()
  await sell(product.id, 3)
  const row = { sku: 'A-1', stock: 50, countedAt }
  expect(await setStocks([row])).toMatchObject({ updated: 1 })
  expect(await stocks()).toEqual([['A-1', 47]])
  expect(await setStocks([row])).toMatchObject({ updated: 0, results: [{ result: 'unchanged' }] })
  await sell(product.id, 2)
  await setStocks([row])
  expect(await stocks()).toEqual([['A-1', 45]])
  const refused = async (more: object) => (await setStocks([{ ...row, ...more }])).results?.[0]
  expect(await refused({ stock: 4 })).toMatchObject({ result: 'refused', message: 'More was sold since than was counted: 5 units.' })
  expect(await refused({ countedAt: '2099-01-01T00:00:00Z' })).toMatchObject({ result: 'refused' })
  expect(await stocks()).toEqual([['A-1', 45]])
})

test('prices by SKU', async () => {
  await make('A-1', { priceUsdCents: 1000, priceEurCents: 900 })
  await make('A-2')
  const updates = [{ sku: 'A-1', priceUSD: '12.50' }, { sku: 'A-2', priceEUR: 'free' }, { sku: 'A-2' }]
  const answer = await sol.productEdits.bulkPrices({ body: { updates } })
  expect(answer.results?.map(({ result }) => result)).toEqual(['updated', 'refused', 'refused'])
  const [product] = (await sol.business.products({ query: { sort: 'sku' } })).items
  expect(product).toMatchObject({ priceUSD: 12.5, priceEUR: 9 })
})

/** Sends rows of a job, which nobody works yet. @returns its id */
async function enqueue(updates: object[], by: TestActor = sol): Promise<string> {
  const sent: string[] = []
  const send = async (name: string) => String(sent.push(name))
  shop.deps.queue = { isStarted: () => true, send } as unknown as Queue // the call enqueues, and does nothing else
  const { job = '', updated } = await setStocks(updates, by)
  delete shop.deps.queue
  expect([updated, sent]).toEqual([0, ['product-rows']])
  return job
}
const readJob = (job: string, by = sol) => by.productEdits.rowsJob({ params: { id: job } })
const work = () => workRows(shop.deps, new AbortController().signal)
/** Works a job until its first rows are stored. */
async function workSome(): Promise<void> {
  const stopped = new AbortController()
  await workRows({ ...shop.deps, now: () => (stopped.abort(), shop.deps.now()) }, stopped.signal).catch(() => null)
}

test('more than 200 rows are a job, which is read by its owner only and goes on where it was stopped', async () => {
  const first = await make('J-0')
  for (let at = 1; at < 3; at += 1) await make(`J-${at}`)
  const updates = Array.from({ length: 1050 }, (_, at) => ({ sku: `J-${at}`, stock: at + 1 }))
  updates[600] = { sku: 'j-1', stock: 90 }
  const job = await enqueue([...updates, { id: first.id, stock: 91 }])
  expect(await readJob(job)).toEqual({ total: 1051, done: 0, updated: 0, finishedAt: null, results: [] })
  for (const by of [await shop.signIn('business_admin'), await shop.signIn('super_admin')])
    await expect(readJob(job, by)).rejects.toMatchObject({ status: 404 })

  await workSome()
  const begun = await readJob(job)
  expect(begun).toMatchObject({ updated: 3, finishedAt: null, results: [] })
  expect(begun.done).toBeGreaterThan(0)
  expect(begun.done).toBeLessThan(600)
  await work()
  const { done, updated, finishedAt, results } = await readJob(job)
  expect([done, updated, finishedAt]).toEqual([1051, 3, expect.any(String)])
  expect(results.map(({ row }) => row)).toEqual([...updates.keys(), 1050])
  for (const row of [600, 1050]) expect(results[row]?.message).toBe('Another row of this call names the same product.')
  expect(await stocks()).toEqual([
    ['J-0', 1],
    ['J-1', 2],
    ['J-2', 3],
  ])
  expect(await work()).toBe('0 products updated.')
})

const many = () => Array.from({ length: 1000 }, (_, at) => ({ sku: `J-${at}`, stock: at + 1 }))

test('a job stops as soon as the one who began it may no longer change the products', async () => {
  await make('J-0')
  await make('J-999')
  const job = await enqueue(many())
  await workSome()
  const { db } = shop.deps
  const member = and(eq(businessMembers.businessId, businessId), eq(businessMembers.userId, sol.user.id))
  const [row] = await db.delete(businessMembers).where(member).returning()
  await work()
  if (row) await db.insert(businessMembers).values(row)
  const { done, updated, finishedAt, results } = await readJob(job)
  expect([done, updated, finishedAt]).toEqual([1000, 1, expect.any(String)])
  expect(results.at(-1)).toEqual({
    row: 999,
    id: null,
    result: 'refused',
    message: 'This job was stopped: you may no longer change these products.',
  })
  expect(await stocks()).toEqual([
    ['J-0', 1],
    ['J-999', 20],
  ])
})

const token = async () => (await sol.businessTokens.create({ body: { name: 'ERP', scopes: ['read', 'stock'] } })).secret
const ENDS: [string, () => Promise<TestActor>, () => Promise<unknown>][] = [
  [
    'its business is suspended',
    async () => sol,
    () => shop.deps.db.update(businesses).set({ businessStatus: 'suspended' }).where(eq(businesses.id, businessId)),
  ],
  ['its account is blocked', async () => sol, () => shop.deps.db.update(users).set({ status: 'Suspended' })],
  ['its token is revoked', async () => shop.withToken(await token()), () => shop.deps.db.update(apiTokens).set({ revokedAt: new Date() })],
  ['its duty is taken away', () => shop.signIn('application_admin'), () => shop.deps.db.update(users).set({ duties: [] })],
]

test.each(ENDS)('a job changes nothing once %s', async (_name, begin, end) => {
  const product = await make('J-0')
  await enqueue(many(), await begin())
  await end()
  expect(await work()).toBe('0 products updated.')
  const [stored] = await shop.deps.db.select({ stock: products.stock }).from(products).where(eq(products.id, product.id))
  expect(stored).toEqual({ stock: 20 })
})

test('buyers who order while jobs set counted stocks lose nothing: each stock is the count less what was sold', async () => {
  const made = [await make('J-0'), await make('J-1'), await make('J-2')]
  const countedAt = new Date().toISOString()
  const rounds = raceRounds(24)
  for (let round = 0; round < rounds; round += 1) {
    await enqueue(many().map((row) => ({ ...row, stock: 500, countedAt })))
    await Promise.all([work(), ...made.map(({ id }) => sell(id, 2)), work()])
  }
  await setStocks(made.map(({ sku }) => ({ sku, stock: 500, countedAt })))
  expect(await stocks()).toEqual(made.map(({ sku }) => [sku, 500 - 2 * rounds]))
  const { db } = shop.deps
  for (const { id } of made) {
    const moved = await db.select({ delta: stockMovements.delta }).from(stockMovements).where(eq(stockMovements.productId, id))
    expect(moved.reduce((sum, { delta }) => sum + delta, 0)).toBe(500 - 2 * rounds)
  }
})

test('a new stock alone is shown at once and read by its change, but leaves the last edit of the product as it was', async () => {
  const product = await make('A-1')
  const before = (await sol.business.products({ query: {} })).items[0]?.updatedAt
  await shop.visitor.products.list({ query: {} })
  await setStocks([{ sku: 'A-1', stock: 7 }])
  expect((await shop.visitor.products.list({ query: {} })).items[0]).toMatchObject({ stock: 7, updatedAt: before })
  const changed = await sol.business.products({ query: { updatedSince: new Date(Date.now() - 60_000).toISOString() } })
  expect(changed.items).toMatchObject([{ id: product.id, stock: 7 }])
})

test('a row names its product, and no call has more than 10,000', async () => {
  await expect(setStocks([{ stock: 1 }])).rejects.toMatchObject({ status: 422 })
  const many = Array.from({ length: 10_001 }, (_, at) => ({ sku: `S-${at}`, stock: 1 }))
  await expect(setStocks(many)).rejects.toMatchObject({ status: 422 })
})
