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

async function takeTurn(client: PoolClient, work: (client: PoolClient) => Promise<void>): Promise<void> {
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

async function applyAll(client: PoolClient): Promise<void> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  )
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
    const text = readFileSync(join(FOLDER, name), 'utf8')
    const hash = createHash('sha256').update(text).digest('hex')
    const known = applied.get(name)
    if (known === hash) continue
    if (known) throw new Error(`The migration ${name} was changed after it had been applied to this database.`)
    await apply(client, name, text, hash)
  }
}

async function apply(client: PoolClient, name: string, text: string, hash: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into schema_migrations (name, hash) values ($1, $2)', [name, hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`The migration ${name} failed`, { cause: error })
  }
}
