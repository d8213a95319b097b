import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { applyMigrations, listMigrations, type Migration, readArchived, takeTurn } from '#server/platform/db/migrate.ts'
import { type Files, headOf } from '#server/platform/files/files.ts'
import type { Manifest } from './manifest.ts'
import { recordOperation } from './operation-record.ts'
import { drain, readArchive } from './read-archive.ts'
import {
  type Client,
  fillTable,
  listLeftOut,
  listTables,
  prepareSession,
  quoted,
  refreshMaterialized,
  setSequences,
  sumTable,
  type Table,
} from './table-rows.ts'
import { writeDerivedRows } from './write-derived-rows.ts'

/** Result of a restore. */
interface Restored {
  manifest: Manifest
  /** Tables of the archive that no migration makes: they are somebody else's and are not restored. */
  unknown: Manifest['tables']
  /** Tables that no archive has. */
  leftOut: string[]
}

/** The database and the files that an archive is restored into. */
interface Target {
  client: Client
  files: Files
  /** True: what the database holds is erased. False: it must be empty. */
  mayErase: boolean
  /** True: live payment keys may be used with it. */
  isLive: boolean
  now: () => Date
}

/** Splits our migrations into those of the archive and newer ones. @throws Error unless the archive has the first ones of ours */
function splitMigrations(manifest: Manifest): { archived: Migration[]; newer: Migration[] } {
  const ours = listMigrations()
  const archived = readArchived(manifest.migrations)
  archived.forEach(({ name, hash }, at) => {
    if (!ours[at])
      throw new Error(
        `The archive belongs to a newer version of Reflute: it has the migration ${archived.at(-1)?.name}, this version ends with ${ours.at(-1)?.name}.`,
      )
    if (ours[at].name !== name || ours[at].hash !== hash)
      throw new Error(`The archive has the migration ${name}, which this version does not have at this position.`)
  })
  return { archived, newer: ours.slice(archived.length) }
}

async function listNames(client: Client, text: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(text)
  return rows.map(({ name }) => name)
}

/** Names every table of ours; those of an extension are not ours. */
const OWN_TABLES = `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')`
/** Names whatever lies in the schema `public`, as DROP takes it; what an extension has brought is not ours. */
const OWN_OBJECTS = `select replace(o.type, 'statistics object', 'statistics') || ' if exists ' || o.identity as name
  from pg_depend d cross join lateral pg_identify_object(d.classid, d.objid, 0) o
  where d.refclassid = 'pg_namespace'::regclass and d.refobjid = 'public'::regnamespace and d.deptype = 'n'
    and not exists (select 1 from pg_depend e where e.classid = d.classid and e.objid = d.objid and e.deptype = 'e')
  order by o.type <> 'table', o.identity`

/** Returns whether the database holds no table of a shop, or of anybody else in its schemas. */
export const isEmptyDatabase = async (client: Client): Promise<boolean> => (await listNames(client, OWN_TABLES)).length === 0

/** Erases what the database holds; its rights and extensions stay. */
export async function eraseDatabase(client: Client): Promise<void> {
  await client.query('drop schema if exists pgboss cascade')
  for (const name of await listNames(client, OWN_OBJECTS)) await client.query(`drop ${name} cascade`)
}

/** Checks that nobody else uses the database: their work would be lost, or stop the restore. */
async function checkAlone(client: Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'",
  )
  const count = rows[0]?.count ?? 0
  if (count > 0)
    throw new Error(
      `${count} other ${count === 1 ? 'program is' : 'programs are'} connected to this database. Stop the shop first. Nothing was written.`,
    )
}

/** Takes the foreign keys away. @returns what puts them back, which checks every row */
async function dropForeignKeys(client: Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by 1, 2`,
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  return async () => {
    for (const { table, name, definition } of rows) await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
  }
}

/** Takes the indexes away that belong to no constraint. @returns what makes them again, each from all rows at once */
async function dropIndexes(client: Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class t on t.oid = i.indrelid
      where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and not t.relispartition
        and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid) order by 1`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return async () => {
    for (const { definition } of rows) await client.query(definition)
  }
}

