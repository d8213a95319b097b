import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openPostgres } from './platform/db/client.ts'
import { checkOrigin, noteOrigin } from './seed/check-origin.ts'
import { openAdmin } from './testing/databases.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'

/* How a server that must not start says so; and what it leaves untouched. */

const MAIN = join(import.meta.dirname, 'main.ts')
const given = inject('database')

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** Starts the server with these settings and waits for its end. */
async function startWith(settings: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = {
    PATH,
    ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'reflute-start-')),
    ...settings,
  }
  const server = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = Promise.all([text(server.stdout), text(server.stderr)])
  const code = await new Promise<number | null>((resolve) => server.once('exit', resolve))
  return { code, said: (await output).join('') }
}

test('F11 DEMO=1 is refused where the database holds a shop that was not created as a demo; a demo with customers stays one', async () => {
  const { pool } = shop.database
  await shop.reset()
  await expect(checkOrigin(pool, true)).resolves.toBeUndefined() // nobody is there yet
  await shop.make.user('super_admin', { email: 'super@reflute.test' })
  await shop.make.user('application_admin', { email: 'staff@reflute.test' })
  await shop.make.user('customer', { email: 'ann@example.test' })
  await expect(checkOrigin(pool, true)).resolves.toBeUndefined()
  await shop.make.user('application_admin', { email: 'eve@example.test' })
  const refusal = "DEMO=1 can't be used here: this database holds a shop that was not created as a demo."
  await expect(checkOrigin(pool, true)).rejects.toThrow(refusal)
  await expect(checkOrigin(pool, false)).resolves.toBeUndefined()
  await noteOrigin(pool, false)
  expect((await pool.query("select value from settings where name = 'origin'")).rows).toEqual([{ value: 'shop' }])
})

test('F11 what was noted at the first filling counts, no matter who works there now', async () => {
  const { pool } = shop.database
  await shop.reset()
  await noteOrigin(pool, true)
  await shop.make.user('super_admin', { email: 'owner@example.test' })
  await noteOrigin(pool, false)
  await expect(checkOrigin(pool, true)).resolves.toBeUndefined()
})

test.runIf(given.kind === 'postgres')('F11 nothing is written before a start with DEMO=1 on a real shop is refused', async () => {
  if (given.kind !== 'postgres') return
  const url = `${given.server}/${await newDatabase(given.server)}`
  const real = await openPostgres(url)
  await real.pool.query("insert into users (name, email, role) values ('Eve', 'eve@example.test', 'super_admin')")
  await real.pool.query('delete from schema_migrations where name = (select max(name) from schema_migrations)')
  const count = 'select (select count(*) from schema_migrations) as migrations, (select count(*) from users) as users'
  const before = (await real.pool.query(count)).rows
  expect(await startWith({ DATABASE_URL: url, DEMO: '1' })).toEqual({
    code: 1,
    said: "DEMO=1 can't be used here: this database holds a shop that was not created as a demo.\n",
  })
  expect((await real.pool.query(count)).rows).toEqual(before)
  await real.close()
})

test.runIf(given.kind === 'postgres')('j a database that a newer version has migrated stops the start, with both versions', async () => {
  if (given.kind !== 'postgres') return
  const url = `${given.server}/${await newDatabase(given.server)}`
  const { pool, close } = await openPostgres(url)
  await pool.query("insert into schema_migrations (name, hash) values ('9999_from_the_future.sql', 'x')")
  await close()
  const { code, said } = await startWith({ DATABASE_URL: url, DEMO: '1' })
  expect(code).toBe(1)
  expect(said).toContain('This database belongs to a newer version (9999_from_the_future). Start that version.')
})

test.runIf(TESTS_ALL)('a database that does not answer is named without its password and waited for', async () => {
  const { code, said } = await startWith({
    DATABASE_URL: 'postgres://shop:very-secret@127.0.0.1:9/shop',
    DATABASE_WAIT_SECONDS: '6',
    DEMO: '1',
  })
  expect(code).toBe(1)
  expect(said).toContain('Waiting for the database at 127.0.0.1:9 (DATABASE_URL) …')
  expect(said).toContain('DATABASE_URL: no answer from 127.0.0.1:9 after 6 s (connection refused)')
  expect(said).not.toContain('very-secret')
})

test.runIf(TESTS_ALL && given.kind === 'postgres')('a database that refuses the user is not waited for', async () => {
  if (given.kind !== 'postgres') return
  const url = new URL(given.server)
  url.pathname = '/no_such_database'
  const { code, said } = await startWith({ DATABASE_URL: url.href, DEMO: '1' })
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/^DATABASE_URL: .+ refused the connection \(database "no_such_database" does not exist\)/),
  ])
})

test('a data directory that cannot be written stops the start at once', async () => {
  expect(await startWith({ DATA_DIR: '/dev/null/data' })).toEqual({
    code: 1,
    said: expect.stringContaining("DATA_DIR: can't write files in /dev/null/data"),
  })
})

const LATE = [
  'stripe',
  'nodemailer',
  'sharp',
  'pdfkit',
  '@electric-sql/pglite',
  'unified',
  'remark-parse',
  'rehype-sanitize',
  'micromark',
  'swagger-ui-dist',
  'read-excel-file',
  'write-excel-file',
  'csv-parse',
  'yauzl',
  'yazl',
  '@simplewebauthn/server',
  '@opentelemetry/sdk-trace',
  'vite',
]
/** Packages of which the server is made; more than these bound its start and its memory. */
const MOST_PACKAGES = 160

test.runIf(TESTS_ALL)('libraries that most requests do without are not loaded at the start', async () => {
  const hook = `import { registerHooks } from 'node:module'
    registerHooks({ load: (url, context, next) => (url.includes('/node_modules/') && console.log(url.split('/node_modules/').at(-1)), next(url, context)) })`
  const server = JSON.stringify(pathToFileURL(join(import.meta.dirname, 'serve-shop.ts')).href)
  const args = [
    '--import',
    `data:text/javascript,${encodeURIComponent(hook)}`,
    '--input-type=module',
    '-e',
    `await import(${server}); process.exit()`,
  ]
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const files = (await text(child.stdout)).trim().split('\n')
  const packages = new Set(files.map((file) => /^(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? ''))
  expect(packages).toContain('fastify') // the list is one of packages
  expect(LATE.filter((name) => packages.has(name))).toEqual([])
  expect(packages.size).toBeLessThan(MOST_PACKAGES)
})

async function newDatabase(server: string): Promise<string> {
  const name = `start_${randomUUID().replaceAll('-', '')}`
  const admin: pg.Client = await openAdmin(server)
  await admin.query(`create database ${name}`)
  await admin.end()
  return name
}
