import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { callLines, createApi } from '#contract/client.ts'
import { sessionOf } from '#contract/identity/auth.ts'
import { type Contract, contract } from '#contract/index.ts'
import { buildApp } from '#server/app.ts'
import { refreshDocuments } from '#server/catalog/products/search-documents.ts'
import { MAIL_TEXTS } from '#server/mail-texts.ts'
import { listDisagreements } from '#server/payments/ledger/list-disagreements.ts'
import { sealEntries } from '#server/platform/audit-seals/seal-entries.ts'
import { verifySeals } from '#server/platform/audit-seals/verify-seals.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { sendInProcess } from '#server/platform/http/in-process.ts'
import { DEMO_PASSWORD } from '#server/seed/bootstrap-admin.ts'
import { fillShop } from '#server/seed/fill-shop.ts'
import {
  backUp,
  backUpFrom,
  contentOf,
  makeFolder,
  makePlace,
  type Place,
  restore,
  restoreInto,
  withClient,
} from '#server/testing/archives.ts'
import { LONG_MS, TESTS_ALL } from '#server/testing/race-rounds.ts'
import type { Manifest } from './manifest.ts'
import { readOperations } from './operation-record.ts'
import { readArchive } from './read-archive.ts'
import type { Client } from './table-rows.ts'

/**
 * Tables that a restored shop has rows of its own in, or none: each with the reason. A table that is not named here is the same, row by
 * row.
 */
const NOT_RESTORED: Readonly<Record<string, string>> = {
  instances: 'servers that run',
  locks: 'locks by name',
  login_challenges: 'who is signing in',
  operations: 'backups and restores of this database',
  rate_limits: 'counters of the moment',
  schema_migrations: 'says when this database was migrated',
  sessions: 'who is signed in',
}
/** The demo of the version before, as `npm run backup` wrote it: its archives lack what triggers had written into tables of their own. */
const FORMAT_1 = join(import.meta.dirname, '..', '..', 'testing', 'archive-of-format-1.tar')
/** Its deliveries, and those on time. */
const DELIVERIES_OF_FORMAT_1 = '11 11'
const SCRIPTS = join(import.meta.dirname, '..', '..', '..', 'scripts')
const given = inject('database')
const { folder, remove } = makeFolder()
afterAll(remove)

type Rows = Map<string, string[]>

/**
 * Reads each row of each table as JSON, and whether the two halves of the shop's triggers and keys are on: all that a restore must bring
 * back.
 */
