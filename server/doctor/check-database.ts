import type pg from 'pg'
import { MAX_BACKUP_HOURS, MAX_DRILL_DAYS } from '#contract/platform/health.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { readOperationsOfShop } from '#server/platform/backup/connect-shop.ts'
import { type NewestOperations, readOperations } from '#server/platform/backup/operation-record.ts'
import { checkNotLost, embeddedFolder, isEmptyFolder } from '#server/platform/db/data-folder.ts'
import { findPooler, isUnlimited, NEEDS_NAMES, NO_LIMITS, versionOfPooler } from '#server/platform/db/find-pooler.ts'
import { compareMigrations } from '#server/platform/db/migrate.ts'
import { waitForPostgres } from '#server/platform/db/wait-for-postgres.ts'
import { withClient } from '#server/platform/db/watched-client.ts'
import { listPlaces } from '#server/platform/files/watch-servers.ts'
import { type Finding, fail, ok, reasonOf, type Setup, warn } from './finding.ts'

const MIN_VERSION = 15
const MAX_VERSION = 18
const MAX_CLOCK_MS = 2000
const CONNECT_MS = 5000
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]', ''])

/** Checks everything about the PostgreSQL server. */
export async function checkPostgres(setup: Setup, url: string): Promise<Finding[]> {
  try {
    await waitForPostgres(url, 0, () => {})
  } catch (error) {
    return [fail('Database', `${reasonOf(error)}.`, 'Start PostgreSQL, or correct the host, user, password and database in DATABASE_URL.')]
  }
  const { databaseDirectUrl } = setup.config
  try {
    if (databaseDirectUrl) await waitForPostgres(databaseDirectUrl, 0, () => {}, 'DATABASE_DIRECT_URL')
  } catch (error) {
    return [fail('Database', `${reasonOf(error)}.`, 'Correct DATABASE_DIRECT_URL: it must point to the same database without the pooler.')]
  }
  const connectionString = databaseDirectUrl ?? url
  return withClient({ connectionString, connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS }, async (client) => {
    const findings: Finding[] = []
    for (const check of [checkVersion, checkWritable, checkExtension, checkMigrations, checkConnections, checkClock])
      findings.push(await check(client, setup).catch(unreadable))
    findings.push(...(await checkOperations(client, setup).catch((error: unknown) => [unreadable(error)])))
    findings.push(await checkServers(client).catch(unreadable))
    return [...findings, await checkTls(client, connectionString), await checkPooler(setup).catch(unreadable)]
  })
}

const unreadable = (error: unknown) =>
  fail('Database', `A check failed: ${reasonOf(error)}.`, 'Give the DATABASE_URL user the rights of the database owner.')

async function checkVersion(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ version: string; number: number }>(
    "select current_setting('server_version') as version, current_setting('server_version_num')::int as number",
  )
  const { version = '', number = 0 } = rows[0] ?? {}
  const major = Math.floor(number / 10_000)
  if (major >= MIN_VERSION && major <= MAX_VERSION) return ok('Database', `PostgreSQL ${version} is running`)
  return fail('Database', `PostgreSQL ${version} is not supported.`, `Use a version from ${MIN_VERSION} to ${MAX_VERSION}.`)
}

async function checkWritable(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ isStandby: boolean; isReadOnly: boolean }>(
    `select pg_is_in_recovery() as "isStandby", current_setting('default_transaction_read_only') = 'on' as "isReadOnly"`,
  )
  const { isStandby = false, isReadOnly = false } = rows[0] ?? {}
  if (isStandby) return fail('Database writes', 'This is a read-only standby.', 'Point DATABASE_URL at the primary.')
  if (!isReadOnly) return ok('Database writes', 'the database can be written to')
  return fail(
    'Database writes',
    'The database is read-only.',
    'Run "alter database … reset default_transaction_read_only" and check the role too.',
  )
}