/** Clause of ALTER TABLE by the state of a trigger in `pg_trigger.tgenabled`. */
const ENABLED: Readonly<Record<string, string>> = { O: 'enable trigger', R: 'enable replica trigger', A: 'enable always trigger' }

/**
 * Switches every trigger of ours off, so that what comes is stored as it is and nothing is written beside it. The owner of the tables may
 * do that; `session_replication_role` would take a superuser.
 * @returns what switches them on again, each as it was
 */
async function disableTriggers(client: Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; name: string; state: string }>(
    `select t.tgrelid::regclass::text as table, t.tgname as name, t.tgenabled as state from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and t.tgenabled <> 'D' and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by t.oid`,
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} disable trigger ${quoted(name)}`)
  return async () => {
    for (const { table, name, state } of rows) await client.query(`alter table ${table} ${ENABLED[state]} ${quoted(name)}`)
  }
}

/** Reads every table again and compares it with what the archive says. */
async function compareTables(client: Client, tables: ReadonlyMap<string, Table>, manifest: Manifest): Promise<void> {
  for (const { name, rows, sha256 } of manifest.tables) {
    const table = tables.get(name)
    if (!table) continue
    const found = await sumTable(client, table)
    if (found.rows !== rows)
      throw new Error(`${name} has ${found.rows} rows after the restore instead of ${rows}. The database was not changed.`)
    if (found.sha256 !== sha256)
      throw new Error(`${name} has other values after the restore than in the archive. The database was not changed.`)
  }
}

/**
 * Restores an archive into a database and the files. Everything is checked before anything is written, and the database is filled in one
 * transaction: after a failure it is as it was. The outbox is held until `npm run outbox:release`, and nobody is signed in.
 * @throws Error that says what is wrong with the archive or the database
 */
export async function restoreArchive(file: string, target: Target): Promise<Restored> {
  const { client, files, mayErase, isLive, now } = target
  const startedAt = now()
  const manifest = await readArchive(file).catch((cause: Error) => {
    throw new Error(`${cause.message} Nothing was written.`, { cause })
  })
  const { archived, newer } = splitMigrations(manifest)
  const { size: bytes } = await stat(file)
  let unknown: Manifest['tables'] = []
  await prepareSession(client)
  await takeTurn(client, async () => {
    await checkAlone(client)
    const isEmpty = await isEmptyDatabase(client)
    if (!isEmpty && !mayErase)
      throw new Error('The database is not empty. Restore into an empty one, or use --force to erase it. Nothing was written.')
    await client.query('begin')
    try {
      if (!isEmpty) await eraseDatabase(client)
      await applyMigrations(client, archived)
      const tables = new Map((await listTables(client)).map((table) => [table.name, table]))
      unknown = manifest.tables.filter(({ name }) => !tables.has(name))
      const enableTriggers = await disableTriggers(client)
      const restoreForeignKeys = await dropForeignKeys(client)
      const restoreIndexes = await dropIndexes(client)
      for (const { name } of tables.values()) await client.query(`delete from public.${quoted(name)}`) // rows that a migration made
      await readArchive(file, {
        table: async (name, lines) => {
          const table = tables.get(name)
          await (table ? fillTable(client, table, lines) : drain(lines))
        },
        file: async (key, content) => files.put(key, await buffer(content), headOf(key)),
      })
      await setSequences(client, manifest.sequences)
      await restoreIndexes()
      await restoreForeignKeys()
      await enableTriggers()
      await refreshMaterialized(client)
      await compareTables(client, tables, manifest)
      if (manifest.format === 1) await writeDerivedRows(client)
      await applyMigrations(client, newer)
      const detail = { file: basename(file), createdAt: manifest.createdAt, version: manifest.version, isLive }
      await recordOperation(client, { kind: 'restore', startedAt, finishedAt: now(), ok: true, bytes, detail })
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  })
  await client.query('analyze')
  return { manifest, unknown, leftOut: await listLeftOut(client) }
}
