import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { HealthDetails } from '#contract/platform/health.ts'
import { ROLES } from '#domain/user.ts'
import { buildApp } from '#server/app.ts'
import { recordOperation } from '#server/platform/backup/operation-record.ts'
import { watchDisk } from '#server/platform/db/disk.ts'
import { outbox } from '#server/platform/db/schema.ts'
import { openDiskFiles } from '#server/platform/files/disk-files.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

const TOKEN = 'monitor:8d1f,a-token/with=signs'
const NOT_READY = 503
const folder = mkdtempSync(join(tmpdir(), 'reflute-health-'))
const dataDir = join(folder, 'data')
let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ METRICS_TOKEN: TOKEN, TRUST_PROXY: '1', DATA_DIR: dataDir })
})
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

const details = (headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` }, app = shop.app) =>
  app.inject({ url: '/api/health/details', headers })
const read = async (): Promise<HealthDetails> => (await details()).json()

test('M-HEALTH live and ready say only how it is, and no cache may store it', async () => {
  for (const [path, status] of [
    ['/api/health/live', 'live'],
    ['/api/health/ready', 'ready'],
  ]) {
    const answer = await shop.app.inject(path ?? '')
    expect([answer.statusCode, answer.json(), answer.headers['cache-control']]).toEqual([200, { status }, 'no-store'])
  }
})

test('M-HEALTH live is 503 once the thread of the embedded database has been silent for a minute', async () => {
  let silentMs = 59_000
  const embedded = { silentFor: () => silentMs, dump: async () => new ArrayBuffer(0), dataDir: null }
  const app = await buildApp({ ...shop.deps, database: { ...shop.deps.database, embedded } })
  const live = async () => (await app.inject('/api/health/live')).statusCode
  expect(await live()).toBe(200)
  silentMs = 61_000
  expect(await live()).toBe(503)
  await app.close()
})

test('M-HEALTH a disk below its reserve refuses what writes, with one line a minute; reads go on, and the shop stays ready', async () => {
  const lines: string[] = []
  const disk = await watchDisk(folder, Number.MAX_SAFE_INTEGER, { warn: (_facts, text) => lines.push(text) })
  const app = await buildApp({ ...shop.deps, disk })
  const refused = await app.inject({ method: 'POST', url: '/api/newsletter', payload: { email: 'ann@example.com' } })
  expect([refused.statusCode, refused.json()]).toEqual([
    503,
    expect.objectContaining({ code: 'disk_full', detail: "The shop can't save anything right now. Try again in a few minutes." }),
  ])
  expect((await app.inject('/api/products')).statusCode).toBe(200)
  expect((await app.inject('/api/health/ready')).statusCode).toBe(200)
  expect(lines).toEqual([`The disk of ${folder} is nearly full: nothing is written until there is room (DISK_RESERVE_MB)`])
  await wait(5500) // it looks again after 5 s
  expect(lines).toHaveLength(1)
  disk.stop()
  await app.close()
})

test('M-HEALTH details are for super admins and the bearer of METRICS_TOKEN', async () => {
  expect((await details({})).statusCode).toBe(401)
  expect((await details({ authorization: `Bearer ${TOKEN}x` })).statusCode).toBe(401)
  expect((await details({ authorization: TOKEN })).statusCode).toBe(401)
  for (const role of ROLES) {
    const { token } = await shop.signIn(role)
    expect((await details({ authorization: `Bearer ${token}` })).statusCode, role).toBe(role === 'super_admin' ? 200 : 403)
  }
  const answer = await details()
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect(answer.body).not.toContain(TOKEN)
})

test('M-HEALTH the token of the metrics opens nothing else, and without one set nobody has it', async () => {
  const answer = await shop.app.inject({ url: '/api/admin/jobs', headers: { authorization: `Bearer ${TOKEN}` } })
  expect(answer.statusCode).toBe(401)
  const bare = await buildApp({ ...shop.deps, config: { ...shop.deps.config, metricsToken: undefined } })
  for (const authorization of ['Bearer undefined', 'Bearer ', `Bearer ${TOKEN}`])
    expect((await details({ authorization }, bare)).statusCode).toBe(401)
  await bare.close()
})

test('M-HEALTH details say version, database, pool, files, disk, and that no backup is recorded', async () => {
  const found = await read()
  expect(found.version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(Date.parse(found.startedAt)).toBeLessThanOrEqual(Date.parse(found.at))
  expect(found.status).toBe('ready')
  expect(found.database).toMatchObject({ kind: shop.database.kind, isReady: true, role: 'primary', pendingMigrations: 0 })
  expect(found.database.version).toMatch(/^1[5-8]\.\d+/)
  expect(found.pool.open).toBeGreaterThan(0)
  expect(found.pool.max).toBe(shop.database.kind === 'embedded' ? 1 : 16)
  expect(found.files).toBe('ok')
  expect(found.disk?.freeBytes).toBeGreaterThan(0)
  expect(found.disk?.freeBytes).toBeLessThanOrEqual(found.disk?.totalBytes ?? 0)
  expect(found.backup).toEqual({ ageSeconds: null })
  expect(found.operations).toEqual({ backup: null, drill: null, restore: null, isOutboxHeld: false })
  expect(found.replica).toBeNull()
})

test('M-HEALTH the client is shown as the proxy names it', async () => {
  const headers = { authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }
  expect((await details(headers)).json().client).toEqual({ address: '203.0.113.7', protocol: 'https' })
  expect((await read()).client).toEqual({ address: '127.0.0.1', protocol: 'http' })
})

test('M-HEALTH emails and payment requests that wait, and emails that were given up, are counted with the age of the oldest', async () => {
  expect((await read()).outbox).toEqual({ waiting: 0, oldestSeconds: null, failed: 0 })
  const now = shop.deps.now().getTime()
  const row = { kind: 'mail', payload: {} }
  await shop.deps.db.insert(outbox).values([
    { ...row, dedupeKey: 'health-1', createdAt: new Date(now - 900_000), dueAt: new Date(now - 900_000) },
    { ...row, dedupeKey: 'health-2', dueAt: new Date(now + 900_000) },
    { ...row, dedupeKey: 'health-3', attempts: 8, dueAt: new Date(now - 9_000_000) },
    { kind: 'refund', payload: {}, dedupeKey: 'health-4', attempts: 9, dueAt: new Date(now - 9_000_000) },
    { kind: 'refund', payload: {}, dedupeKey: 'health-5', dueAt: new Date(now - 300_000) },
  ])
  const found = (await read()).outbox
  expect(found).toMatchObject({ waiting: 2, failed: 1 })
  expect(found?.oldestSeconds).toBeGreaterThanOrEqual(900)
  expect(found?.oldestSeconds).toBeLessThan(960)
  await shop.reset()
})

test('M-HEALTH the newest backup, drill and restore are shown; a backup that failed does not count as one', async () => {
  const now = shop.deps.now()
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const add = (kind: 'backup' | 'drill' | 'restore', hours: number, ok: boolean) =>
    recordOperation(shop.database.pool, {
      kind,
      startedAt: hoursAgo(hours),
      finishedAt: hoursAgo(hours),
      ok,
      bytes: ok ? 5_000_000_000 : null,
      detail: {},
    })
  await add('restore', 50, true)
  await add('backup', 30, true)
  await add('backup', 6, true)
  await add('drill', 4, true)
  await add('backup', 2, false)
  const { backup, operations } = await read()
  const hours = (seconds: number | null | undefined) => Math.floor((seconds ?? 0) / 3600)
  expect(hours(backup.ageSeconds)).toBe(6)
  expect([operations?.backup, operations?.drill, operations?.restore].map((one) => [one?.ok, one?.bytes, hours(one?.ageSeconds)])).toEqual([
    [false, null, 2],
    [true, 5_000_000_000, 4],
    [true, 5_000_000_000, 50],
  ])
  expect(operations?.isOutboxHeld).toBe(true)
  await shop.reset()
})

test('M-HEALTH jobs that should have begun are counted with the age of the oldest; without a queue there are none', async () => {
  const { pool } = shop.database
  expect((await read()).jobs).toEqual({ waiting: 0, oldestSeconds: null })
  await pool.query(
    `create schema pgboss; create table pgboss.job (id int, name text, state text, start_after timestamptz);
    insert into pgboss.job values (1, 'purge', 'created', now() - interval '20 minutes'), (2, 'purge', 'retry', now() + interval '1 hour'),
      (3, 'purge', 'completed', now() - interval '2 hours'), (4, 'purge', 'failed', now() - interval '2 hours'), (5, '__x', 'created', now() - interval '2 days')`,
  )
  const found = (await read()).jobs
  await pool.query('drop schema pgboss cascade')
  expect(found?.waiting).toBe(1)
  expect(found?.oldestSeconds).toBeGreaterThanOrEqual(1200)
  expect(found?.oldestSeconds).toBeLessThan(1260)
})

test('M-HEALTH a shop whose files cannot be written is not ready, and details say so', async () => {
  const blocked = join(folder, 'blocked')
  writeFileSync(blocked, 'a file where a folder should be')
  const app = await buildApp({ ...shop.deps, files: openDiskFiles(join(blocked, 'data')) })
  expect((await app.inject('/api/health/ready')).statusCode).toBe(NOT_READY)
  const found = (await details(undefined, app)).json()
  expect([found.status, found.files]).toEqual(['not_ready', 'failed'])
  // the answer is retained for ten seconds, so that probes do not wear the disk
  rmSync(blocked)
  mkdirSync(blocked)
  expect((await app.inject('/api/health/ready')).statusCode).toBe(NOT_READY)
  await app.close()
})

test.runIf(inject('database').kind === 'postgres')('M-HEALTH a database that lacks a migration is not ready', async () => {
  const { pool } = shop.database
  const { rows } = await pool.query<{ name: string; hash: string }>(
    'delete from schema_migrations where name = (select max(name) from schema_migrations) returning name, hash',
  )
  const app = await buildApp(shop.deps)
  const ready = await app.inject('/api/health/ready')
  const found = (await details(undefined, app)).json()
  await pool.query('insert into schema_migrations (name, hash) values ($1, $2)', [rows[0]?.name, rows[0]?.hash])
  await app.close()
  expect(ready.statusCode).toBe(NOT_READY)
  expect([found.status, found.database.pendingMigrations]).toEqual(['not_ready', 1])
})