async function checkExtension(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ isInstalled: boolean }>(
    `select installed_version is not null as "isInstalled" from pg_available_extensions where name = 'pg_trgm'`,
  )
  const { pending } = await compareMigrations(client)
  const isNew = pending.length > 0
  if (rows[0]?.isInstalled) return ok('Extensions', 'pg_trgm is installed')
  if (!rows[0]) return fail('Extensions', 'pg_trgm is missing on the database server.', 'Install the package postgresql-contrib there.')
  if (isNew) return ok('Extensions', 'pg_trgm is available; the first start installs it')
  return fail('Extensions', 'The extension pg_trgm is missing.', 'Run "create extension pg_trgm" in the database as its owner.')
}

async function checkMigrations(client: pg.Client, { config: { migrates } }: Setup): Promise<Finding> {
  const { pending, unknown, refusal } = await compareMigrations(client)
  if (refusal) return fail('Migrations', refusal.what, refusal.remedy)
  if (pending.length === 0)
    return ok(
      'Migrations',
      unknown.length > 0 ? `all are applied; ${unknown.at(-1)} from a newer version is compatible` : 'all are applied',
    )
  const many = `${pending.length} ${pending.length === 1 ? 'migration is' : 'migrations are'} pending, beginning with ${pending[0]}.`
  return warn('Migrations', many, migrates ? 'Start or restart the shop to apply them.' : 'Run "npm run migrate".')
}

async function checkConnections(client: pg.Client, { config: { databasePool } }: Setup): Promise<Finding> {
  const { rows } = await client.query<{ max: number; left: number }>(
    `select current_setting('max_connections')::int as max,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as left`,
  )
  const { max = 0, left = 0 } = rows[0] ?? {}
  const what = `${left} of ${max} are free`
  if (left >= databasePool) return ok('Connections', what)
  return warn(
    'Connections',
    `${what}; a server of the shop opens up to ${databasePool}.`,
    'Raise max_connections, or close connections that are in use (see pg_stat_activity).',
  )
}

async function checkClock(client: pg.Client, { now }: Setup): Promise<Finding> {
  const before = now().getTime()
  const { rows } = await client.query<{ at: number }>('select extract(epoch from clock_timestamp()) * 1000 as at')
  const middle = (before + now().getTime()) / 2
  const difference = Math.abs(Number(rows[0]?.at) - middle)
  if (difference <= MAX_CLOCK_MS) return ok('Clock', `${Math.round(difference)} ms from the database's`)
  const what = `This machine and the database differ by ${Math.round(difference / 1000)} s.`
  return fail('Clock', what, 'Synchronize both clocks with NTP ("timedatectl set-ntp true").')
}

async function checkOperations(client: pg.Client, { now }: Setup): Promise<Finding[]> {
  const { pending } = await compareMigrations(client)
  if (pending.length > 0) return [ok('Backup', 'is checked once the migrations are applied')]
  const operations = await readOperations(client)
  return [backupFinding(operations, now()), drillFinding(operations, now())]
}

/** Checks the embedded database, through the shop that has it open or itself. */
export async function checkEmbedded({ config, now }: Setup): Promise<Finding[]> {
  const { dataDir, isDemo } = config
  const found = isDemo
    ? ok('Database', `embedded, in ${dataDir}`)
    : warn('Database', `The embedded database in ${dataDir} doesn't survive a power cut.`, 'Set DATABASE_URL to a PostgreSQL server.')
  try {
    if (isEmptyFolder(embeddedFolder(dataDir))) {
      checkNotLost(dataDir)
      return [found, ok('Backup', 'is checked once the shop has been started')]
    }
    const operations = await readOperationsOfShop(config)
    return [found, backupFinding(operations, now()), drillFinding(operations, now())]
  } catch (error) {
    const [what = '', ...fix] = (error instanceof Error ? error.message : String(error)).split('\n')
    return [fail('Database', what, fix.join('\n') || 'Start the shop, or stop it, and run this again.')]
  }
}

function backupFinding({ backedUpAt, newest }: NewestOperations, now: Date): Finding {
  const name = 'Backup'
  const cure =
    'Run "npm run backup" every day with a timer or cron. If other tools make the backups, have them run "npm run backup -- --mark".'
  if (!backedUpAt) return warn(name, 'No backup has been recorded.', cure)
  const hours = Math.floor((now.getTime() - backedUpAt.getTime()) / HOUR_MS)
  const what = `the newest is ${hours} h old`
  if (hours >= MAX_BACKUP_HOURS) return warn(name, `${what}, more than ${MAX_BACKUP_HOURS} h.`, cure)
  if (newest.backup?.ok === false) return warn(name, `${what}, and a later one failed.`, 'Run "npm run backup" to see why.')
  return ok(name, what)
}

