import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase, Pool } from 'pg'
import { sqlState } from './failure.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
/** Key of the advisory lock for migrating; the number is arbitrary. */
const LOCK = 72_746_531
/** Pause before the advisory lock is asked for again. */
const TURN_MS = 100
/** Longest wait for a lock: the requests of running servers queue behind it. */
const LOCK_TIMEOUT = '2s'
const LOCK_NOT_AVAILABLE = '55P03'
const TRIES = 5
const PAUSE_MS = 500

/**
 * A migration's kind: it may `expand` the database by what the version before works with, or `contract` it by what that one no longer
 * names.
 */
type Phase = 'expand' | 'contract'

/** A migration: its name, and the SHA-256 of its text. */
export interface Migration {
  name: string
  hash: string
}

interface MigrationFile extends Migration {
  phase: Phase
  /** True if its statements run one by one, outside of a transaction. */
  isBare: boolean
  text: string
}

/** The first lines of a migration. */
const HEADER = /^-- phase: (expand|contract)\n(-- no transaction\n)?/
const BREAKPOINT = '--> statement-breakpoint'

/** Runs `work` on this connection, which must be a session of its own, while no other server migrates the database. */
export async function takeTurn<Client extends Pick<ClientBase, 'query'>>(
  client: Client,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  await client.query('set lock_timeout = 0; set statement_timeout = 0')
  // asked for again and again: a statement that waits for the lock holds a snapshot, which an index that is made concurrently waits for
  while (!(await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK])).rows[0]?.taken) await wait(TURN_MS)
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

const readMigration = (name: string): MigrationFile => parseMigration(name, readFileSync(join(FOLDER, name), 'utf8'))

/** Reads the text of a migration: what its first lines say, and what it does. */
export function parseMigration(name: string, text: string): MigrationFile {
  const [, phase, bare] = HEADER.exec(text) ?? []
  const hash = createHash('sha256').update(text).digest('hex')
  return { name, text, hash, phase: phase === 'expand' ? 'expand' : 'contract', isBare: bare !== undefined }
}

/** Returns every migration of this version, oldest first. */
export const listMigrations = (): Migration[] => migrationNames().map(readMigration)

/** Name of a migration as people type it. */
const titleOf = (name: string) => name.replace(/\.sql$/, '')

/**
 * The first migration: what earlier versions made by 0000 to 0081. A database that has those is adopted as it is: it keeps their rows, by
 * which servers of an earlier version go on knowing it, and they count as the baseline.
 */
const BASELINE = {
  name: '0000_baseline.sql',
  /** The newest that it stands for. */
  last: '0081_zero_result_counts.sql',
  /** SHA-256 of a line with name and hash of each. */
  sum: '1a715828d89432138a25cad3898b635103be15a26bcffcac4b5fa5ffb00183eb',
  /** The commit of this repository that ends with the newest. */
  commit: '80b1ec65',
}

/**
 * Returns applied migrations by the names of this version; null if they end before the baseline. @throws Error when one that it stands for
 * was edited
 */
function countAsBaseline<Row extends Migration>(applied: readonly Row[]): (Row | Migration)[] | null {
  const former = applied.filter(({ name }) => name !== BASELINE.name && name <= BASELINE.last)
  if (former.length === 0) return [...applied]
  if (!former.some(({ name }) => name === BASELINE.last)) return null
  const lines = former.map(({ name, hash }) => `${name} ${hash}\n`).sort()
  if (createHash('sha256').update(lines.join('')).digest('hex') !== BASELINE.sum)
    throw new Error(`A migration up to ${BASELINE.last} was changed after it had been applied to this database.`)
  const { name, hash } = readMigration(BASELINE.name)
  return [{ name, hash }, ...applied.filter((row) => row.name > BASELINE.last)]
}

/**
 * Returns the migrations of an archive by the names of this version.
 * @throws Error that names the commit to restore it with, if it ends before the baseline
 */
export function readArchived(archived: readonly Migration[]): Migration[] {
  const known = countAsBaseline(archived)
  if (known) return known
  throw errorOf(refuseOlder('archive', archived))
}

