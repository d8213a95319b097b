import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { createLogger } from '#server/platform/http/log.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { openAdmin } from '#server/testing/databases.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { inTransaction } from './client.ts'
import { databaseFailure } from './failure.ts'

/* Real cuts of a real server; the embedded database has no connections that can be cut (pglite.test.ts). */

const Line = z.object({ msg: z.string() })
const lines: string[] = []
let shop: TestShop
let admin: Awaited<ReturnType<typeof openAdmin>>
let name: string
const given = inject('database')
const isPostgres = given.kind === 'postgres'
const isPooled = given.kind === 'postgres' && given.pooler !== null

beforeAll(async () => {
  shop = await openTestShop(
    {},
    {},
    createLogger({ logLevel: 'warn' }, { write: (line) => void lines.push(z.parse(Line, JSON.parse(line)).msg) }),
  )
  if (given.kind !== 'postgres') return
  admin = await openAdmin(given.server)
  const { rows } = await shop.database.pool.query<{ name: string }>('select current_database() as name')
  name = rows[0]?.name ?? ''
})
afterAll(async () => {
  if (isPostgres) {
    await admin.query(`alter database ${name} reset default_transaction_read_only`)
    await admin.end()
  }
  await shop.close()
})

const terminate = () =>
  admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()', [name])

/** Returns whether the statement that sleeps is under way. */
async function isSleeping(): Promise<boolean> {
  const found = await admin.query(
    "select 1 from pg_stat_activity where datname = $1 and state = 'active' and query like '%pg_sleep(10)%' and pid <> pg_backend_pid()",
    [name],
  )
  return found.rows.length > 0
}

/** Waits until the shop has said that its database is back. */
async function untilBack(): Promise<void> {
  await expect.poll(() => lines.at(-1), { timeout: 20_000 }).toBe('The database is reachable and writable again')
}

test.runIf(isPostgres)(
  'R-F1 connections that are cut while idle, in a statement and in a transaction: only 503, and the process lives',
  async () => {
    for (let round = 0; round < 15; round += 1) {
      const idle = await shop.database.pool.connect()
      idle.release()
      const running = shop.deps.db.execute(sql`select pg_sleep(10)`).then(
        () => null,
        (error: unknown) => error,
      )
      const cut = Promise.withResolvers<void>()
      const begun = Promise.withResolvers<void>()
      const open = inTransaction(shop.deps.db, async (tx) => {
        await tx.execute(sql`select 1`)
        begun.resolve()
        await cut.promise
        await tx.execute(sql`select 1`)
      }).then(
        () => null,
        (error: unknown) => error,
      )
      await begun.promise
      await expect.poll(isSleeping).toBe(true)
      await terminate()
      cut.resolve()
      expect([databaseFailure(await running), databaseFailure(await open)]).toEqual(['not_ready', 'not_ready'])
      await expect.poll(() => shop.database.isReady()).toBe(true)
    }
    await untilBack()
  },
)

test.runIf(isPostgres)('R-F1 an outage is logged once when it begins and once when it ends, not for each call', async () => {
  await untilBack()
  lines.length = 0
  await admin.query(`alter database ${name} allow_connections false`)
  await terminate()
  const refusals = await Promise.all(Array.from({ length: 20 }, () => refusalOf(shop.visitor.products.list())))
  expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([503]))
  expect(await shop.database.isReady()).toBe(false)
  await admin.query(`alter database ${name} allow_connections true`)
  await untilBack()
  const waited = (line: string) => line === 'slow statement' // behind a pooler they wait for it
  expect(lines.filter((line) => !waited(line))).toEqual([
    'The database connection was lost',
    'The database is reachable and writable again',
  ])
})

test.runIf(isPostgres)(
  'c a database that turns read-only: writes are 503, ready says no, and both work again without a restart',
  async () => {
    const buyer = await shop.signIn('customer')
    const { id: productId } = await shop.make.product()
    await admin.query(`alter database ${name} set default_transaction_read_only = on`)
    await terminate()
    await expect.poll(async () => (await shop.app.inject('/api/health/ready')).statusCode, { timeout: 10_000 }).toBe(503)
    expect(await refusalOf(buyer.cart.addItem({ body: { productId, quantity: 1 } }))).toMatchObject({ status: 503, code: 'not_ready' })
    expect((await shop.app.inject('/api/health/live')).statusCode).toBe(200)
    await admin.query(`alter database ${name} reset default_transaction_read_only`)
    if (isPooled) await terminate() // as RECONNECT of PgBouncer does: its sessions keep the setting that they began with
    await untilBack()
    expect((await shop.app.inject('/api/health/ready')).statusCode).toBe(200)
    expect((await buyer.cart.addItem({ body: { productId, quantity: 1 } })).itemCount).toBe(1)
  },
)

const failures: [unknown, ReturnType<typeof databaseFailure>][] = [
  [Object.assign(new Error('x'), { code: '57P01' }), 'not_ready'],
  [Object.assign(new Error('x'), { code: '25006' }), 'not_ready'],
  [Object.assign(new Error('x'), { code: '08006' }), 'not_ready'],
  [Object.assign(new Error('x'), { code: '53300' }), 'not_ready'],
  [new AggregateError([Object.assign(new Error('x'), { code: 'ECONNREFUSED' })]), 'not_ready'],
  [new Error('Client has encountered a connection error and is not queryable'), 'not_ready'],
  [new Error('Failed query', { cause: new Error('Connection terminated unexpectedly') }), 'not_ready'],
  [Object.assign(new Error('x'), { code: '57014' }), 'busy'],
  [Object.assign(new Error('x'), { code: '40001' }), 'busy'],
  [Object.assign(new Error('x'), { code: '53100' }), 'disk_full'],
  [Object.assign(new Error('x'), { code: 'ENOSPC' }), 'disk_full'],
  [Object.assign(new Error('x'), { code: '23505' }), null],
  [new Error('a bug'), null],
]
test.each(failures)('the failure %o is the state %s of the database', (error, expected) => {
  expect(databaseFailure(error)).toBe(expected)
})
