import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import type { Figure } from './figures.ts'
import { fillShop, readProducts } from './fill-shop.ts'
import { openPostgresForBench } from './postgres.ts'
import { watchTimes } from './processor-time.ts'
import { measureRead, planReads } from './reads.ts'
import { table } from './report.ts'
import { type BenchShop, openShop } from './shop.ts'

/** Reads that differ in what they ask of server and database. */
const READS = new Set(['List, API', 'Product, API', 'Product, page, all in turn'])

interface Row {
  servers: number
  name: string
  perSecond: number
  p99: number
  errors: number
  /** Processor time of a request in ms. */
  serverMs: number
  databaseMs: number
}

/** Reads from all servers at once, each by as many connections, and divides the processor time by the requests. */
async function measureTogether(shops: readonly BenchShop[], url: string, plan: ReturnType<typeof planReads>[number]): Promise<Row> {
  const watch = await watchTimes(
    shops.map(({ child }) => child),
    url,
  )
  try {
    let measured: Figure[] = []
    const { server, database } = await watch.during(async () => {
      measured = await Promise.all(shops.map(({ origin }) => measureRead(origin, plan)))
    })
    const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
    // the warm-up, a fifth of the time, is in the processor time too
    const requests = sum(measured.map(({ count }) => count)) * 1.25
    return {
      servers: shops.length,
      name: plan.name,
      perSecond: sum(measured.map(({ perSecond }) => perSecond)),
      p99: Math.max(...measured.map(({ p99 }) => p99)),
      errors: sum(measured.map(({ errors }) => errors)),
      serverMs: server / requests,
      databaseMs: (database ?? 0) / requests,
    }
  } finally {
    await watch.close()
  }
}

/** Measures shops of so many servers on one PostgreSQL database. @returns the figures as text */
export async function measureServers(
  folder: string,
  counts: readonly number[],
  products: number,
  say: (line: string) => void,
): Promise<string> {
  const database = await openPostgresForBench(process.env.BENCH_DATABASE_URL)
  const shops: BenchShop[] = []
  const rows: Row[] = []
  try {
    for (const count of counts) {
      while (shops.length < count) shops.push(await openShop(join(folder, String(shops.length)), database.url))
      const [{ origin } = { origin: '' }] = shops
      if (rows.length === 0) await fillShop(origin, products)
      const plans = planReads((await readProducts(origin)).slugs).filter(({ name }) => READS.has(name))
      for (const plan of plans) {
        say(`  ${count} servers, ${plan.name} …`)
        rows.push(await measureTogether(shops.slice(0, count), database.url, plan))
      }
    }
  } finally {
    await Promise.all(shops.map((shop) => shop.stop()))
    await database.close()
  }
  const header = ['Request', 'servers', 'per second', 'p99 ms', 'errors', 'server, CPU ms', 'database, CPU ms']
  const sorted = [...rows].sort((one, other) => one.name.localeCompare(other.name) || one.servers - other.servers)
  const lines = sorted.map((row) => [
    row.name,
    String(row.servers),
    row.perSecond.toFixed(0),
    row.p99.toFixed(0),
    String(row.errors),
    row.serverMs.toFixed(2),
    row.databaseMs.toFixed(2),
  ])
  return `${table(header, lines)}\n\n${cpus().length} processors for servers, database and load; load average ${loadavg()[0]?.toFixed(1)}.`
}