/** Reason why this version can't work with a database, and what to do. */
interface Refusal {
  what: string
  remedy: string
}

const errorOf = ({ what, remedy }: Refusal) => new Error(`${what} ${remedy}`)

const refuseOlder = (place: 'archive' | 'database', applied: readonly Migration[]): Refusal => ({
  what: `This ${place} belongs to an older version: it ends with ${titleOf(applied.at(-1)?.name ?? '')}, and this version begins after ${titleOf(BASELINE.last)}.`,
  remedy: `${place === 'archive' ? 'Restore it with' : 'Start'} commit ${BASELINE.commit} of Reflute first, then start this version.`,
})

/** A database compared with this version, by the names of migrations. */
interface Comparison {
  /** Those that the database lacks, oldest first. */
  pending: string[]
  /** Those that this version does not know, oldest first. */
  unknown: string[]
  /**
   * Says that this version can't work with the database: it ends before the baseline, or an unknown one may have taken away what is needed.
   * Null if it can.
   */
  refusal: Refusal | null
}

/**
 * Compares a database with this version, without changing it.
 * @throws Error when a migration that was applied has been edited since.
 */
export async function compareMigrations(client: Pick<ClientBase | Pool, 'query'>): Promise<Comparison> {
  const names = migrationNames()
  const table = await client.query<{ found: boolean }>("select to_regclass('public.schema_migrations') is not null as found")
  if (!table.rows[0]?.found) return { pending: names, unknown: [], refusal: null }
  // the column is missing in databases from before phases
  const { rows } = await client.query<Migration & { phase: Phase | null }>(
    `select name, hash, to_jsonb(m) ->> 'phase' as phase from schema_migrations m order by name collate "C"`,
  )
  const known = countAsBaseline(rows)
  if (!known) return { pending: names, unknown: [], refusal: refuseOlder('database', rows) }
  const applied = new Map(known.map((row) => [row.name, row]))
  for (const name of names) {
    const hash = applied.get(name)?.hash
    if (hash !== undefined && hash !== readMigration(name).hash)
      throw new Error(`The migration ${name} was changed after it had been applied to this database.`)
  }
  const unknown = rows.filter(({ name }) => name > BASELINE.last && !names.includes(name))
  const worst = unknown.findLast(({ phase }) => phase !== 'expand')
  return {
    pending: names.filter((name) => !applied.has(name)),
    unknown: unknown.map(({ name }) => name),
    refusal: worst ? { what: `This database belongs to a newer version (${titleOf(worst.name)}).`, remedy: 'Start that version.' } : null,
  }
}

/** Compares a database as `compareMigrations` does. @throws Error also when this version can't work with it */
export async function compareUsable(client: Pick<ClientBase | Pool, 'query'>): Promise<Pick<Comparison, 'pending' | 'unknown'>> {
  const { refusal, ...comparison } = await compareMigrations(client)
  if (refusal) throw errorOf(refusal)
  return comparison
}

/** Returns what pending migrations would do, one line each. */
export function describePending(pending: readonly string[]): string[] {
  return pending.map((name) => {
    const { phase, isBare } = readMigration(name)
    const facts = [phase, ...(isBare ? ['no transaction'] : [])]
    return `${titleOf(name)} (${facts.join(', ')})`
  })
}

/** Writes the sentence that stops a start which must not apply migrations. */
export const needsMigrations = (pending: readonly string[]): string =>
  `The database needs ${pending.length} ${pending.length === 1 ? 'migration' : 'migrations'}: ${pending.map(titleOf).join(', ')}. Run: npm run migrate`

const MAKE_TABLE = `create table if not exists schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now());
  alter table schema_migrations add column if not exists phase text`

/**
 * Has the triggers that know what changed watch columns that a migration has added. Nothing before the migration 0087, which brings the
 * function.
 */
const WATCH_COLUMNS = `do $$ begin if to_regproc('public.watch_columns') is not null then perform public.watch_columns(); end if; end $$`
/** Removes these triggers until the end of a contract migration: a column that a trigger names can be neither dropped nor retyped. */
const UNWATCH_COLUMNS = `do $$ begin if to_regproc('public.watch_columns') is not null then drop trigger if exists products_stamp on public.products;
  drop trigger if exists businesses_stamp on public.businesses; drop trigger if exists categories_stamp on public.categories; end if; end $$`

