import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { clientOf } from './bench/client.ts'
import { type Drilled, ended, type Finding, runDrill } from './drill/drill-shop.ts'
import type { DrillPostgres, StopMode } from './drill/postgres.ts'
import { runPart } from './run-part.ts'

/*
 * `npm run drill`: breaks the shop's database and disk while buyers order, and checks the result. Each drill prints the acknowledged
 * orders, how many of them are lost, 500 responses, and the seconds without an order. `npm run drill -- away` runs those with this word in
 * their name; `npm run drill -- failover` and the other names of `PARTS` run what needs more programs. The disk drills need a small disk
 * of their own (tmpfs) and are skipped where this user may not mount one. The last line is the summary.
 */

const PARTS = {
  failover: ['scripts/drill-failover.ts'],
  replica: ['scripts/drill-replica.ts'],
  rolling: ['scripts/drill-rolling.ts'],
  pooler: ['scripts/drill-pooler.ts'],
  'point-in-time': ['scripts/drill-point-in-time.ts'],
  servers: ['vitest', 'run', '--project', 'postgres-nightly', 'scripts/servers.test.ts', 'scripts/shared-work.test.ts'],
}
runPart(PARTS)

const TERMINATE = "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'shop' and pid <> pg_backend_pid()"
const ROUNDS = 15
const AWAY_MS = 60_000
const READ_ONLY_MS = 5000
const BACK_SECONDS = 2
const MB = 1024 * 1024
const DISK_MB = 300
/** Space left for heap and WAL, too little for a new WAL segment. */
const LEFT_MB = 9
/** Maximum time until the space is used up, and time for which the disk then stays full. */
const FULL_MS = 120_000
const FULL_FOR_MS = 12_000

/** Filters drills by the words of the command line. */
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const say = (line: string) => process.stdout.write(`${line}\n`)

function postgresOf({ postgres }: Drilled): DrillPostgres {
  if (!postgres) throw new Error('This drill needs PostgreSQL')
  return postgres
}

/** Measures the time until the shop acknowledges an order once its database is back. */
async function expectSoonBack({ load, fault }: Drilled): Promise<void> {
  const startedAt = performance.now()
  await load.orders(1, 30)
  const seconds = (performance.now() - startedAt) / 1000
  if (seconds > BACK_SECONDS) fault(`the first order came ${seconds.toFixed(1)} s after the database was back`)
}

async function readyOf({ shops }: Drilled): Promise<number> {
  const { origin } = shops[0] ?? { origin: '' }
  return fetch(`${origin}/api/health/ready`).then(
    ({ status }) => status,
    () => 0,
  )
}

const restarted = (mode: StopMode) => async (drilled: Drilled) => {
  postgresOf(drilled).restart(mode)
  await expectSoonBack(drilled)
}

async function terminated(drilled: Drilled): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    await postgresOf(drilled).query(TERMINATE)
    await expectSoonBack(drilled)
    await drilled.load.orders(10)
  }
}

async function readOnly(drilled: Drilled): Promise<void> {
  const { query } = postgresOf(drilled)
  const set = async (value: string) => {
    await query(`alter system set default_transaction_read_only = ${value}`)
    await query('select pg_reload_conf()')
  }
  await set('on')
  await wait(READ_ONLY_MS)
  if ((await readyOf(drilled)) !== 503) drilled.fault('ready although nothing can be written')
  // a read-only session may still change this setting of the server
  await query('begin read write; commit')
  await set('off')
  await expectSoonBack(drilled)
}

async function away(drilled: Drilled): Promise<void> {
  const postgres = postgresOf(drilled)
  postgres.stop('fast')
  await wait(AWAY_MS)
  if ((await readyOf(drilled)) !== 503) drilled.fault('ready without a database')
  postgres.start()
  await expectSoonBack(drilled)
}

