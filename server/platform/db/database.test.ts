import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { DEMO_CATALOG } from '#server/platform/config.ts'
import { fillShop } from '#server/seed/fill-shop.ts'
import { openAdmin } from '#server/testing/databases.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { type Db, inTransaction, openPostgres, runLong } from './client.ts'
import { sqlState } from './failure.ts'
import { executePrepared } from './unit-of-work.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const stateOf = (work: Promise<unknown>) => work.then(() => null, sqlState)

test('the database itself refuses stock below 0, a price of 0 and a sixth picture', async () => {
  const product = await shop.make.product({ stock: 1 })
  const set = (change: string) => stateOf(shop.database.pool.query(`update products set ${change} where id = $1`, [product.id]))
  expect(await set('stock = -1')).toBe('23514')
  expect(await set('price_usd_cents = 0')).toBe('23514')
  expect(await set(`images = '[1,2,3,4,5,6]'`)).toBe('23514')
  const photos = [1, 2, 3, 4, 5].map((at) => ({ url: `https://a.test/${at}.jpg`, alt: '' }))
  const drawing = { url: '/drawings/a/mat-maker.svg', alt: '' }
  expect(await set(`images = '${JSON.stringify([...photos, drawing])}'`)).toBeNull()
  expect(await set(`images = '${JSON.stringify([...photos, photos[0]])}'`)).toBe('23514')
  expect(await set('stock = 0')).toBeNull()
})

test('the database itself refuses a second user with the same email in other letters', async () => {
  await shop.make.user('customer', { email: 'Ann@Case.test' })
  expect(await stateOf(shop.make.user('customer', { email: 'aNN@case.TEST' }))).toBe('23505')
})

test('the audit log refuses changes and deletions', async () => {
  await shop.database.pool.query(
    `insert into audit_entries (actor_name, actor_role, action, target_type, target_id) values ('a', 'b', 'c', 'd', 'e')`,
  )
  expect(await stateOf(shop.database.pool.query(`update audit_entries set action = 'x'`))).toBe('23001')
  expect(await stateOf(shop.database.pool.query('delete from audit_entries'))).toBe('23001')
})

test('an error inside a transaction takes everything back, and the connection goes on working', async () => {
  const before = await shop.make.product()
  await expect(
    inTransaction(shop.deps.db, async (tx) => {
      await tx.execute(sql`update products set stock = 7 where id = ${before.id}`)
      await tx.execute(sql`select no_such_column`)
    }),
  ).rejects.toThrow()
  const { rows } = await shop.database.pool.query('select stock from products where id = $1', [before.id])
  expect(rows).toEqual([{ stock: 100 }])
})

test('two servers that start at once migrate one new database without a clash', async () => {
  const given = inject('database')
  if (given.kind !== 'postgres') return
  const name = `migrate_${randomUUID().replaceAll('-', '')}`
  const admin = await openAdmin(given.server)
  await admin.query(`create database ${name}`)
  await admin.end()
  const opened = await Promise.all([1, 2, 3].map(() => openPostgres(`${given.server}/${name}`)))
  const { rows } = await new pg.Pool({ connectionString: `${given.server}/${name}` }).query(
    'select count(*)::int as n from schema_migrations',
  )
  expect(rows[0].n).toBeGreaterThan(0)
  await Promise.all(opened.map((database) => database.close()))
})

test('three servers that start at once fill one new demo shop without a clash', async () => {
  const given = inject('database')
  if (given.kind !== 'postgres') return
  const name = `fill_${randomUUID().replaceAll('-', '')}`
  const admin = await openAdmin(given.server)
  await admin.query(`create database ${name}`)
  await admin.end()
  const opened = await Promise.all([1, 2, 3].map(() => openPostgres(`${given.server}/${name}`)))
  const config = { ...shop.deps.config, isDemo: true, catalogFile: DEMO_CATALOG }
  await Promise.all(opened.map((database) => fillShop({ ...shop.deps, config, db: database.db }, database)))
  const counts = 'select (select count(*)::int from users) as users, (select count(*)::int from catalog_imports) as imports'
  for (const { pool } of opened) expect((await pool.query(counts)).rows).toEqual([{ users: 6, imports: 1 }])
  await Promise.all(opened.map((database) => database.close()))
})

test('a migration that was edited after it had been applied stops the start', async () => {
  await shop.database.pool.query(`update schema_migrations set hash = 'another' where name = '0000_baseline.sql'`)
  const { migrate } = await import('./migrate.ts')
  const client = await shop.database.pool.connect()
  await expect(migrate(client)).rejects.toThrow('0000_baseline.sql was changed')
  client.release()
})

test('a prepared statement that fails now and then, in and outside of transactions, works as often as it should', async () => {
  const statement = (by: number) => ({ name: 'divide', text: 'select 12 / $1::int as answer', values: [by] })
  const divide = async (by: number) => {
    const client = await shop.database.pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query<{ answer: number }>(statement(by))
      return rows[0]?.answer
    } catch {
      return 'refused'
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  for (let round = 1; round <= 8; round += 1) {
    expect(await divide(0)).toBe('refused')
    expect(await divide(round)).toBe(Math.floor(12 / round))
    await expect(shop.database.pool.query(statement(0))).rejects.toThrow(/division/)
  }
})

test('SQL that is run under a name is prepared once on each connection, also behind a transaction pooler, which has its own name', async () => {
  await inTransaction(shop.deps.db, async (tx) => {
    const double = (n: number) => executePrepared<{ doubled: number }>(tx, 'double', sql`select ${n}::int * 2 as doubled`)
    expect(await double(4)).toEqual([{ doubled: 8 }])
    expect(await double(5)).toEqual([{ doubled: 10 }])
    const { rows } = await tx.execute(sql`select 1 from pg_prepared_statements where statement like '%as doubled'`)
    expect(rows).toHaveLength(1)
  })
})

test('a statement that writes all products of a seller may take minutes, the next transaction not', async () => {
  const limitIn = async (tx: Db) => (await tx.execute<{ statement_timeout: string }>('show statement_timeout')).rows[0]?.statement_timeout
  expect(await inTransaction(shop.deps.db, (tx) => runLong(tx, () => limitIn(tx)))).toBe('5min')
  expect(await inTransaction(shop.deps.db, limitIn)).not.toBe('5min')
})