async function readAll(client: Client): Promise<Rows> {
  await client.query("set timezone = 'UTC'")
  const { rows: tables } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1",
  )
  const all: Rows = new Map()
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select row_to_json(t)::text as row from public.${name} t`)
    all.set(name, rows.map(({ row }) => row).sort())
  }
  const { rows: guards } = await client.query<{ guard: string }>(
    `select concat_ws(' ', tgrelid::regclass, tgname, tgenabled) as guard from pg_trigger where not tgisinternal
      union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
      union all select concat_ws(' ', sequencename, last_value) from pg_sequences where schemaname = 'public' and sequencename <> 'operations_id_seq'`,
  )
  return all.set('triggers, constraints and sequences', guards.map(({ guard }) => guard).sort())
}

/** Compares by table, so that a failure names the table and the row. */
function expectSame(found: Rows, expected: Rows): void {
  expect([...found.keys()]).toEqual([...expected.keys()])
  for (const [name, rows] of expected) if (!(name in NOT_RESTORED)) expect(found.get(name), name).toEqual(rows)
}

async function openShop(place: Place, work: (deps: Deps) => Promise<void>): Promise<void> {
  const config = readConfig({ DEMO: '1', RATE_LIMIT: 'off', DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl })
  const database = await openDatabase(config, () => {})
  const files = openFiles(config, { warn: () => {} })
  const deps: Deps = {
    config,
    db: database.db,
    files,
    database,
    mailTexts: MAIL_TEXTS,
    now: () => new Date(),
    throttle: null,
    logger: false,
  }
  await work(deps).finally(database.close)
}

/**
 * Looks at a restored shop as its people would: the books agree, the audit log is whole, staff sign in and read orders, and products are
 * found.
 */
const expectSound = (place: Place, { entries, at = new Date() }: { entries: number; at?: Date }) =>
  openShop(place, async (deps) => {
    await refreshDocuments(deps, new AbortController().signal)
    expect(await listDisagreements(deps.db)).toEqual([])
    const sealed = await verifySeals({ db: deps.db, now: () => at })
    expect(sealed.findings).toEqual([])
    expect(sealed.entries).toBe(entries)
    const app = await buildApp(deps)
    const as = (token: string | null) => createApi<Contract>(callLines(contract), sendInProcess(app, { token }))
    const { token } = await as(null)
      .auth.login({ body: { email: 'staff@reflute.test', password: DEMO_PASSWORD } })
      .then(sessionOf)
    expect((await as(token).orders.listAll({ query: {} })).total).toBeGreaterThan(10)
    expect((await as(null).products.list({ query: { search: 'shredder' } })).total).toBeGreaterThan(0)
    await app.close()
  })

/** Runs the command of operators, which records itself in the shop of its settings. */
const drill = (file: string, shop: Place, into?: string) =>
  new Promise<{ code: number; said: string }>((done) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = shop
    const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL, DATA_DIR, DRILL_DATABASE_URL: into }
    execFile(process.execPath, [join(SCRIPTS, 'restore-drill.ts'), file], { env }, (error, stdout, stderr) =>
      done({ code: error && 'code' in error ? Number(error.code) : 0, said: stdout + stderr }),
    )
  })

async function expectDrilled(file: string, shop: Place, into?: string): Promise<void> {
  const { code, said } = await drill(file, shop, into)
  expect(said).toMatch(
    /\nLedger: no discrepancies\nAudit log: \d+ entries, head \w+\n[^]*\n20 pages can be read\.\nStaff can sign in and read \d+ orders\.\n/,
  )
  expect(said).toContain(`Not in any archive: ${Object.keys(NOT_RESTORED).join(', ')}.`)
  expect(code).toBe(0)
  expect((await withClient(shop, readOperations)).newest.drill?.ok).toBe(true)
}

describe.runIf(given.kind === 'postgres')('M-BACKUP the whole demo shop', { timeout: LONG_MS }, () => {
  let source: Place
  /** One with another shop. */
  let older: Place
  let expected: Rows
  let archive: { file: string; manifest: Manifest }
  let entries = 0

  beforeAll(async () => {
    source = await makePlace(folder)
    await openShop(source, async (deps) => {
      await fillShop(deps, deps.database)
      await deps.db.execute(sql`update products set price_usd_cents = price_usd_cents + 100 where regular_usd_cents is null`)
      await deps.db.execute(sql`
        insert into deleted_categories (id, value, label, description, kind, position, created_at, version, former_values, moved_products, deleted_at)
        select gen_random_uuid(), 'old', 'Old', '', 'machine', 1, now(), 1, '{}', array_agg(id), now() from products`)
      const dayLater = { ...deps, now: () => new Date(Date.now() + 86_400_000) }
      await sealEntries(dayLater, { signal: new AbortController().signal })
      entries = (await verifySeals(deps)).entries
    })
    archive = await backUp(source, folder)
    expected = await withClient(source, readAll)
  })

  test('it has rows that triggers wrote, and a value of every type that a column of the shop has', async () => {
    for (const name of [
      'delivery_days',
      'invoices',
      'product_attributes',
      'product_fits',
      'product_prices',
      'search_documents',
      'search_words',
    ])
      expect(expected.get(name)?.length, name).toBeGreaterThan(0)
    expect(entries).toBeGreaterThan(20)
    const empty = await withClient(source, async (client) => {
      const { rows } = await client.query<{ type: string; tests: string }>(
        `select atttypid::regtype::text as type, string_agg(format('exists (select from %s where %I is not null)', attrelid::regclass, attname), ' or ') as tests
          from pg_attribute a join pg_class c on c.oid = attrelid where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
          and not (relname = any($1)) group by 1`,
        [Object.keys(NOT_RESTORED)],
      )
      const without: string[] = []
      for (const { type, tests } of rows) if (!(await client.query(`select ${tests} as found`)).rows[0].found) without.push(type)
      return without
    })
    expect(empty).toEqual([])
  })

  test.runIf(TESTS_ALL)(
    'from PostgreSQL to the embedded database and back every row is the same and the shop is sound; a drill with the archive of the embedded one passes',
    async () => {
      const embedded: Place = { databaseUrl: undefined, dataDir: join(folder, 'embedded') }
      const again = await withClient(embedded, async (client) => {
        expect((await restoreInto(client, archive.file, embedded)).unknown).toEqual([])
        expectSame(await readAll(client), expected)
        return backUpFrom(client, embedded, folder)
      })
      expect(contentOf(again.manifest)).toEqual(contentOf(archive.manifest))
      await expectSound(embedded, { entries })

      const server = await makePlace(folder)
      await restore(again.file, server)
      expectSame(await withClient(server, readAll), expected)
      await expectSound(server, { entries })
      expect(readFileSync(join(server.dataDir, 'certificates/demo-certificate.pdf'), 'latin1')).toMatch(/^%PDF/)
      await expectDrilled(again.file, embedded)
    },
  )

  test('an archive of the version before is restored, and what it lacks is written again', async () => {
    const manifest = await readArchive(FORMAT_1)
    expect(manifest.format).toBe(1)
    older = await makePlace(folder)
    expect(await restore(FORMAT_1, older)).toMatchObject({ manifest, unknown: [] })
    vi.stubEnv('OWN_HASHES', '1') // the archive has passwords of a shop
    const at = new Date(manifest.createdAt)
    await expectSound(older, { entries: 0, at }).finally(vi.unstubAllEnvs) // it also runs the job that writes search documents
    await withClient(older, async (client) => {
      const { rows } = await client.query(
        `select (select count(*) from products) - (select count(*) from search_documents where not is_stale) as documents,
          (select count(*) from products, words_of(split_part(search_text, chr(31), 1)) as n (word) where not exists (select from search_words w where w.word = n.word)) as words,
          (select sum(deliveries) || ' ' || sum(on_time) from delivery_days) as deliveries,
          (select count(*) from revisions where name in ('catalog', 'settings') and value > 0 and stamp is not null) as revisions`,
      )
      expect(rows).toEqual([{ documents: 0, words: 0, deliveries: DELIVERIES_OF_FORMAT_1, revisions: 2 }])
    })
  })

  test('from PostgreSQL to PostgreSQL, into a database that holds another shop, every row is the same', async () => {
    await restore(archive.file, older, { mayErase: true })
    expectSame(await withClient(older, readAll), expected)
  })

  test.runIf(TESTS_ALL)('a drill into an empty database passes and leaves nothing', async () => {
    const empty = await makePlace(folder)
    await expectDrilled(archive.file, source, empty.databaseUrl)
    expect([...(await withClient(empty, readAll)).values()]).toEqual([[]])
  })

  test.runIf(TESTS_ALL)('a drill into a database that holds a shop is refused, and writes nothing', async () => {
    const refused = await drill(archive.file, source, older.databaseUrl)
    expect(refused).toMatchObject({
      code: 1,
      said: expect.stringContaining('The database of DRILL_DATABASE_URL is not empty. Nothing was written.'),
    })
    expectSame(await withClient(older, readAll), expected)
  })
})
