import { AsyncLocalStorage } from 'node:async_hooks'
import { eq, sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { DEFAULT_TAX } from '#domain/tax-settings.ts'
import { returnStock, takeStocks } from '#server/catalog/products/product-record.ts'
import { storeGroup } from '#server/platform/settings/setting-groups.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { type Database, inTransaction, openPostgres } from './client.ts'
import { applyMigration, parseMigration } from './migrate.ts'
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
const stored = async (name: string, on: Pick<PoolClient, 'query'> = shop.database.pool) => {
  const { rows } = await on.query<{ value: number }>('select value from revisions where name = $1', [name])
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

/** Columns of a table whose update renews no stamp. */
async function listOthers(table: string): Promise<string[]> {
  const { rows } = await shop.database.pool.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
      and attnum <> all (select unnest(string_to_array(tgattr::text, ' ')::int2[]) from pg_trigger where tgname = $1 || '_stamp') order by attnum`,
    [table],
  )
  return rows.map(({ name }) => name)
}

test('every column of products, sellers and categories renews the stamp but the stock, versions and what follows others', async () => {
  expect(await listOthers('products')).toEqual(['stock', 'version', 'edited_version', 'is_public', 'in_stock', 'shop_place', 'stamp'])
  const heldAndAsked = ['payouts_held_until', 'payouts_held_reason', 'stamp', 'trader_asked_at', 'trader_reminded_at']
  expect(await listOthers('businesses')).toEqual(['updated_at', 'version', ...heldAndAsked])
  expect(await listOthers('categories')).toEqual(['version', 'stamp', 'retype_after'])
})

test('a column that a later migration adds counts: its change renews the stamp of the row, and raises the revision of the catalog', async () => {
  const client = await shop.database.pool.connect() // the only one of the embedded database
  const stampOf = async (table: string) =>
    (await client.query<{ stamp: string }>(`select stamp from ${table} order by id limit 1`)).rows[0]?.stamp
  try {
    for (const table of ['products', 'businesses', 'categories']) {
      const column = `later ${table}`
      await applyMigration(
        client,
        parseMigration(`9000_${table}.sql`, `-- phase: expand\nalter table ${table} add column "${column}" text`),
      )
      const before = { stamp: await stampOf(table), catalog: await stored('catalog', client) }
      await client.query(`update ${table} set "${column}" = 'new'`)
      expect(await stampOf(table), table).not.toBe(before.stamp)
      expect(await stored('catalog', client), table).toBe(before.catalog + 1)
      await applyMigration(client, parseMigration(`9001_${table}.sql`, `-- phase: contract\nalter table ${table} drop column "${column}"`))
      const after = await stampOf(table)
      await client.query(
        `update ${table} set slug_or_value = slug_or_value`.replaceAll('slug_or_value', table === 'categories' ? 'value' : 'slug'),
      )
      expect(await stampOf(table), table).not.toBe(after)
    }
  } finally {
    await client.query("delete from schema_migrations where name like '900%'")
    client.release()
  }
})

test('what does not matter renews no stamp and raises no revision: the stock, alone or with its version; what a job notes of a seller', async () => {
  const { pool } = shop.database
  const read = async () =>
    (
      await pool.query(
        'select (select array_agg(stamp order by id) from products) as products, (select array_agg(stamp order by id) from businesses) as sellers',
      )
    ).rows
  const before = { stamps: await read(), catalog: await stored('catalog') }
  await pool.query('update products set stock = stock - 1')
  await pool.query('update products set stock = 0, version = version + 1, edited_version = coalesce(edited_version, version)')
  await pool.query('update products set stock = 1000, is_public = is_public')
  expect({ stamps: await read(), catalog: await stored('catalog') }).toEqual(before)
  await pool.query('update businesses set trader_asked_at = now(), version = version + 1, updated_at = now()')
  expect(await read()).toEqual(before.stamps)
  await pool.query("update products set stock = 1000, name = name || ' II'") // both at once
  expect(await read()).not.toEqual(before.stamps)
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