async function killed({ shops, restart, load }: Drilled): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    const [shop] = shops
    if (!shop) return
    shop.child.kill('SIGKILL')
    await ended(shop)
    await restart(0)
    await load.orders(20)
  }
}

async function stopped({ shops, restart, load, fault }: Drilled): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    const [shop] = shops
    if (!shop) return
    const startedAt = performance.now()
    shop.child.kill('SIGTERM')
    const code = await ended(shop)
    const seconds = (performance.now() - startedAt) / 1000
    if (code !== 0) fault(`exit ${code} after SIGTERM`)
    if (seconds > 10) fault(`${seconds.toFixed(1)} s to stop`)
    await restart(0)
    await load.orders(20)
  }
}

/**
 * Stops the shop and damages its folder in three ways: it must not start, and must be unchanged once the file is restored. For a copy that
 * stays damaged, the command in the error message restores the newest snapshot.
 */
async function damaged({ shops, dataDirs, restart, log, fault }: Drilled): Promise<void> {
  const [dataDir = ''] = dataDirs
  const folder = join(dataDir, 'postgres')
  const copy = `${dataDir}-copy`
  await shops[0]?.stop()
  for (const name of ['PG_VERSION', 'global/pg_control', 'pg_wal']) {
    renameSync(join(folder, name), join(folder, `${name}.aside`))
    const before = log().length
    await restart(0).then(
      () => fault(`started without ${name}`),
      () => log().slice(before).includes(folder) || fault(`the message does not name ${folder}`),
    )
    renameSync(join(folder, `${name}.aside`), join(folder, name))
  }
  cpSync(dataDir, copy, { recursive: true })
  await restart(0)
  rmSync(join(copy, 'postgres', 'PG_VERSION'))
  dataDirs[1] = copy
  await restart(1).catch(() => {}) // it must not start
  const command = log()
    .split('\n')
    .findLast((line) => line.startsWith('  mkdir ') && line.includes(copy))
  if (!command) return fault('the message has no command to restore')
  const done = spawnSync('sh', ['-c', command], { encoding: 'utf8' })
  if (done.status !== 0) fault(`the command to restore failed: ${done.stderr}`)
  await restart(1)
  const { total } = await clientOf(shops[1]?.origin ?? '').products.list({ query: { limit: '1' } })
  if (total === 0) fault('the restored shop is empty')
}

/** Fills the disk except for a few MB, waits, and frees the space. */
const diskFull = (folder: string, most: number) => async (drilled: Drilled) => {
  const filler = join(folder, 'filler')
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - most * MB)))
  const { statuses } = drilled.load.report
  const until = performance.now() + FULL_MS
  while (!statuses.has(503) && performance.now() < until) await wait(200)
  if (!statuses.has(503)) drilled.fault(`nothing was refused within ${FULL_MS / 1000} s`)
  await wait(FULL_FOR_MS)
  rmSync(filler)
  drilled.postgres?.revive() // without space for its log it exits; its supervisor restarts it
  const startedAt = performance.now()
  await drilled.load.orders(1, 60)
  const seconds = (performance.now() - startedAt) / 1000
  if (seconds > 15) drilled.fault(`the first order came ${seconds.toFixed(1)} s after there was room`)
}

async function twoServers(drilled: Drilled): Promise<void> {
  const { shops, restart, load, fault } = drilled
  const [first, second] = shops
  if (!first || !second) return
  postgresOf(drilled).restart('fast')
  await expectSoonBack(drilled)
  second.child.kill('SIGKILL')
  await ended(second)
  await wait(2000)
  await restart(1)
  await load.orders(20)
  for (const { origin } of shops) if (!(await fetch(`${origin}/api/health/ready`)).ok) fault(`${origin} is not ready`)
}

