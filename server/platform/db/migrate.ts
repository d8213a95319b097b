import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase, Pool, PoolClient } from 'pg'
import { withPatience } from './watched-client.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
/** Key of the advisory lock for migrating and seeding; the number is arbitrary. */
const LOCK = 72_746_531

/**
 * Brings the database to the newest migration, each in its own transaction. Two servers that start at once take turns.
 * @throws Error when a migration that was applied has been edited since.
 */
export async function migrate(pool: Pool): Promise<void> {
  await inTurn(pool, applyAll)
}

/** Runs `work` while no other server migrates or fills this database. Holds a connection: the embedded database has one only. */
export async function inTurn(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await withPatience(null, () => takeTurn(client, work))
  } finally {
    client.release()
  }
}

/** Runs `work` on this connection while no other server migrates or fills the database. */
export async function takeTurn<Client extends Pick<ClientBase, 'query'>>(
  client: Client,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  await client.query('set lock_timeout = 0; set statement_timeout = 0')
  await client.query('select pg_advisory_lock($1)', [LOCK])
  try {
    await work(client)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK])
    await client.query('reset lock_timeout; reset statement_timeout')
  }
}

/** Returns the names of all migrations, oldest first. */
function migrationNames(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()
}

/** Compares a database with this version, without changing it: migrations that it lacks, and those that this version does not know. */
export async function compareMigrations(client: Pick<ClientBase | Pool, 'query'>): Promise<{ pending: string[]; unknown: string[] }> {
  const names = migrationNames()
  const table = await client.query<{ found: boolean }>("select to_regclass('public.schema_migrations') is not null as found")
  if (!table.rows[0]?.found) return { pending: names, unknown: [] }
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  const applied = rows.map(({ name }) => name)
  return { pending: names.filter((name) => !applied.includes(name)), unknown: applied.filter((name) => !names.includes(name)) }
}

/** A migration: its name, and the SHA-256 of its text. */
export interface Migration {
  name: string
  hash: string
}

function readMigration(name: string): Migration & { text: string } {
  const text = readFileSync(join(FOLDER, name), 'utf8')
  return { name, text, hash: createHash('sha256').update(text).digest('hex') }
}

/** Returns every migration of this version, oldest first. */
export const listMigrations = (): Migration[] => migrationNames().map((name) => readMigration(name))

const MAKE_TABLE =
  'create table if not exists schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())'

/** Applies these migrations in the transaction of the caller. */
export async function applyMigrations(client: Pick<ClientBase, 'query'>, migrations: readonly Pick<Migration, 'name'>[]): Promise<void> {
  await client.query(MAKE_TABLE)
  for (const { name } of migrations) {
    const { text, hash } = readMigration(name)
    await client.query(text)
    await client.query('insert into schema_migrations (name, hash) values ($1, $2)', [name, hash])
  }
}

async function applyAll(client: PoolClient): Promise<void> {
  await client.query(MAKE_TABLE)
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from schema_migrations')
  const applied = new Map(rows.map((row) => [row.name, row.hash]))
  const names = migrationNames()
  const unknown = [...applied.keys()].filter((name) => !names.includes(name)).sort()
  if (unknown.length > 0) {
    throw new Error(
      `This database belongs to a newer version of Reflute: it has the migration ${unknown.at(-1)}, this version ends with ${names.at(-1)}. Start that version.`,
    )
  }
  for (const name of names) {
    const known = applied.get(name)
    if (known === readMigration(name).hash) continue
    if (known) throw new Error(`The migration ${name} was changed after it had been applied to this database.`)
    await apply(client, name)
  }
}

async function apply(client: PoolClient, name: string): Promise<void> {
  await client.query('begin')
  try {
    await applyMigrations(client, [{ name }])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`The migration ${name} failed`, { cause: error })
  }
}
