import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { PROVIDER_REQUESTS } from '#server/payments/cards/card-payment-record.ts'
import { TRANSFERS } from '#server/payouts/transfers/transfer-queue.ts'
import { applyMigrations, listMigrations } from '#server/platform/db/migrate.ts'
import { openDiskFiles } from '#server/platform/files/disk-files.ts'
import { deliverDueMails } from '#server/platform/mail/deliver-mails.ts'
import { MAILS, queueMail } from '#server/platform/mail/queued-mails.ts'
import { findLongestDue } from '#server/platform/outbox.ts'
import { backUp, contentOf, makeFolder, makePlace, type Place, restore, withClient } from '#server/testing/archives.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { nameOfShop } from './connect-shop.ts'
import type { Manifest } from './manifest.ts'
import { checkCopy, readOperations, recordOperation, releaseOutbox } from './operation-record.ts'
import { readArchive } from './read-archive.ts'
import { writeArchive } from './write-archive.ts'

const SCRIPTS = join(import.meta.dirname, '..', '..', '..', 'scripts')
const given = inject('database')
const { folder, remove } = makeFolder()
/** Beyond 2^53: a number of JavaScript would round it. */
const HUGE = '9007199254740993'
const INSTANT = '2026-01-02 03:04:05.123456+00'
const NAME = 'Ünï "quoted" \\ back\nline\u2028separator\t🧩 $null'
const PICTURE = Buffer.from(Array.from({ length: 3000 }, (_, at) => at % 251))

afterAll(remove)

function writeFile(place: Place, key: string, content: string | Buffer): void {
  mkdirSync(dirname(join(place.dataDir, key)), { recursive: true })
  writeFileSync(join(place.dataDir, key), content)
}

const listAll = (path: string) => (existsSync(path) ? readdirSync(path, { recursive: true }).map(String) : [])
const countTables = (place: Place) =>
  withClient(place, async (client) => (await client.query("select 1 from pg_tables where schemaname = 'public'")).rowCount)