function drillFinding({ newest: { drill } }: NewestOperations, now: Date): Finding {
  const name = 'Restore drill'
  const cure =
    'Run "npm run restore:drill -- FILE" every month with the newest backup; if other tools restore it, run "npm run restore:drill -- --mark".'
  if (!drill) return warn(name, "No drill has been recorded, so it isn't known whether a backup can be restored.", cure)
  const age = now.getTime() - drill.finishedAt.getTime()
  const what = `the last one ${drill.ok ? 'passed' : 'failed'} ${Math.floor(age / DAY_MS)} d ago`
  if (!drill.ok) return warn(name, `${what}.`, 'Run "npm run restore:drill -- FILE" again to see why.')
  return age <= MAX_DRILL_DAYS * DAY_MS ? ok(name, what) : warn(name, `${what}, more than ${MAX_DRILL_DAYS} d.`, cure)
}

/** Checks that the servers that run share their files. */
async function checkServers(client: pg.Client): Promise<Finding> {
  const name = 'Servers'
  const { pending } = await compareMigrations(client)
  if (pending.length > 0) return ok(name, 'are checked once the migrations are applied')
  const places = await listPlaces(client)
  if (places.length <= 1) return ok(name, 'all store files in one place')
  return fail(
    name,
    `Running servers store files in ${places.length} places: files uploaded to one are missing on the others.`,
    'Set FILES=s3 with the same bucket on all of them, or share the DATA_DIR folder between them. "npm run files:move" copies existing files.',
  )
}

async function checkTls(client: pg.Client, url: string): Promise<Finding> {
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname) // a socket's folder is written with %2F
  if (LOCAL.has(host) || host.startsWith('/')) return ok('Database TLS', 'not needed on this machine')
  const { rows } = await client.query<{ ssl: boolean }>('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
  if (rows[0]?.ssl) return ok('Database TLS', 'the connection is encrypted')
  return warn(
    'Database TLS',
    `The connection to ${host} is not encrypted.`,
    'Turn on ssl in PostgreSQL and add "?sslmode=verify-full" to DATABASE_URL.',
  )
}

/** Checks that the addresses lead through what the settings say. */
async function checkPooler({ config: { databaseUrl = '', databaseDirectUrl, databasePooler } }: Setup): Promise<Finding> {
  const name = 'Pooler'
  const direct = 'DATABASE_DIRECT_URL to PostgreSQL itself'
  const found = await findPooler(databaseUrl)
  if (databaseDirectUrl && (await findPooler(databaseDirectUrl)) !== 'none')
    return fail(name, 'DATABASE_DIRECT_URL goes through a transaction pooler, too.', `Set ${direct}.`)
  if (databasePooler === 'none') {
    if (found === 'none') return ok(name, 'each connection has its own session')
    const what = 'DATABASE_URL goes through a transaction pooler, where session settings are lost.'
    return fail(name, what, `Set DATABASE_POOLER=transaction, and ${direct}.`)
  }
  if (found === 'forgetful')
    return fail(name, `${(await versionOfPooler(databaseUrl)) ?? 'The pooler'} loses prepared statements.`, NEEDS_NAMES)
  if (!databaseDirectUrl)
    return warn(name, "DATABASE_DIRECT_URL is not set, so migrations, backups and restores can't run.", `Set ${direct}.`)
  if (found === 'none') {
    const what = 'DATABASE_POOLER is set to transaction, but no transaction pooler was found.'
    return warn(name, what, 'Set DATABASE_POOLER=none, which is faster.')
  }
  if (await withClient({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_MS }, isUnlimited))
    return warn(name, NO_LIMITS, 'Set both with connect_query in pgbouncer.ini: see docs/running.md, "Connections".')
  const version = await versionOfPooler(databaseUrl)
  return ok(name, `${version ?? 'it'} keeps prepared statements, and DATABASE_DIRECT_URL bypasses it`)
}
