import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openPostgresForBench } from './bench/postgres.ts'
import { openShop } from './bench/shop.ts'
import { OrderLoad, stockShop } from './drill/order-load.ts'

/*
 * `npm run bench -- backup`: fills a shop on PostgreSQL with 100 MB of rows and 20 MB of files, backs it up while buyers order, restores
 * the archive into an empty database, and prints times, memory and what the orders lost. BENCH_DATABASE_URL names a server; without it one
 * is started here.
 */

const MB = 1024 * 1024
const ROWS_MB = 100
const FILES_MB = 20
const ORDER_MS = 10_000
const SCRIPTS = import.meta.dirname
const folder = mkdtempSync(join(tmpdir(), 'reflute-bench-backup-'))
const dataDir = join(folder, 'data')
const file = join(folder, 'shop.tar')
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Runs a script. @returns its time in seconds and the most memory that it had, in MB; null where the system does not tell */
async function measure(
  script: string,
  args: string[],
  settings: Record<string, string>,
): Promise<{ seconds: number; memory: number | null }> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [join(SCRIPTS, script), ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings },
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let memory: number | null = null
  const looking = setInterval(() => {
    try {
      const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
      if (peak) memory = Math.round(Number(peak) / 1024)
    } catch {
      // it has ended, or there is no /proc
    }
  }, 50)
  const code = await ended
  clearInterval(looking)
  if (code !== 0) throw new Error(`${script} failed`)
  return { seconds: (performance.now() - startedAt) / 1000, memory }
}

/** Adds rows like those of a busy shop: emails that were sent, and the audit log. @returns MB of rows as JSON */
async function fill(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `insert into outbox (kind, dedupe_key, payload, sent_at) select 'mail', 'bench-' || i, jsonb_build_object('template', 'order-placed', 'to', 'buyer' || i || '@bench.test',
      'facts', jsonb_build_object('text', repeat(md5(i::text), 30))), now() from generate_series(1, $1::int) i`,
    [Math.round((ROWS_MB * 0.7 * MB) / 1250)],
  )
  await client.query(
    `insert into audit_entries (actor_name, actor_role, action, target_type, target_id, before, after) select 'Sam Staff', 'application_admin', 'product.update', 'product',
      md5(i::text), jsonb_build_object('price', i, 'text', repeat(md5(i::text), 4)), jsonb_build_object('price', i + 1) from generate_series(1, $1::int) i`,
    [Math.round((ROWS_MB * 0.3 * MB) / 450)],
  )
  const { rows } = await client.query<{ bytes: number }>(
    'select ((select sum(length(row_to_json(o)::text)) from outbox o) + (select sum(length(row_to_json(a)::text)) from audit_entries a))::float8 as bytes',
  )
  await client.end()
  return (rows[0]?.bytes ?? 0) / MB
}

async function makeFiles(): Promise<void> {
  await mkdir(join(dataDir, 'media'), { recursive: true })
  for (let at = 0; at < FILES_MB * 5; at += 1) await writeFile(join(dataDir, 'media', `${at}.webp`), randomBytes(MB / 5))
}

const perSecond = ({ times }: OrderLoad['report'], from: number, to: number) =>
  times.filter((at) => at >= from && at < to).length / ((to - from) / 1000)
const load = () => `load of the machine ${loadavg()[0]?.toFixed(1)}`

const database = await openPostgresForBench(process.env.BENCH_DATABASE_URL)
try {
  const shop = await openShop(dataDir, database.url, {})
  const rowsMb = await fill(database.url)
  await makeFiles()
  const buyers = new OrderLoad([shop.origin], await stockShop(shop.origin))
  await buyers.start()
  await buyers.orders(10)
  const calmFrom = performance.now()
  await wait(ORDER_MS)
  const from = performance.now()
  say(`${rowsMb.toFixed(0)} MB of rows, ${FILES_MB} MB of files, PostgreSQL ${database.version}, ${load()}`)
  const backup = await measure('backup.ts', ['--out', file], { DATABASE_URL: database.url, DATA_DIR: dataDir })
  const to = performance.now()
  await buyers.stop()
  await shop.stop()
  const [calm, meanwhile] = [perSecond(buyers.report, calmFrom, from), perSecond(buyers.report, from, to)]
  say(
    `backup: ${backup.seconds.toFixed(1)} s, ${backup.memory} MB of memory, archive ${(statSync(file).size / MB).toFixed(1)} MB, ${load()}`,
  )
  say(`orders: ${calm.toFixed(1)}/s before, ${meanwhile.toFixed(1)}/s meanwhile (${Math.round((meanwhile / calm) * 100)}%)`)
  const target = new URL(database.url)
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  const name = `reflute_restored_${process.pid}`
  await admin.query(`create database ${name}`)
  target.pathname = `/${name}`
  try {
    const restore = await measure('restore.ts', [file], { DATABASE_URL: target.href, DATA_DIR: join(folder, 'restored') })
    say(`restore: ${restore.seconds.toFixed(1)} s, ${restore.memory} MB of memory, ${load()}`)
  } finally {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
} finally {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
}