describe.runIf(given.kind === 'postgres')('M-BACKUP', () => {
  let shop: TestShop
  let source: Place
  let archive: { file: string; manifest: Manifest }

  beforeAll(async () => {
    shop = await openTestShop()
    const { rows } = await shop.database.pool.query<{ name: string }>('select current_database() as name')
    source = { databaseUrl: given.kind === 'postgres' ? `${given.server}/${rows[0]?.name}` : undefined, dataDir: join(folder, 'source') }
    const product = await shop.make.product({ name: NAME, features: ['a', 'b'] })
    await shop.signIn('customer')
    const { pool } = shop.database
    await pool.query('update products set price_usd_cents = $1::bigint, created_at = $2::timestamptz, ladder = null where id = $3', [
      HUGE,
      INSTANT,
      product.id,
    ])
    await pool.query(
      `insert into settings (name, value) values ('json-null', 'null'), ('json-text', '"null"'), ('json-deep', '{"$null":["value"],"n":1.10}')`,
    )
    await pool.query("select nextval('order_number_sequence'), nextval('order_number_sequence')")
    await queueMail(shop.deps.db, {
      dedupeKey: 'held',
      template: 'newsletter-confirm',
      to: 'ann@test.test',
      facts: {},
      at: shop.deps.now(),
    })
    writeFile(source, 'media/2026/picture.webp', PICTURE)
    writeFile(source, 'mail/one.eml', 'Subject: one')
    writeFile(source, 'mail/empty.eml', '')
    writeFile(source, 'media/half.webp.part', 'not whole')
    writeFile(source, 'postgres/PG_VERSION', '18')
    writeFile(source, 'exports/users.csv', 'left out')
    archive = await backUp(source, folder)
  })
  afterAll(() => shop.close())

  test('what is restored and backed up again is the same: every table, sequence and file, to the last digit', async () => {
    const place = await makePlace(folder)
    await restore(archive.file, place)
    const again = await backUp(place, folder)
    expect(contentOf(again.manifest)).toEqual(contentOf(archive.manifest))
    expect(again.manifest.tables.find(({ name }) => name === 'products')?.rows).toBe(1)
    expect(again.manifest.files).toEqual({ count: 3, bytes: PICTURE.length + 12 })
    expect(readFileSync(join(place.dataDir, 'media/2026/picture.webp')).equals(PICTURE)).toBe(true)
    expect(listAll(place.dataDir).filter((name) => /part|postgres|exports/.test(name))).toEqual([])
    await withClient(place, async (client) => {
      const { rows } = await client.query(
        "select name, price_usd_cents::text as price, (created_at at time zone 'UTC')::text as at, ladder from products",
      )
      expect(rows).toEqual([{ name: NAME, price: HUGE, at: '2026-01-02 03:04:05.123456', ladder: null }])
      const { rows: settings } = await client.query(
        "select name, value::text as value from settings where name like 'json-%' order by name",
      )
      expect(settings.map(({ value }) => value)).toEqual(['{"n": 1.10, "$null": ["value"]}', 'null', '"null"'])
      expect((await client.query("select nextval('order_number_sequence')::int as next")).rows[0].next).toBe(
        (await shop.database.pool.query('select last_value::int + 1 as next from order_number_sequence')).rows[0].next,
      )
      // keys and rules are there again, and the audit log is append-only
      await expect(client.query('update products set business_id = gen_random_uuid()')).rejects.toThrow('foreign key')
    })
  })

  test('nobody is signed in afterwards, and operations of the other database are not taken along', async () => {
    const names = archive.manifest.tables.map(({ name }) => name)
    for (const name of ['sessions', 'operations', 'schema_migrations']) expect(names).not.toContain(name)
    const place = await makePlace(folder)
    await restore(archive.file, place)
    const { sessions, found } = await withClient(place, async (client) => ({
      sessions: (await client.query('select 1 from sessions')).rowCount,
      found: await readOperations(client),
    }))
    expect(sessions).toBe(0)
    expect(found).toMatchObject({ backedUpAt: null, isOutboxHeld: true, newest: { restore: { ok: true } } })
  })

  test.runIf(TESTS_ALL)(
    'a changed byte, wherever it is, and an archive that is cut or longer are refused before anything is written',
    async () => {
      const bytes = readFileSync(archive.file)
      const file = join(folder, 'changed.tar')
      const at = (text: string, from = 0) => bytes.indexOf(text, from)
      const products = at('db/products.ndjson.gz')
      const picture = at('files/media/2026/picture.webp')
      const positions: [number, RegExp][] = [
        [at('db/products.ndjson.gz'), /truncated or damaged/], // a name
        [at('"rows"') + 2, /truncated or damaged/], // the manifest
        [products + 512 + 5, /truncated or damaged/], // the time in the head of a compressed file, which nobody reads
        [products + 512 + 60, /^products\.ndjson\.gz does not match its checksum\. Nothing was written\.$/],
        [picture + 512 + 100, /^files\/media\/2026\/picture\.webp does not match its checksum\. Nothing was written\.$/],
        [picture + 512 + PICTURE.length + 3, /truncated or damaged/], // what fills up a block
        [at('files.sha256') + 512 + 8, /does not match its checksum/],
        [at('manifest.sha256') + 512 + 8, /truncated or damaged/],
        [bytes.length - 1, /truncated or damaged/],
      ]
      const place = await makePlace(folder)
      for (const [position, message] of positions) {
        const changed = Buffer.from(bytes)
        changed[position] = (changed[position] ?? 0) ^ 1
        writeFileSync(file, changed)
        await expect(restore(file, place), String(position)).rejects.toThrow(message)
      }
      for (let position = 7; position < bytes.length; position += Math.ceil(bytes.length / 60)) {
        const changed = Buffer.from(bytes)
        changed[position] = (changed[position] ?? 0) ^ 128
        writeFileSync(file, changed)
        await expect(readArchive(file), String(position)).rejects.toThrow()
      }
      for (const length of [0, 100, 2048, 20_000, bytes.length - 2048, bytes.length - 1]) {
        copyFileSync(archive.file, file)
        truncateSync(file, length)
        await expect(restore(file, place), String(length)).rejects.toThrow(/Nothing was written\.$/)
      }
      writeFileSync(file, Buffer.concat([bytes, Buffer.alloc(512)]))
      await expect(restore(file, place)).rejects.toThrow(/Nothing was written\.$/)
      await expect(restore(`${file}.gone`, place)).rejects.toThrow(/^There is no archive .*\.gone\. Nothing was written\.$/)
      expect(await countTables(place)).toBe(0)
      expect(listAll(place.dataDir)).toEqual([])
    },
  )

  test('a database that is not empty is erased only with --force, and not while others are connected', async () => {
    const place = await makePlace(folder)
    await withClient(place, (client) =>
      client.query('create table old (id int); insert into old values (1); create schema pgboss; create table pgboss.job (id int)'),
    )
    await expect(restore(archive.file, place)).rejects.toThrow('The database is not empty')
    await withClient(place, async () => {
      await expect(restore(archive.file, place, { mayErase: true })).rejects.toThrow(
        '1 other program is connected to this database. Stop the shop first.',
      )
    })
    expect(await withClient(place, async (client) => (await client.query('select id from old')).rows)).toEqual([{ id: 1 }])
    await restore(archive.file, place, { mayErase: true })
    expect(contentOf((await backUp(place, folder)).manifest)).toEqual(contentOf(archive.manifest))
    expect(
      await withClient(
        place,
        async (client) => (await client.query("select to_regclass('old') as old, to_regclass('pgboss.job') as job")).rows,
      ),
    ).toEqual([{ old: null, job: null }])
  })

  test.runIf(TESTS_ALL)('rows that do not fit together leave the database as it was', async () => {
    const name = new URL(source.databaseUrl ?? '').pathname.slice(1)
    const broken = await makePlace(folder, given.kind === 'postgres' ? given.template : name)
    await withClient(broken, async (client) => {
      await client.query('alter table addresses drop constraint addresses_user_id_users_id_fk')
      await client.query(`insert into addresses (user_id, form) values (gen_random_uuid(), '{}')`)
    })
    const { file } = await backUp(broken, folder)
    const place = await makePlace(folder)
    await restore(archive.file, place)
    await expect(restore(file, place, { mayErase: true })).rejects.toThrow('addresses_user_id_users_id_fk')
    expect(contentOf((await backUp(place, folder)).manifest)).toEqual(contentOf(archive.manifest))
  })

  test.runIf(TESTS_ALL)('an archive of an older version gets the newer migrations, one of a newer version is refused', async () => {
    const earlier = listMigrations().slice(0, 1)
    const older = await makePlace(folder)
    await withClient(older, (client) => applyMigrations(client, earlier))
    const { file, manifest } = await backUp(older, folder)
    expect(manifest.migrations.map(({ name }) => name)).toEqual(earlier.map(({ name }) => name))
    const place = await makePlace(folder)
    await restore(file, place)
    expect((await backUp(place, folder)).manifest.migrations).toEqual(archive.manifest.migrations)
    await withClient(older, (client) => client.query("insert into schema_migrations (name, hash) values ('9999_later.sql', 'x')"))
    const later = await backUp(older, folder)
    await expect(restore(later.file, await makePlace(folder))).rejects.toThrow('9999_later.sql')
  })

  test('no email leaves a restored shop until its outbox is released', async () => {
    const sent: string[] = []
    const mailer = { send: async ({ to }: { to: string }) => void sent.push(to), close: () => {} }
    const { pool } = shop.database
    const startedAt = shop.deps.now()
    await recordOperation(pool, { kind: 'restore', startedAt, finishedAt: startedAt, ok: true, bytes: 1, detail: { isLive: false } })
    await pool.query("insert into outbox (kind, dedupe_key, payload) values ('refund', 'r', '{}'), ('transfer', 't', '{}')")
    const findDue = () =>
      Promise.all([MAILS, PROVIDER_REQUESTS, TRANSFERS].map((queue) => findLongestDue(shop.deps.db, queue, new Date(Date.now() + 60_000))))
    expect(await findDue()).toEqual([null, null, null])
    expect(await deliverDueMails(shop.deps, mailer)).toBe(0)
    const row = () => pool.query("select attempts, sent_at from outbox where dedupe_key = 'held'").then(({ rows }) => rows[0])
    expect(await row()).toEqual({ attempts: 0, sent_at: null })
    expect(await releaseOutbox(pool, { isLive: false, at: startedAt })).toBe(3)
    expect((await findDue()).every((at) => at !== null)).toBe(true)
    await pool.query("delete from outbox where kind <> 'mail'")
    expect(await releaseOutbox(pool, { isLive: false, at: startedAt })).toBeNull()
    await deliverDueMails(shop.deps, mailer)
    expect(sent).toEqual(['ann@test.test'])
    expect((await readOperations(pool)).isOutboxHeld).toBe(false)
    await pool.query('delete from operations; update outbox set sent_at = null, attempts = 0')
  })

  test('live payment keys are refused with a restored copy, until it is said to be the shop', async () => {
    const { pool } = shop.database
    const at = shop.deps.now()
    await checkCopy(pool, 'sk_live_x')
    await recordOperation(pool, { kind: 'restore', startedAt: at, finishedAt: at, ok: true, bytes: 1, detail: { isLive: false } })
    await checkCopy(pool, 'sk_test_x')
    await checkCopy(pool, undefined)
    await expect(checkCopy(pool, 'sk_live_x')).rejects.toThrow('npm run outbox:release -- --live')
    await releaseOutbox(pool, { isLive: false, at })
    await expect(checkCopy(pool, 'rk_live_x')).rejects.toThrow("live Stripe keys can't be used with a copy")
    await releaseOutbox(pool, { isLive: true, at })
    await checkCopy(pool, 'sk_live_x')
    await pool.query('delete from operations')
  })

  test.runIf(TESTS_ALL)('a backup has one moment of the database, and a file that changes meanwhile stops it', async () => {
    const place = await makePlace(folder, given.kind === 'postgres' ? given.template : '')
    writeFile(place, 'media/a.webp', 'a picture')
    const add = () =>
      withClient(place, (client) => client.query("insert into settings (name, value) values (gen_random_uuid()::text, '1')"))
    await add()
    let isChanging = false
    const output = () =>
      new Writable({
        write: (_chunk, _encoding, done) => {
          if (isChanging) writeFile(place, 'media/a.webp', 'another one')
          done()
        },
      })
    const write = () =>
      withClient(place, (client) => {
        const query = async (text: string, values?: unknown[]) => {
          if (text.includes('cursor')) await add()
          return client.query(text, values)
        }
        const spool = mkdtempSync(join(folder, 'spool-'))
        return writeArchive(
          { client: { query } as typeof client, kind: 'postgres', files: openDiskFiles(place.dataDir), folder: spool, now: new Date() },
          output(),
        )
      })
    const { manifest } = await write()
    expect(manifest.tables.find(({ name }) => name === 'settings')?.rows).toBe(1)
    isChanging = true
    await expect(write()).rejects.toThrow('media/a.webp changed during the backup. Run the backup again.')
  })

  test.runIf(TESTS_ALL)(
    'the commands write, record and refuse: nothing is erased without its name, and no live key goes with a copy',
    async () => {
      const place = await makePlace(folder, given.kind === 'postgres' ? given.template : '')
      const run = (script: string, args: string[], settings: Record<string, string> = {}) =>
        new Promise<{ code: number; text: string }>((resolve) => {
          const { PATH, NODE_COMPILE_CACHE } = process.env
          const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: place.databaseUrl, DATA_DIR: place.dataDir, ...settings }
          execFile(process.execPath, [join(SCRIPTS, script), ...args], { env }, (error, stdout, stderr) =>
            resolve({ code: error && 'code' in error ? Number(error.code) : 0, text: stdout + stderr }),
          )
        })
      const file = join(folder, 'by-command.tar')
      const written = await run('backup.ts', ['--out', file])
      expect(written).toMatchObject({
        code: 0,
        text: expect.stringMatching(/by-command\.tar contains \d+ tables, [\d,]+ rows? and 0 files/),
      })
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(await withClient(place, readOperations)).toMatchObject({ newest: { backup: { ok: true, bytes: statSync(file).size } } })
      const keys = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }
      const name = nameOfShop(place)
      expect(name).toMatch(/^(127\.0\.0\.1|%2F.+):\d+\/backup_[0-9a-f]+$/) // the tests' server may be reached by its socket
      const refusals = await Promise.all([
        run('backup.ts', ['--out', file]),
        run('restore.ts', [file]),
        run('restore.ts', [file, '--force', '--yes-erase=another/shop']),
        run('restore.ts', [file, '--force', `--yes-erase=${name}`], keys),
      ])
      expect(refusals.map(({ code }) => code)).toEqual([1, 1, 1, 1])
      const [again = '', full = '', wrong = '', live = ''] = refusals.map(({ text }) => text)
      expect(again).toContain('already exists')
      expect(full).toContain('The database is not empty')
      expect(wrong).toContain(`--yes-erase=${name}`)
      expect(live).toContain('is a live key')
      expect((await withClient(place, readOperations)).newest.restore).toBeUndefined()
      expect(await run('restore.ts', [file, '--erasures', join(folder, 'missing.txt')])).toMatchObject({
        code: 2,
        text: expect.stringContaining('There is no list'),
      })
      const forgotten = join(folder, 'erasures.txt')
      writeFileSync(forgotten, `${randomUUID()} 2026-11-22T10:00:00.000Z\n`)
      const restored = await run('restore.ts', [file, '--force', `--yes-erase=${name}`, '--erasures', forgotten])
      expect(restored.text).toMatch(
        /\nLedger: no discrepancies\.?\nAudit log: \d+ entr(?:y|ies), head [^]*\nErasures: 0 erased, 1 already erased or not in this database\n/,
      )
      expect(restored.code).toBe(0)
      expect(await run('release-outbox.ts', [])).toMatchObject({ code: 0, text: 'Released: 0 messages will be sent.\n' })
      expect(await run('restore.ts', ['--mark', file])).toMatchObject({ code: 2 })
      expect(await run('restore.ts', ['--mark'])).toMatchObject({ code: 0, text: expect.stringContaining('npm run outbox:release') })
      expect(await withClient(place, readOperations)).toMatchObject({ isOutboxHeld: true })
    },
  )
})