const note = (client: Pick<ClientBase, 'query'>, { name, hash, phase }: MigrationFile) =>
  client.query('insert into schema_migrations (name, hash, phase) values ($1, $2, $3)', [name, hash, phase])

/** Runs the statements of a migration in a transaction, around which the triggers follow the columns, and notes it. */
async function runNoted(client: Pick<ClientBase, 'query'>, migration: MigrationFile, text = migration.text): Promise<void> {
  if (migration.phase === 'contract') await client.query(UNWATCH_COLUMNS)
  await client.query(text)
  await client.query(WATCH_COLUMNS)
  await note(client, migration)
}

/** Applies these migrations in the transaction of the caller. */
export async function applyMigrations(client: Pick<ClientBase, 'query'>, migrations: readonly Pick<Migration, 'name'>[]): Promise<void> {
  await client.query(MAKE_TABLE)
  await client.query('set constraints all immediate') // a table whose triggers still wait for the commit can't be altered
  for (const { name } of migrations) {
    const migration = readMigration(name)
    // nobody else is there
    await runNoted(client, migration, migration.isBare ? migration.text.replace(/\bconcurrently\b|\bcommit;/gi, '') : migration.text)
  }
}

/**
 * Brings the database to the newest migration, each in its own transaction. Of two servers that start at once one waits for the other.
 * @param client a session of its own: behind a transaction pooler both would get the lock
 * @param onApplied is called with each migration and how long it took
 * @throws Error when one fails, was edited since it was applied, or when the database belongs to a newer version
 */
export async function migrate(client: Pick<ClientBase, 'query'>, onApplied: (name: string, ms: number) => void = () => {}): Promise<void> {
  await takeTurn(client, async () => {
    const { pending } = await compareUsable(client)
    if (pending.length > 0) await client.query(MAKE_TABLE)
    for (const name of pending) {
      const startedAt = performance.now()
      await applyMigration(client, readMigration(name))
      onApplied(titleOf(name), performance.now() - startedAt)
    }
  })
}

/**
 * Applies one migration. A lock that is not free within two seconds is given up, so that requests go on, and asked for again, five times in
 * all.
 */
export async function applyMigration(client: Pick<ClientBase, 'query'>, migration: MigrationFile): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await (migration.isBare ? applyBare(client, migration) : applyInTransaction(client, migration))
      return
    } catch (error) {
      if (attempt === TRIES || sqlState(error) !== LOCK_NOT_AVAILABLE)
        throw new Error(`The migration ${migration.name} failed`, { cause: error })
      await wait(PAUSE_MS * attempt)
    }
  }
}

async function applyInTransaction(client: Pick<ClientBase, 'query'>, migration: MigrationFile): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'; set constraints all immediate`)
    await runNoted(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Runs the statements of a migration one by one. Each must do nothing where it was done before: after a failure all run again. */
async function applyBare(client: Pick<ClientBase, 'query'>, migration: MigrationFile): Promise<void> {
  for (const statement of migration.text.split(BREAKPOINT)) {
    const isConcurrent = /\bconcurrently\b/i.test(statement)
    const [, index] = /\bcreate (?:unique )?index concurrently (?:if not exists )?"?(\w+)/i.exec(statement) ?? []
    if (index) await dropInvalid(client, index)
    await client.query(`set lock_timeout = '${isConcurrent ? 0 : LOCK_TIMEOUT}'`) // a concurrent one waits without stopping anybody
    await client.query(statement)
  }
  await client.query('set lock_timeout = 0')
  await note(client, migration)
}

/** Drops an index that an earlier attempt left unfinished. */
async function dropInvalid(client: Pick<ClientBase, 'query'>, index: string): Promise<void> {
  const { rows } = await client.query(`select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid`, [`public.${index}`])
  if (rows.length > 0) await client.query(`drop index concurrently if exists ${index}`)
}
