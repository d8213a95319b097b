import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, inject, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { backUp, makeFolder, makePlace, type Place, restore, withClient } from '#server/testing/archives.ts'
import { LONG_MS } from '#server/testing/race-rounds.ts'
import { applyMigrations, compareMigrations, describePending, listMigrations, migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

/* What earlier versions made by 82 migrations is adopted by the one that stands for them, and is the same. */

/** A database that was migrated up to 0081 by the commit that ends with it, as pg_dump wrote it; with the rows of `schema_migrations`. */
const AT_0081 = gunzipSync(readFileSync(join(import.meta.dirname, '..', '..', 'testing', 'shop-at-0081.gz'))).toString()
const COMMIT = 'Start commit 80b1ec65 of Reflute first, then start this version.'

const isPostgres = inject('database').kind === 'postgres'
const { folder, remove } = makeFolder()
afterAll(remove)

type Client = Parameters<Parameters<typeof withClient>[1]>[0]

const newPlace = (): Promise<Place> | Place =>
  isPostgres ? makePlace(folder) : { databaseUrl: undefined, dataDir: mkdtempSync(join(tmpdir(), 'reflute-baseline-')) }

/** Makes a database of an earlier version, changed by `change`. */
async function makeFormer(change = 'select 1'): Promise<Place> {
  const place = await newPlace()
  await withClient(place, async (client) => {
    await client.query(AT_0081)
    await client.query(change)
  })
  return place
}

/** Opens a database as a start does. */
async function start(place: Place, settings: Record<string, string> = {}): Promise<void> {
  const config = readConfig({ DEMO: '1', DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl, ...settings })
  await (await openDatabase(config, () => {})).close()
}

const namesOf = async (client: Client) =>
  (await client.query<{ name: string }>('select name from schema_migrations order by name collate "C"')).rows.map(({ name }) => name)

/** Describes everything in the schema `public`, a line each. */
async function describe(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select concat_ws(' ', 'table', oid::regclass, relkind, relpersistence, reloptions, relrowsecurity) as line from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S', 'c')
    union all select concat_ws(' ', 'column', attrelid::regclass, dense_rank() over (partition by attrelid order by attnum), attname, format_type(atttypid, atttypmod),
        attnotnull, attidentity, attgenerated, attstorage, attcollation::regcollation, pg_get_expr(adbin, adrelid)) from pg_attribute a
      join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and attnum > 0 and not attisdropped
    union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, contype, convalidated, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select concat_ws(' ', 'index', indisvalid, pg_get_indexdef(indexrelid)) from pg_index join pg_class c on c.oid = indrelid
      where relnamespace = 'public'::regnamespace
    union all select concat_ws(' ', 'trigger', tgenabled, pg_get_triggerdef(t.oid)) from pg_trigger t join pg_class c on c.oid = tgrelid
      where relnamespace = 'public'::regnamespace and not tgisinternal
    union all select 'function ' || pg_get_functiondef(p.oid) from pg_proc p where pronamespace = 'public'::regnamespace and prokind = 'f'
    union all select concat_ws(' ', 'sequence', sequencename, data_type, start_value, increment_by, last_value) from pg_sequences where schemaname = 'public'
    union all select concat_ws(' ', 'extension', extname) from pg_extension
    union all select concat_ws(' ', 'type', typname, typtype) from pg_type where typnamespace = 'public'::regnamespace`)
  return rows.map(({ line }) => line).sort()
}

/** Reads every row, but for those that say when the database was migrated. */
async function readRows(client: Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations'",
  )
  const lines: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ line: string }>(`select row_to_json(t)::text as line from public."${name}" t`)
    lines.push(...rows.map(({ line }) => `${name} ${line}`))
  }
  return lines.sort()
}

const describeAll = async (client: Client) => ({ schema: await describe(client), rows: await readRows(client) })

/** A new database up to the migration with this name, or to the newest. */
async function describeNew(last?: string) {
  return withClient(await newPlace(), async (client) => {
    const ours = listMigrations()
    await applyMigrations(client, ours.slice(0, last ? ours.findIndex(({ name }) => name === last) + 1 : undefined))
    return describeAll(client)
  })
}

test('the baseline makes what 82 migrations made: tables, columns in their order, constraints, indexes, triggers, functions, rows', async () => {
  const former = await withClient(await makeFormer(), describeAll)
  expect(former.schema.filter((line) => line.startsWith('table ') && line.includes(' r ')).length).toBe(98)
  expect(former.rows.map((row) => row.split(' ')[0])).toEqual(['document_series', 'document_series', 'document_series'])
  expect(await describeNew('0000_baseline.sql')).toEqual(former)
})

test('a database at 0081 keeps its rows, takes what follows, and is then as a new one', { timeout: LONG_MS }, async () => {
  const place = await makeFormer(
    "insert into users (name, email, role) values ('Ann', 'ann@former.test', 'customer'); insert into settings values ('origin', to_jsonb('demo'::text))",
  )
  await start(place)
  await start(place, { MIGRATE: 'off' })
  const { schema } = await describeNew()
  await withClient(place, async (client) => {
    expect(await describe(client)).toEqual(schema)
    expect((await client.query('select name, email from users')).rows).toEqual([{ name: 'Ann', email: 'ann@former.test' }])
    const names = await namesOf(client)
    // an earlier version still knows them
    expect(names.slice(0, 82)).toEqual(expect.arrayContaining(['0000_initial.sql', '0081_zero_result_counts.sql']))
    expect(names.slice(82)).toEqual(listMigrations().flatMap(({ name }) => (name > '0082' ? [name] : [])))
    expect(await compareMigrations(client)).toEqual({ pending: [], unknown: [], refusal: null })
  })
})

test('one that has some of those that follow, or was interrupted between them, takes the others', async () => {
  const after = listMigrations().filter(({ name }) => name > '0082')
  for (const done of [1, 2, 3]) {
    const place = await makeFormer()
    await withClient(place, async (client) => {
      await applyMigrations(client, after.slice(0, done))
      expect((await compareMigrations(client)).pending).toEqual(after.slice(done).map(({ name }) => name))
      expect(describePending((await compareMigrations(client)).pending)).toHaveLength(after.length - done)
      await migrate(client)
      expect((await compareMigrations(client)).pending).toEqual([])
    })
  }
})

test('an older one stops the start, and nothing was changed', async () => {
  const older: [string, string][] = [
    ["delete from schema_migrations where name >= '0081'", '0080_search_pending'],
    ["delete from schema_migrations where name >= '0015'", '0014_plain_names'],
    ['alter table schema_migrations drop column phase', '0014_plain_names'], // as 0.2.0 left it
    ["delete from schema_migrations where name >= '0001'", '0000_initial'],
  ]
  const place = await makeFormer()
  for (const [change, last] of older) {
    const before = await withClient(place, async (client) => {
      await client.query(change)
      return describeAll(client)
    })
    const sentence = `This database belongs to an older version: it ends with ${last}, and this version begins after 0081_zero_result_counts. ${COMMIT}`
    await expect(start(place)).rejects.toThrow(sentence)
    await expect(start(place, { MIGRATE: 'off' })).rejects.toThrow(sentence)
    await withClient(place, async (client) => {
      await expect(migrate(client)).rejects.toThrow(sentence)
      expect(await describeAll(client)).toEqual(before)
    })
  }
})

test('one with a migration that was edited, or that skipped one, stops the start', async () => {
  const place = await makeFormer('create table kept as table schema_migrations')
  for (const change of [
    "update schema_migrations set hash = 'another' where name = '0042_sale_prices_filled.sql'",
    "update schema_migrations set hash = 'another' where name = '0081_zero_result_counts.sql'",
    "delete from schema_migrations where name = '0077_product_safety_indexed.sql'",
    "insert into schema_migrations (name, hash) values ('0050_of_a_branch.sql', 'x')",
  ]) {
    await withClient(place, (client) =>
      client.query(`truncate schema_migrations; insert into schema_migrations select * from kept; ${change}`),
    )
    await expect(start(place), change).rejects.toThrow('A migration up to 0081_zero_result_counts.sql was changed')
  }
  const later = await makeFormer("insert into schema_migrations (name, hash) values ('0082_delivery_time_zone.sql', 'another')")
  await expect(start(later)).rejects.toThrow('0082_delivery_time_zone.sql was changed after it had been applied')
})

test('a newer version is known beside the former names', async () => {
  const place = await makeFormer()
  await start(place)
  await withClient(place, async (client) => {
    await client.query("insert into schema_migrations (name, hash, phase) values ('9000_more.sql', 'x', 'expand')")
    expect(await compareMigrations(client)).toMatchObject({ unknown: ['9000_more.sql'], refusal: null })
    await client.query("insert into schema_migrations (name, hash, phase) values ('9001_less.sql', 'x', 'contract')")
    expect((await compareMigrations(client)).refusal?.what).toBe('This database belongs to a newer version (9001_less).')
  })
})

test('an archive of an adopted database is restored, one of an older one names the commit', { timeout: LONG_MS }, async () => {
  const place = await makeFormer("insert into users (name, email, role) values ('Ann', 'ann@former.test', 'customer')")
  const atBaseline = await backUp(place, folder)
  await start(place)
  const upToDate = await backUp(place, folder)
  expect(atBaseline.manifest.migrations).toHaveLength(82)
  const { schema } = await describeNew()
  for (const { file } of [atBaseline, upToDate]) {
    const target = await newPlace()
    await restore(file, target)
    await withClient(target, async (client) => {
      expect((await describe(client)).filter((line) => !line.startsWith('sequence operations'))).toEqual(
        schema.filter((line) => !line.startsWith('sequence operations')),
      )
      expect((await client.query('select email from users')).rows).toEqual([{ email: 'ann@former.test' }])
      expect(await namesOf(client)).toEqual(listMigrations().map(({ name }) => name))
    })
  }
  const { file } = await backUp(await makeFormer("delete from schema_migrations where name >= '0079'"), folder)
  await expect(restore(file, await newPlace())).rejects.toThrow(
    'This archive belongs to an older version: it ends with 0078_notices, and this version begins after 0081_zero_result_counts. Restore it with commit 80b1ec65 of Reflute first, then start this version.',
  )
})
