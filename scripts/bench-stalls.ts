import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openEmbedded, openPostgres } from '#server/platform/db/client.ts'
import { sessionOf } from '../contract/identity/auth.ts'
import { clientOf, DEMO_PASSWORD } from './bench/client.ts'
import { percentile } from './bench/figures.ts'
import { openPostgresForBench } from './bench/postgres.ts'
import { openShop } from './bench/shop.ts'
import { findStalePart } from './built.ts'

/*
 * `npm run bench -- stalls`: 120,000 entries of the audit log are exported and 30 invoices printed while visitors read. Prints the times
 * of the visitors' requests, before and meanwhile, with the load of the machine. Embedded database, or `--postgres`. The marks hold on a
 * calm machine.
 */

const ENTRIES = 120_000
/** Entries that one statement adds. */
const STEP = 5000
const INVOICES = 30
const CALM_MS = 10_000
const VISITORS = 4
const PAUSE_MS = 20
const SLOWEST_P99_MS = 300
const READS = [
  '/api/products?limit=24&page=',
  '/api/products?search=mat&limit=24&page=',
  '/api/blog?limit=10&page=',
  '/api/health/live?page=',
]
const say = (text: string) => process.stdout.write(`${text}\n`)
const load = () => (loadavg()[0] ?? 0).toFixed(1)

async function fill(databaseUrl: string | null, dataDir: string): Promise<void> {
  const database = await (databaseUrl ? openPostgres(databaseUrl) : openEmbedded({ dataDir }))
  try {
    for (let from = 1; from <= ENTRIES; from += STEP) {
      await database.pool.query(
        `insert into audit_entries (actor_name, actor_role, action, target_type, target_id, before, after)
          select 'Sam Staff', 'application_admin', 'product.update', 'product', md5(i::text), jsonb_build_object('price', i, 'text', repeat(md5(i::text), 3)),
            jsonb_build_object('price', i + 1) from generate_series($1::int, $2::int) i`,
        [from, from + STEP - 1],
      )
    }
  } finally {
    await database.close()
  }
}

/** Reads the shop as visitors do until `work` ends. */
async function visitDuring(origin: string, what: string, work: Promise<unknown>): Promise<number> {
  const over = new AbortController()
  const ended = work.finally(() => over.abort())
  const startedAt = performance.now()
  const times: number[] = []
  let failed = 0
  const visit = async (visitor: number) => {
    for (let at = visitor; !over.signal.aborted; at += 1) {
      const sentAt = performance.now()
      const answer = await fetch(`${origin}${READS[at % READS.length]}${1 + (at % 3)}`).catch(() => null)
      await answer?.arrayBuffer()
      times.push(performance.now() - sentAt)
      if (!answer?.ok) failed += 1
      await wait(PAUSE_MS)
    }
  }
  await Promise.all([ended, ...Array.from({ length: VISITORS }, (_, visitor) => visit(visitor))])
  const [p50, p99, slowest] = [percentile(times, 0.5), percentile(times, 0.99), percentile(times, 1)]
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  say(
    `  ${what}: ${seconds} s; ${times.length} requests, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms, ${failed} failed, load ${load()}`,
  )
  return p99
}

async function measure(dataDir: string, databaseUrl: string | null): Promise<boolean> {
  const settings = { LOG_LEVEL: 'warn' }
  const first = await openShop(dataDir, databaseUrl, { hasOrders: true, settings })
  await first.stop()
  await fill(databaseUrl, dataDir)
  const shop = await openShop(dataDir, databaseUrl, { hasOrders: true, settings })
  try {
    const { origin } = shop
    const { token } = sessionOf(await clientOf(origin).auth.login({ body: { email: 'super@reflute.test', password: DEMO_PASSWORD } }))
    const get = async (path: string) => {
      const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${token}`, connection: 'close' } })
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${bytes.toString()}`)
      return bytes
    }
    const { items } = await clientOf(origin, token).orders.listAll({ query: { paymentStatus: 'paid', limit: '100' } })
    const numbers = items.map(({ id }) => id)
    if (numbers.length === 0) throw new Error('No order is paid')
    const exportAll = async () => {
      const file = await get('/api/admin/audit-log/export?format=csv')
      const lines = file.toString().split('\r\n').length - 2
      if (lines < ENTRIES) throw new Error(`The export has ${lines} rows`)
    }
    const print = () =>
      Promise.all(Array.from({ length: INVOICES }, (_, at) => get(`/api/orders/${numbers[at % numbers.length]}/invoice.pdf`)))
    await visitDuring(origin, 'Visitors alone', wait(CALM_MS))
    const marks = [
      await visitDuring(origin, `Export of ${ENTRIES.toLocaleString('en')} entries`, exportAll()),
      await visitDuring(origin, `${INVOICES} invoices at once`, print()),
      await visitDuring(origin, 'Both', Promise.all([exportAll(), print()])),
    ]
    say(`  Memory at the end: ${shop.memory() ?? '?'} MB`)
    return marks.every((p99) => p99 <= SLOWEST_P99_MS)
  } finally {
    await shop.stop()
  }
}

if (findStalePart()) throw new Error('The shop is not built. Run: npm run build')
const folder = mkdtempSync(join(tmpdir(), 'reflute-bench-stalls-'))
const database = process.argv.includes('--postgres') ? await openPostgresForBench(process.env.BENCH_DATABASE_URL) : null
try {
  say(database ? `PostgreSQL ${database.version}` : 'Embedded database')
  process.exitCode = (await measure(folder, database?.url ?? null)) ? 0 : 1
} finally {
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
}
