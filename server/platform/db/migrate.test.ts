import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { copyDatabase, openAdmin } from '#server/testing/databases.ts'
import { hasPooler, startPooler } from '#server/testing/pooler.ts'
import { LONG_MS, TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openPostgres } from './client.ts'
import { applyMigration, compareMigrations, migrate, parseMigration } from './migrate.ts'
import { takeLock } from './take-lock.ts'

/* Migrations on a PostgreSQL server: one after the other, without stopping the servers that run. */

const given = inject('database')
const server = given.kind === 'postgres' ? given.server : ''
const onPostgres = test.runIf(given.kind === 'postgres')
const eachNight = test.runIf(TESTS_ALL && given.kind === 'postgres')
const SCRIPT = join(import.meta.dirname, '..', '..', '..', 'scripts', 'migrate.ts')
const MAIN = join(import.meta.dirname, '..', '..', 'main.ts')
/** One that can be done again where it was done before, and the one before it. */
const LATER = '0084_order_search'
const EARLIER = '0083_line_skus'

/** Makes a database: migrated, or empty. @returns its name */
const makeDatabase = (template = given.kind === 'postgres' ? given.template : '') => copyDatabase(server, template)

/** Runs a script with these settings. */
async function run(script: string, args: string[], settings: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'reflute-migrate-'))
  const env = { PATH, NODE_COMPILE_CACHE, HOST: '127.0.0.1', PORT: '0', FILES: 'disk', DATA_DIR, DEMO: '1', ...settings }
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { code, said: (await output).join('') }
}

/** Takes a migration back, as if this version were not yet there. */
async function takeBack(name: string, migration = LATER): Promise<void> {
  const admin = await openAdmin(server, name)
  await admin.query('delete from schema_migrations where name = $1', [`${migration}.sql`])
  await admin.end()
}

onPostgres('npm run migrate prints what it would do, does it once, and names each migration', { timeout: LONG_MS }, async () => {
  const name = await makeDatabase()
  await takeBack(name)
  const settings = { DATABASE_URL: `${server}/${name}` }
  expect(await run(SCRIPT, ['--plan'], settings)).toEqual({ code: 0, said: `${LATER} (expand, no transaction)\n` })
  expect(await run(SCRIPT, [], settings)).toEqual({ code: 0, said: expect.stringMatching(/^0084_order_search \d+\.\d s\n$/) })
  expect(await run(SCRIPT, [], settings)).toEqual({ code: 0, said: 'No migrations are pending.\n' })
  expect((await run(SCRIPT, ['--now'], settings)).code).toBe(2)
  const admin = await openAdmin(server, name)
  const names = ['0000_baseline.sql', `${LATER}.sql`]
  expect((await admin.query('select name, phase from schema_migrations where name = any($1) order by name', [names])).rows).toEqual([
    { name: names[0], phase: 'contract' },
    { name: names[1], phase: 'expand' },
  ])
  await admin.end()
})

eachNight('of two migrations at once one works and the other waits', async () => {
  const name = await makeDatabase('template0')
  const settings = { DATABASE_URL: `${server}/${name}` }
  const both = await Promise.all([run(SCRIPT, [], settings), run(SCRIPT, [], settings)])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  const applied = both.map(({ said }) => [...said.matchAll(/^\d{4}_\w+ /gm)].length)
  expect(Math.min(...applied)).toBe(0)
  expect(both.filter(({ said }) => said === 'No migrations are pending.\n')).toHaveLength(1)
})

eachNight('migrate waits for the database, and says for whom without the password', async () => {
  const settings = { DATABASE_URL: 'postgres://shop:very-secret@127.0.0.1:9/shop', DATABASE_WAIT_SECONDS: '6' }
  const { code, said } = await run(SCRIPT, [], settings)
  expect(code).toBe(1)
  expect(said).toContain('Waiting for the database at 127.0.0.1:9 (DATABASE_URL) …\n')
  expect(said).toContain('DATABASE_URL: no answer from 127.0.0.1:9 after 6 s (connection refused)\n')
  expect(said).not.toContain('very-secret')
})

eachNight('with MIGRATE=off a start only checks: pending migrations stop it by name', async () => {
  const name = await makeDatabase()
  await takeBack(name)
  const { code, said } = await run(MAIN, [], { DATABASE_URL: `${server}/${name}`, MIGRATE: 'off' })
  expect([code, said]).toEqual([1, `The database needs 1 migration: ${LATER}. Run: npm run migrate\n`])
  await takeBack(name, EARLIER)
  const more = await run(MAIN, [], { DATABASE_URL: `${server}/${name}`, MIGRATE: 'off' })
  expect(more.said).toBe(`The database needs 2 migrations: ${EARLIER}, ${LATER}. Run: npm run migrate\n`)
})

onPostgres('j a version works on with newer migrations that only add, logs them once, and stops at others', async () => {
  const name = await makeDatabase()
  const url = `${server}/${name}`
  const admin = await openAdmin(server, name)
  const add = (newer: string, phase: string | null) =>
    admin.query("insert into schema_migrations (name, hash, phase) values ($1, 'x', $2)", [newer, phase])
  const lines: string[] = []
  const log = { warn: (facts: object, line: string) => void lines.push(`${line} ${JSON.stringify(facts)}`) }
  await add('9000_more.sql', 'expand')
  await add('9001_index.sql', 'expand')
  await (await openPostgres(url, { log })).close()
  expect(lines).toEqual([
    'The database has migrations of a newer version, which only add to it {"migrations":["9000_more.sql","9001_index.sql"]}',
  ])
  await add('9002_drop_old.sql', 'contract')
  await add('9003_more.sql', 'expand')
  await expect(openPostgres(url)).rejects.toThrow('This database belongs to a newer version (9002_drop_old). Start that version.')
  await admin.query("delete from schema_migrations where name = '9002_drop_old.sql'")
  await add('9004_without_phase.sql', null)
  await expect(openPostgres(url)).rejects.toThrow('This database belongs to a newer version (9004_without_phase). Start that version.')
  await admin.end()
})

