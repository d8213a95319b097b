import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { takeStocks } from '#server/catalog/products/product-record.ts'
import { insertSynonym } from '#server/catalog/products/synonym-list.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import { businesses, products } from '#server/platform/db/schema.ts'
import { http } from '#server/platform/metrics/metrics.ts'
import { readSettings, storeGroup } from '#server/platform/settings/setting-groups.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openReadyServer, type ReadyServer } from '#server/testing/ready-servers.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

/*
 * A writes, B answers from memory: what B may still say, and in the nightly run for how long. The bounds are those of a calm machine; a
 * busy one gets more, but not for half of the changes.
 */

const CATALOG_MS = 100
const STOCK_MS = 250
const TURNS = 7

let shop: TestShop
let a: ReadyServer
let b: ReadyServer
let product: { id: string; slug: string; businessId: string }
const path = () => `/api/products/slug/${product.slug}`
const LIST = '/api/products?search=watched&limit=24'

beforeAll(async () => {
  shop = await openTestShop()
  a = await openReadyServer(shop)
  b = await openReadyServer(shop, { settings: { METRICS_TOKEN: 'a-token-of-the-metrics' } })
  product = await shop.make.product({ name: 'Watched machine', stock: 100_000 })
})
afterAll(async () => {
  await b.close()
  await a.close()
  await shop.close()
})
beforeEach(async () => {
  await b.get(path())
  await b.get(LIST)
})

const change = (values: Partial<typeof products.$inferInsert>) => a.deps.db.update(products).set(values).where(eq(products.id, product.id))
const order = () =>
  inTransaction(a.deps.db, (tx) =>
    takeStocks(tx, [{ productId: product.id, quantity: 1 }], { reason: 'order', reference: crypto.randomUUID(), actorId: null }),
  )
const setStatus = (businessStatus: 'approved' | 'suspended') =>
  a.deps.db
    .update(businesses)
    .set({ businessStatus })
    .where(inArray(businesses.id, [product.businessId]))

/**
 * Changes something on A while B is asked without a pause, until it answers the new, and nothing old after it. @returns ms from the end of
 * the change until B's last old answer
 */
async function oldFor(url: string, work: () => Promise<unknown>, isNew: (text: string, status: number) => boolean): Promise<number> {
  let doneAt = Number.POSITIVE_INFINITY
  const working = work().then(() => {
    doneAt = performance.now()
  })
  let last = 0
  for (let news = 0; news < 5; ) {
    const askedAt = performance.now()
    const { text, status } = await b.get(url)
    if (isNew(text, status)) {
      if (doneAt < Number.POSITIVE_INFINITY) news += 1
    } else {
      expect(news, 'an old answer after a new one').toBe(0)
      last = Math.max(last, askedAt - doneAt)
    }
  }
  await working
  return last
}

test('a synonym saved on one server acts on the next search there, and on that of the other', async () => {
  const url = '/api/products?search=gizmotron&limit=24'
  const isFound = (text: string) => text.includes(product.slug)
  for (const server of [a, b]) expect(isFound((await server.get(url)).text)).toBe(false)
  const values = {
    language: 'en',
    kind: 'finds',
    terms: ['gizmotron'],
    targets: ['watched'],
    answer: null,
    note: '',
    isActive: true,
  } as const
  const { id } = await shop.make.user('application_admin')
  await oldFor(
    url,
    () => insertSynonym(a.deps.db, { ...values, terms: [...values.terms], targets: [...values.targets] }, { userId: id, at: new Date() }),
    isFound,
  )
  expect(isFound((await a.get(url)).text)).toBe(true)
})

async function expectBound(bound: number, turn: (n: number) => Promise<number>): Promise<void> {
  const seen: number[] = []
  for (let n = 0; n < TURNS; n += 1) seen.push(await turn(n))
  if (TESTS_ALL) expect(seen.toSorted((one, other) => one - other)[Math.floor(TURNS / 2)]).toBeLessThanOrEqual(bound)
}

describe.runIf(inject('database').kind === 'postgres')('two servers', () => {
  test('a price and a name of A are in the answers of B after 100 ms, of the product and of lists', async () => {
    await expectBound(CATALOG_MS, (n) =>
      oldFor(
        path(),
        () => change({ priceUsdCents: 20_000 + n }),
        (text) => JSON.parse(text).priceUSD === 200 + n / 100,
      ),
    )
    await expectBound(CATALOG_MS, (n) =>
      oldFor(
        LIST,
        () => change({ name: `Watched machine ${n}` }),
        (text) => text.includes(`"Watched machine ${n}"`),
      ),
    )
  })

  test('a product that was hidden and one of a suspended business are gone from the answers of B after 100 ms', async () => {
    await expectBound(CATALOG_MS, (n) => {
      const status = n % 2 === 0 ? 'Inactive' : 'Active'
      return oldFor(
        path(),
        () => change({ status }),
        (_text, code) => code === (status === 'Active' ? 200 : 404),
      )
    })
    await change({ status: 'Active' })
    await expectBound(CATALOG_MS, (n) => {
      const status = n % 2 === 0 ? 'suspended' : 'approved'
      return oldFor(
        LIST,
        () => setStatus(status),
        (text) => text.includes('Watched') === (status === 'approved'),
      )
    })
    await setStatus('approved')
  })

  test('the stock after an order on A is in the answers of B after 250 ms', async () => {
    await expect.poll(async () => (await b.get(path())).status).toBe(200)
    const stockOnB = async () => Number(JSON.parse((await b.get(path())).text).stock)
    await expectBound(STOCK_MS, async () => {
      const before = await stockOnB()
      return oldFor(path(), order, (text) => JSON.parse(text).stock === before - 1)
    })
  })

  test('an order leaves what shows no stock in memory, on A and on B', async () => {
    const memory = async () => (await http.answers.get()).values.find(({ labels }) => labels.source === 'memory')?.value ?? 0
    await b.get('/api/shop')
    const { stock } = JSON.parse((await b.get(path())).text)
    await order()
    await expect.poll(async () => JSON.parse((await b.get(path())).text).stock).toBe(stock - 1)
    const before = await memory()
    await b.get('/api/shop')
    await expect.poll(memory).toBe(before + 1)
  })

  test('a setting of A is in the answers of B after 100 ms', async () => {
    const { company } = await readSettings(a.deps.db)
    await b.get('/api/shop')
    await expectBound(CATALOG_MS, (n) =>
      oldFor(
        '/api/shop',
        () => storeGroup(a.deps.db, 'company', { ...company, name: `Shop ${n}` }, new Date()),
        (text) => text.includes(`"Shop ${n}"`),
      ),
    )
  })

  test('while B does not hear of changes its answers are true, only slower; then it keeps answers again', async () => {
    const { revisions } = b.deps.database
    await shop.database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query like '%json_object_agg%'",
    )
    await expect.poll(() => revisions.state, { interval: 1 }).toBeNull()
    for (let n = 0; n < 20 && revisions.state === null; n += 1) {
      await change({ name: `Watched machine, unheard ${n}` })
      expect(JSON.parse((await b.get(path())).text).name).toBe(`Watched machine, unheard ${n}`)
    }
    await expect.poll(() => revisions.state).not.toBeNull()
    const { text } = await b.get(path())
    await expectBound(CATALOG_MS, (n) =>
      oldFor(
        path(),
        () => change({ name: `Heard ${n}` }),
        (now) => JSON.parse(now).name === `Heard ${n}`,
      ),
    )
    expect(text).toContain('unheard')
  })
})
