import { AsyncLocalStorage } from 'node:async_hooks'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { DEFAULT_TAX } from '#domain/tax-settings.ts'
import { returnStock, takeStocks } from '#server/catalog/products/product-record.ts'
import { storeGroup } from '#server/platform/settings/setting-groups.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { type Database, inTransaction, openPostgres } from './client.ts'
import { products } from './schema.ts'

/* Server A is the test shop, B another one on the same database, which listens. The embedded database has one server. */

const given = inject('database')
let shop: TestShop
let b: Database
let ids: string[]

beforeAll(async () => {
  shop = await openTestShop()
  ids = [(await shop.make.product({ stock: 1000 })).id, (await shop.make.product({ stock: 1000 })).id]
  if (given.kind === 'embedded') return
  b = await openPostgres(`${given.server}/${await nameOf()}`)
  b.revisions.follow()
  await vi.waitUntil(() => b.revisions.state !== null, { timeout: 60_000 })
})
afterAll(async () => {
  await b?.close()
  await shop.close()
})

const nameOf = async () => (await shop.database.pool.query<{ name: string }>('select current_database() as name')).rows[0]?.name ?? ''
const onServers = test.runIf(given.kind === 'postgres')
const stored = async (name: string) => {
  const { rows } = await shop.database.pool.query<{ value: number }>('select value from revisions where name = $1', [name])
  return rows[0]?.value ?? 0
}
/** Runs `work` on A, and waits until B is notified of the change; its own reading, once a second, does not count. */
async function expectHeard(name: string, work: () => Promise<unknown>): Promise<void> {
  const before = b.revisions.state
  const hear = vi.spyOn(b.revisions, 'hear')
  await work()
  await expect.poll(() => hear.mock.calls.map(([payload]) => payload.split(':')[0])).toContain(name)
  hear.mockRestore()
  expect(b.revisions.state).not.toBe(before)
}
const rename = (name: string) => shop.deps.db.update(products).set({ name })
const order = (units = 1) =>
  inTransaction(shop.deps.db, (tx) =>
    takeStocks(
      tx,
      ids.toSorted().map((productId) => ({ productId, quantity: units })),
      { reason: 'order', reference: crypto.randomUUID(), actorId: null },
    ),
  )

test('a change of the catalog raises its revision once, however many rows it changes; one that is undone does not', async () => {
  const before = await stored('catalog')
  await inTransaction(shop.deps.db, async (tx) => {
    await tx.update(products).set({ name: 'One' })
    await tx.update(products).set({ name: 'Two' })
  })
  expect(await stored('catalog')).toBe(before + 1)
  await inTransaction(shop.deps.db, async (tx) => {
    await tx.update(products).set({ name: 'Three' })
    throw new Error('undone')
  }).catch(() => {})
  expect(await stored('catalog')).toBe(before + 1)
  const settings = await stored('settings')
  await storeGroup(shop.deps.db, 'tax', { ...DEFAULT_TAX, percent: 9 }, new Date())
  expect([await stored('catalog'), await stored('settings')]).toEqual([before + 1, settings + 1])
})

test('the triggers know every column of a product but the stock, its versions and what follows others', async () => {
  const { rows } = await shop.database.pool.query<{ definition: string }>(
    "select pg_get_triggerdef(oid) as definition from pg_trigger where tgname in ('products_revision', 'products_facts_revision', 'products_sale_revision', 'products_safety_revision')",
  )
  const columns = await shop.database.pool.query<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = 'products'::regclass and attnum > 0 and not attisdropped order by attnum",
  )
  const known = rows.flatMap(({ definition }) => /UPDATE OF (.*?) ON /.exec(definition)?.[1]?.split(', ') ?? [])
  expect(columns.rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([
    'stock',
    'version',
    'edited_version',
    'is_public',
    'in_stock',
    'shop_place',
    'stamp',
  ])
})

test('an order does not raise the revision of the catalog, and this server knows of it at once', async () => {
  const before = await stored('catalog')
  const { state } = shop.database.revisions
  await order()
  expect(shop.database.revisions.state).toBe(given.kind === 'embedded' ? (state ?? 0) + 1 : null) // A does not listen
  expect(await stored('catalog')).toBe(before)
})

onServers('another server is notified of a change of the catalog, of the settings and of the stock', async () => {
  await expectHeard('catalog', () => rename('Renamed'))
  await expectHeard('settings', () => storeGroup(shop.deps.db, 'tax', { ...DEFAULT_TAX, percent: 7 }, new Date()))
  await expectHeard('stock', order)
  expect(b.revisions.valueOf('catalog')).toBe(await stored('catalog'))
  await expectHeard('stock', () => returnStock(shop.deps.db, ids[0] ?? '', 1))
})

onServers('many orders raise the revision of the stock a few times', async () => {
  await expect.poll(() => stored('stock').then((value) => value === b.revisions.valueOf('stock'))).toBe(true)
  const before = await stored('stock')
  for (let n = 0; n < 40; n += 1) await order()
  await expect.poll(() => stored('stock')).toBeGreaterThan(before)
  expect((await stored('stock')) - before).toBeLessThan(40)
})

onServers('while the connection is cut nothing is known; then it listens again, and what changed meanwhile counts', async () => {
  const before = b.revisions.state
  const { rows } = await shop.database.pool.query<{ ended: boolean }>(
    "select pg_terminate_backend(pid) as ended from pg_stat_activity where datname = current_database() and query like 'select coalesce((select json_object_agg%'",
  )
  expect(rows).toEqual([{ ended: true }])
  await expect.poll(() => b.revisions.state, { interval: 2 }).toBeNull()
  expect(b.revisions.valueOf('catalog')).toBeNull()
  await rename('Renamed while nobody listened')
  await expect.poll(() => b.revisions.state).not.toBeNull()
  expect(b.revisions.state).not.toBe(before)
  expect(b.revisions.valueOf('catalog')).toBe(await stored('catalog'))
})

onServers('a database that takes no changes any more is left by the connection that listens too', async () => {
  const listening = "datname = current_database() and query like 'select coalesce((select json_object_agg%'"
  const pidOf = async () => (await shop.database.pool.query<{ pid: number }>(`select pid from pg_stat_activity where ${listening}`)).rows
  const before = await pidOf()
  expect(before).toHaveLength(1)
  await expect(b.pool.query("begin read only; update revisions set value = value where name = 'none'")).rejects.toMatchObject({
    code: '25006',
  })
  await expect.poll(pidOf).not.toEqual(before)
  await expect.poll(() => b.revisions.state).not.toBeNull()
})

onServers('behind a pooler without a direct address nothing is ever known', async () => {
  const pooled = await openPostgres(`${given.kind === 'postgres' ? given.server : ''}/${await nameOf()}`, { directUrl: null })
  pooled.revisions.follow()
  expect(pooled.revisions.state).toBeNull()
  await pooled.close()
})

onServers(
  'two transactions that change the same products in another order, one of them the catalog, do not wait for each other',
  async () => {
    const [one = '', other = ''] = ids
    const otherServer = AsyncLocalStorage.snapshot()
    const change = () =>
      inTransaction(b.db, async (tx) => {
        await tx.execute(sql`set local lock_timeout = '1s'`)
        await tx.update(products).set({ name: 'Other' }).where(eq(products.id, other))
      })
    await inTransaction(shop.deps.db, async (tx) => {
      await tx.update(products).set({ name: 'One' }).where(eq(products.id, one))
      await otherServer(change)
      await tx.update(products).set({ name: 'One' }).where(eq(products.id, other))
    })
  },
)