onPostgres('a migration gives up a lock after two seconds and asks again, so that requests go on', async () => {
  const name = await makeDatabase()
  const [admin, busy, reader] = await Promise.all([1, 2, 3].map(() => openAdmin(server, name)))
  if (!admin || !busy || !reader) throw new Error('There are three')
  await busy.query('begin; select 1 from carts limit 1') // a long transaction
  const migration = parseMigration('9000_note.sql', '-- phase: expand\nalter table carts add column remark text;')
  const applying = applyMigration(admin, migration)
  await wait(300)
  await reader.query('select 1 from carts limit 1') // queues behind the migration, and is answered while the long transaction goes on
  await busy.query('commit')
  await applying
  expect((await reader.query('select remark from carts')).rows).toEqual([])
  await Promise.all([admin, busy, reader].map((client) => client.end()))
})

onPostgres('an index that is made outside of a transaction is made again where an attempt left it unfinished', async () => {
  const name = await makeDatabase()
  const client = await openAdmin(server, name)
  await client.query('create table twice (a int); insert into twice values (1), (1)')
  await expect(client.query('create unique index concurrently twice_a on twice (a)')).rejects.toThrow('could not create unique index')
  await client.query('delete from twice where ctid = (select min(ctid) from twice)')
  const lines = [
    '-- phase: expand',
    '-- no transaction',
    'create unique index concurrently if not exists "twice_a" on "twice" ("a");',
    '--> statement-breakpoint',
    'create index concurrently if not exists "twice_b" on "twice" ("a");',
  ]
  await applyMigration(client, parseMigration('9000_twice.sql', lines.join('\n')))
  const { rows } = await client.query(
    "select bool_and(indisvalid) as valid, count(*)::int as n from pg_index where indrelid = 'twice'::regclass",
  )
  expect(rows).toEqual([{ valid: true, n: 2 }])
  expect((await compareMigrations(client)).unknown).toEqual(['9000_twice.sql'])
  await expect(migrate(client)).resolves.toBeUndefined()
  await client.end()
})

onPostgres('a lock is given to one transaction at a time, also while its row is made', async () => {
  const name = await makeDatabase()
  const database = await openPostgres(`${server}/${name}`)
  let inside = 0
  let most = 0
  const work = (lock: string) =>
    database.db.transaction(async (tx) => {
      await takeLock(tx, lock)
      inside += 1
      most = Math.max(most, inside)
      await wait(5)
      inside -= 1
    })
  await Promise.all(Array.from({ length: 12 }, () => work('one')))
  expect(most).toBe(1)
  await database.db.transaction(async (tx) => {
    await takeLock(tx, 'two')
    await work('three') // does not wait for another name
  })
  await database.close()
})

describe.runIf(TESTS_ALL && given.kind === 'postgres' && hasPooler)('behind a transaction pooler', { timeout: 180_000 }, () => {
  let pooler: Awaited<ReturnType<typeof startPooler>>
  let name: string
  let pooled: Record<string, string>
  beforeAll(async () => {
    pooler = await startPooler(server)
    name = await makeDatabase()
    pooled = { DATABASE_URL: `${pooler.url}/${name}`, DATABASE_POOLER: 'transaction' }
  })
  afterAll(() => pooler.stop())

  test('a start and a migration that do not know of it stop and name the setting', async () => {
    const sentence = 'DATABASE_URL leads through a transaction pooler: set DATABASE_POOLER=transaction\n'
    const unaware = { DATABASE_URL: pooled.DATABASE_URL ?? '' }
    expect(await run(MAIN, [], unaware)).toEqual({ code: 1, said: sentence })
    expect(await run(SCRIPT, [], unaware)).toEqual({ code: 1, said: sentence })
    const both = await run(SCRIPT, [], { ...pooled, DATABASE_DIRECT_URL: unaware.DATABASE_URL })
    expect(both).toEqual({ code: 1, said: expect.stringContaining('DATABASE_DIRECT_URL goes through a transaction pooler') })
  })

  test('a start and a migration through a pooler that loses prepared statements stop and say which one is needed', async () => {
    const old = await startPooler(server, { names: 0 })
    const settings = { DATABASE_URL: `${old.url}/${name}`, DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: `${server}/${name}` }
    const said =
      'DATABASE_URL leads through a pooler that loses prepared statements. Use PgBouncer 1.21 or newer with max_prepared_statements = 200.\n'
    for (const file of [MAIN, SCRIPT]) expect(await run(file, [], settings)).toEqual({ code: 1, said })
    old.stop()
  })

  test('migrate and backup refuse without a direct address, and so does a start that would have to migrate', async () => {
    const refusal = expect.stringContaining('DATABASE_DIRECT_URL must be set with DATABASE_POOLER=transaction')
    for (const script of ['migrate.ts', 'backup.ts'])
      expect(await run(join(SCRIPT, '..', script), [], pooled)).toEqual({ code: 1, said: refusal })
    await takeBack(name)
    expect(await run(MAIN, [], pooled)).toEqual({ code: 1, said: refusal })
  })

  test('with a direct address the shop is opened and migrated', async () => {
    await takeBack(name)
    const database = await openPostgres(pooled.DATABASE_URL ?? '', { pooler: 'transaction', directUrl: `${server}/${name}` })
    expect((await compareMigrations(database.pool)).pending).toEqual([])
    await database.close()
  })
})