/** Mounts a small disk; null if this user may not. */
function mountDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'reflute-drill-disk-'))
  const done = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0755`, 'tmpfs', folder], { stdio: 'ignore' })
  return done.status === 0 ? folder : null
}

async function onSmallDisk(name: string, kind: 'embedded' | 'postgres', reserveMb: number): Promise<Finding | null> {
  const disk = mountDisk()
  if (!disk) return null
  const folder = join(disk, 'shop')
  mkdirSync(folder)
  try {
    return await runDrill(name, { kind, folder, settings: { DISK_RESERVE_MB: String(reserveMb) } }, diskFull(disk, LEFT_MB))
  } finally {
    spawnSync('umount', [disk])
    if (existsSync(disk) && readdirSync(disk).length === 0) rmSync(disk, { recursive: true })
  }
}

const DRILLS: [name: string, run: (name: string) => Promise<Finding | null>][] = [
  ...(['smart', 'fast', 'immediate'] as const).map((mode): (typeof DRILLS)[number] => [
    `PostgreSQL restarted, mode ${mode}`,
    (name) => runDrill(name, { kind: 'postgres', lines: 2 }, restarted(mode)),
  ]),
  [`connections terminated, ${ROUNDS} rounds`, (name) => runDrill(name, { kind: 'postgres', lines: 3 * ROUNDS }, terminated)],
  ['PostgreSQL read-only', (name) => runDrill(name, { kind: 'postgres', lines: 2 }, readOnly)],
  ['PostgreSQL away for 60 s', (name) => runDrill(name, { kind: 'postgres', lines: 2 }, away)],
  ['disk full, held by the reserve, embedded', (name) => onSmallDisk(name, 'embedded', 16)],
  ['disk full in WAL and heap, embedded', (name) => onSmallDisk(name, 'embedded', 0)],
  ['disk full in WAL and heap, PostgreSQL', (name) => onSmallDisk(name, 'postgres', 0)],
  ['kill -9 under load, embedded', (name) => runDrill(name, { kind: 'embedded' }, killed)],
  ['kill -9 under load, PostgreSQL', (name) => runDrill(name, { kind: 'postgres' }, killed)],
  ['SIGTERM under load, embedded', (name) => runDrill(name, { kind: 'embedded' }, stopped)],
  ['SIGTERM under load, PostgreSQL', (name) => runDrill(name, { kind: 'postgres' }, stopped)],
  ['folder damaged, embedded', (name) => runDrill(name, { kind: 'embedded' }, damaged)],
  ['two servers', (name) => runDrill(name, { kind: 'postgres', servers: 2, lines: 4 }, twoServers)],
]

/** A drill that could not be finished. */
const broken = (name: string, error: unknown): Finding => ({
  name,
  acknowledged: 0,
  lost: 0,
  doubled: 0,
  disagreements: 0,
  errors: 0,
  refused: 0,
  secondsWithout: 0,
  logLines: 0,
  faults: [`it could not be finished: ${String(error)}`],
})

const hasPassed = ({ lost, doubled, errors, disagreements, faults }: Finding) =>
  lost + doubled + errors + disagreements === 0 && faults.length === 0

function print(finding: Finding): void {
  const { name, acknowledged, lost, doubled, errors, refused, secondsWithout, logLines, disagreements, faults } = finding
  say(`${hasPassed(finding) ? 'passed' : 'FAILED'}  ${name}`)
  say(
    `        ${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled, ${errors} × 500, ${refused} × 503, ${secondsWithout.toFixed(1)} s without service, ` +
      `ledger ${disagreements}, ${logLines} log lines about the database`,
  )
  for (const text of faults) say(`        ${text}`)
}

let passed = 0
let failed = 0
let skipped = 0
for (const [name, run] of DRILLS) {
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue
  const finding = await run(name).catch((error: unknown) => broken(name, error))
  if (finding) {
    print(finding)
    if (hasPassed(finding)) passed += 1
    else failed += 1
  } else {
    say(`skipped ${name}: no disk can be mounted here`)
    skipped += 1
  }
}
say(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed > 0 || (skipped > 0 && process.env.CI) ? 1 : 0)
