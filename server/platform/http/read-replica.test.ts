import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { buildApp } from '#server/app.ts'
import type { Database } from '#server/platform/db/client.ts'
import { withReplicas } from '#server/platform/db/open-database.ts'
import { onReplica } from '#server/platform/db/replica.ts'
import type { Deps } from '#server/platform/deps.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

/* What may lag, for whom, and what happens where no replica answers. `npm run drill -- replica` runs the shop on a real one. */

const given = inject('database')
const NOWHERE = 'postgres://nobody@127.0.0.1:1/nothing'
let shop: TestShop
const opened: { database: Database; close: () => Promise<void> }[] = []

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(async () => {
  for (const { close } of opened) await close()
  await shop.close()
})

/** Opens a server whose replicas are at this address. Its pool is the shop's, which goes on when it is closed. */
async function openServer(url: string) {
  const close = async () => {}
  const database = withReplicas({ ...shop.database, close }, url, { maxLagMs: 2000, poolSize: 2, log: { warn: () => {} } })
  const app = await buildApp({ ...shop.deps, database } satisfies Deps)
  opened.push({
    database,
    close: async () => {
      await app.close()
      await database.close()
    },
  })
  return { app, database }
}

test('reads that may lag are public lists, analytics, the audit log, statements and exports; nothing of a buyer is', () => {
  const marked = (Object.values(contract) as Record<string, Endpoint>[])
    .flatMap((group) => Object.values(group))
    .filter(({ mayLag }) => mayLag)
  expect(marked.every(({ method }) => method === 'GET')).toBe(true)
  const paths = marked.map(({ path }) => path).filter((path) => !path.endsWith('/export'))
  expect(paths.toSorted()).toEqual([
    '/api/admin/accounting/journal',
    '/api/admin/accounting/sellers',
    '/api/admin/analytics',
    '/api/admin/audit-log',
    '/api/admin/audit-log/:id',
    '/api/admin/audit-log/facets',
    '/api/admin/tax/returns',
    '/api/attributes',
    '/api/blog',
    '/api/blog/facets',
    '/api/blog/slug/:slug',
    '/api/business/accounting/journal',
    '/api/business/analytics',
    '/api/business/statements',
    '/api/business/statements/:month.csv',
    '/api/business/statements/:month.pdf',
    '/api/businesses',
    '/api/businesses/:id',
    '/api/businesses/slug/:slug',
    '/api/case-studies',
    '/api/case-studies/:id',
    '/api/categories',
    '/api/claims',
    '/api/products',
    '/api/products/facets',
    '/api/products/featured',
    '/api/products/slug/:slug',
    '/api/search',
    '/api/search/suggest',
  ])
})

const onPostgres = test.runIf(given.kind === 'postgres')

onPostgres('where the replicas are away, or the address leads to a primary, everything is answered', async () => {
  await shop.make.product({ name: 'Shredder' })
  const { rows } = await shop.database.pool.query<{ name: string }>('select current_database() as name')
  const primary = given.kind === 'postgres' ? `${given.server}/${rows[0]?.name}` : ''
  for (const url of [NOWHERE, primary]) {
    const { app, database } = await openServer(url)
    for (let n = 0; n < 3; n += 1) {
      const answer = await app.inject('/api/products')
      expect([answer.statusCode, answer.headers['x-total-count']]).toEqual([200, '1'])
    }
    expect((await app.inject('/sitemap.xml')).statusCode).toBeLessThan(500)
    expect(database.replica?.isUsed()).toBe(false)
  }
})

onPostgres('a user who changes anything reads from the primary for the next seconds, in each session and on each server', async () => {
  const { app } = await openServer(NOWHERE)
  const buyer = await shop.signIn('customer')
  const other = await shop.signIn('customer')
  const again = await shop.make.session('customer', {})
  await shop.database.pool.query('update sessions set user_id = $1 where user_id = $2', [buyer.user.id, again.user.id])
  const noted = async () => {
    const found = await shop.database.pool.query<{ user_id: string }>(
      "select user_id from sessions where wrote_at > clock_timestamp() - interval '5 seconds'",
    )
    return found.rows.map(({ user_id }) => user_id)
  }
  const headers = { authorization: `Bearer ${buyer.token}` }
  await app.inject({ url: '/api/cart', headers })
  expect(await noted()).toEqual([])
  await app.inject({ method: 'DELETE', url: '/api/cart', headers })
  expect(await noted()).toEqual([buyer.user.id, buyer.user.id])
  expect(await noted()).not.toContain(other.user.id)
})

onPostgres('a read that may lag and writes after all does it on the primary', async () => {
  await openServer(NOWHERE)
  const { pool } = shop.database
  await onReplica(() => pool.query("insert into settings (name, value) values ('noted', '{}')"))
  expect((await onReplica(() => pool.query("delete from settings where name = 'noted'"))).rowCount).toBe(1)
})
