import { spawnSync } from 'node:child_process'
import { chownSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openPostgres } from '#server/platform/db/client.ts'
import { openShop } from './bench/shop.ts'
import { checkShop } from './drill/check-shop.ts'
import { OrderLoad, stockShop } from './drill/order-load.ts'
import { type DrillPostgres, openDrillPostgres } from './drill/postgres.ts'

/*
 * `npm run drill -- point-in-time`: backs up a shop's PostgreSQL by pgBackRest with the files of ops/pgbackrest, takes 100 orders, drops a
 * table, restores the database to the moment before, and counts. It is skipped where pgBackRest or PostgreSQL up to 15 is not installed
 * (Debian: pgbackrest, postgresql-15).
 */

const OPS = join(import.meta.dirname, '..', 'ops', 'pgbackrest')
const ORDERS = 100
/** The newest version that pgBackRest 2.45 knows comes first. */
const PROGRAMS = ['15', '14', '13'].map((version) => `/usr/lib/postgresql/${version}/bin`)
const say = (line: string) => process.stdout.write(`${line}\n`)
const programs = PROGRAMS.find((folder) => existsSync(join(folder, 'initdb')))

function skip(why: string): never {
  say(`skipped: ${why}\n0 passed, 0 failed, 1 skipped`)
  process.exit(0)
}

/** Times a step. @returns seconds */
function timed(work: () => unknown): string {
  const startedAt = performance.now()
  work()
  return ((performance.now() - startedAt) / 1000).toFixed(1)
}

const COUNTS = `select (select count(*) from orders) as orders, (select count(*) from order_lines) as lines,
  (select md5(string_agg(l::text, '' order by id)) from order_lines l) as sum`

async function countRows(url: string): Promise<string> {
  const database = await openPostgres(url)
  try {
    return JSON.stringify((await database.pool.query(COUNTS)).rows[0])
  } finally {
    await database.close()
  }
}

async function drill(postgres: DrillPostgres, folder: string): Promise<string[]> {
  const faults: string[] = []
  const backrest = (...args: string[]) => postgres.run('pgbackrest', ['--stanza=shop', ...args])
  backrest('stanza-create')
  backrest('check')
  const first = await openShop(join(folder, 'shop'), postgres.url)
  const load = new OrderLoad([first.origin], await stockShop(first.origin))
  say(`full backup: ${timed(() => backrest('--type=full', 'backup'))} s`)
  await load.start()
  await load.orders(ORDERS, 300)
  await load.stop()
  await first.stop()
  const before = await countRows(postgres.url)
  const [moment] = await postgres.query('select now()::text as at')
  await wait(1500) // what comes next is later than the moment by more than its rounding
  await postgres.query('select pg_switch_wal()')
  const shop = await openPostgres(postgres.url)
  await shop.pool.query('drop table order_lines cascade')
  await shop.pool.query('select pg_switch_wal()') // the accident is in the archive, too
  await shop.close()
  postgres.stop('fast')
  const target = String(moment?.at)
  const seconds = timed(() => {
    backrest('--delta', '--type=time', `--target=${target}`, '--target-action=promote', 'restore')
    postgres.start()
  })
  say(`restore to ${target}: ${seconds} s, start included`)
  while ((await postgres.query('select pg_is_in_recovery() as waits'))[0]?.waits) await wait(100) // the last of the archive is read
  const after = await countRows(postgres.url)
  say(`before ${before}\nafter  ${after}`)
  if (after !== before) faults.push('the rows are not those of the moment')
  const again = await openShop(join(folder, 'shop'), postgres.url)
  await again.stop()
  const database = await openPostgres(postgres.url)
  const { acknowledged, lost, doubled, disagreements } = await checkShop(database, load.report)
  await database.close()
  say(`${acknowledged} orders acknowledged, ${lost} lost, ${doubled} doubled, ${disagreements} disagreements`)
  if (acknowledged < ORDERS || lost + doubled + disagreements > 0) faults.push('orders are lost or disagree')
  return faults
}

if (!programs) skip('PostgreSQL 13 to 15 is not installed')
if (spawnSync('pgbackrest', ['version']).status !== 0) skip('pgBackRest is not installed')
const folder = mkdtempSync(join(tmpdir(), 'reflute-pitr-'))
const server = join(folder, 'server')
const repository = join(server, 'repository')
mkdirSync(repository, { recursive: true })
if (process.getuid?.() === 0) for (const path of [folder, server, repository]) chownSync(path, 65_534, 65_534)
const config = join(server, 'pgbackrest.conf') // a copy: the server's user may not read this folder
copyFileSync(join(OPS, 'pgbackrest.conf'), config)
const postgres = await openDrillPostgres({
  folder: server,
  programs,
  settings: `${readFileSync(join(OPS, 'postgresql.conf'), 'utf8')}\nunix_socket_directories = '${server}'`,
  // settings of the environment come before those of the file
  env: (port) => ({
    PGBACKREST_CONFIG: config,
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_REPO1_PATH: repository,
    PGBACKREST_REPO1_CIPHER_PASS: 'drill',
    PGBACKREST_LOCK_PATH: server,
    PGBACKREST_SPOOL_PATH: server,
    PGBACKREST_PG1_PATH: join(server, 'data'),
    PGBACKREST_PG1_SOCKET_PATH: server,
    PGBACKREST_PG1_USER: 'postgres',
  }),
})
try {
  const faults = await drill(postgres, folder)
  for (const fault of faults) say(`FAIL ${fault}`)
  say(`load ${loadavg()[0]?.toFixed(1)}`)
  say(faults.length === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed')
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  postgres.close()
  rmSync(folder, { recursive: true, force: true })
}
