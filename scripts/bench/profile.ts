import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { freePort } from '#server/testing/free-port.ts'
import { ask, growTo, indexedAfter, listAt, rareWord } from './catalogs.ts'
import { type Buyer, registerBuyer } from './client.ts'
import { fillShop, readProducts } from './fill-shop.ts'
import { forbidWorkers, openPostgresForBench } from './postgres.ts'
import { watchTimes } from './processor-time.ts'
import { table, whole } from './report.ts'
import { openShop } from './shop.ts'
import { fillCart, inParallel, liftBound, orderOf } from './writes.ts'

/** Products that `fillShop` imports; a larger shop has copies of them. */
const IMPORTED = 1000
const REQUESTS = 400
const CONNECTIONS = 4
const SAMPLE_US = 250

/** Parts of a request by the source of what runs, the first that fits. Built-in functions count as those that call them. */
const PARTS: readonly (readonly [part: string, source: RegExp])[] = [
  ['Garbage collection', /^\(garbage collector\)$/],
  ['System calls', /^\(program\)$/],
  ['React', /node_modules\/(react|react-dom|scheduler)\//],
  ['Router', /node_modules\/react-router\//],
  ['Screens', /\/(app|build\/server)\//],
  ['Framework: HTTP, hooks, log', /^node:|node_modules\/(fastify|@fastify|avvio|light-my-request|find-my-way|pino|sonic-boom|fast-)/],
  ['Driver of the database, and the embedded one', /node_modules\/(pg|pg-|drizzle-orm|@electric-sql)/],
  ['Schemas', /node_modules\/zod\//],
  ['Ready answers', /\/server\/platform\/answers\//],
  ['Use cases and queries', /\/(server|contract|domain)\//],
]
const REST = 'Rest'
const OTHER_THREADS = 'Other threads: compression, garbage'

interface CallFrame {
  functionName: string
  url: string
  lineNumber: number
  columnNumber: number
}
/** A profile of V8: source is the Chrome DevTools protocol, `Profiler.Profile`. */
interface Profile {
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

/** Connects to the inspector of a process. */
async function openInspector(port: number) {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  await once(socket, 'open')
  let calls = 0
  const call = async (method: string, params: object = {}): Promise<{ profile?: Profile }> => {
    calls += 1
    const id = calls
    const answered = new Promise<{ profile?: Profile }>((resolve) => {
      const read = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data)) as { id?: number; result: { profile?: Profile } }
        if (answer.id !== id) return
        socket.removeEventListener('message', read)
        resolve(answer.result)
      }
      socket.addEventListener('message', read)
    })
    socket.send(JSON.stringify({ id, method, params }))
    return answered
  }
  await call('Profiler.enable')
  await call('Profiler.setSamplingInterval', { interval: SAMPLE_US })
  return { call, close: () => socket.close() }
}

const maps = new Map<string, SourceMap | null>()

/** Returns the source of a function: of what was bundled, the file that it comes from. */
function sourceOf({ functionName, url, lineNumber, columnNumber }: CallFrame): string {
  if (!url.startsWith('file:')) return url || functionName
  const file = fileURLToPath(url)
  const known = maps.get(file)
  const map = known === undefined ? readMap(`${file}.map`) : known
  maps.set(file, map)
  const entry = map?.findEntry(lineNumber, columnNumber)
  return entry && 'originalSource' in entry ? join(dirname(file), entry.originalSource) : file
}

const readMap = (file: string) => (existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload) : null)

/** Returns the milliseconds of each part of a profile; those of waiting are left out. */
function partsOf({ nodes, samples, timeDeltas }: Profile): Map<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const partOf = (id: number): string => {
    const frame = byId.get(id)?.callFrame
    const parent = parents.get(id)
    const isBuiltIn = frame?.url === '' && !frame.functionName.startsWith('(')
    if (!frame || (isBuiltIn && parent !== undefined)) return parent === undefined ? REST : partOf(parent)
    const source = sourceOf(frame)
    return PARTS.find(([, pattern]) => pattern.test(source))?.[0] ?? REST
  }
  const idle = new Set(nodes.filter(({ callFrame }) => callFrame.functionName === '(idle)').map(({ id }) => id))
  const parts = new Map<string, number>()
  const known = new Map<number, string>()
  for (const [at, id] of samples.entries()) {
    if (idle.has(id)) continue
    const part = known.get(id) ?? partOf(id)
    known.set(id, part)
    parts.set(part, (parts.get(part) ?? 0) + (timeDeltas[at] ?? 0) / 1000)
  }
  return parts
}

interface Kind {
  name: string
  /** The requests of a turn; what prepares them is not measured. */
  prepare: (turn: number) => Promise<(() => Promise<unknown>)[]>
}

/**
 * Measures what each part of a request costs, in a shop of so many products; an embedded one has 1,000.
 * @returns a table, in ms of processor time
 */
export async function measureProfile(folder: string, products: number, isEmbedded: boolean, say: (line: string) => void): Promise<string> {
  const database = isEmbedded ? null : await openPostgresForBench(process.env.BENCH_DATABASE_URL)
  const url = database?.url ?? null
  const inspected = await freePort()
  try {
    const first = await openShop(folder, url)
    await fillShop(first.origin, IMPORTED)
    await first.stop()
    const client = url ? new pg.Client({ connectionString: url }) : null
    await client?.connect()
    if (client && url) await forbidWorkers(client, url)
    const size = client ? Math.max(products, IMPORTED) : IMPORTED // the embedded database is for trial
    if (client && size > IMPORTED) await growTo(client, size, say)
    const shop = await openShop(folder, url, { settings: { NODE_OPTIONS: `--inspect=127.0.0.1:${inspected}` } })
    if (client) await indexedAfter(client)
    await client?.end()
    const inspector = await openInspector(inspected)
    const watch = await watchTimes([shop.child], url)
    const { slugs, plentiful } = await readProducts(shop.origin)
    const buyers: Buyer[] = []
    for (let number = 0; number < REQUESTS / 10; number += 1) buyers.push(await registerBuyer(shop.origin, number))
    await liftBound(shop.origin)
    const reads = (name: string, pathOf: (at: number) => string): Kind => ({
      name,
      prepare: async (turn) => Array.from({ length: REQUESTS / 2 }, (_, at) => () => ask(shop.origin, pathOf((turn * REQUESTS) / 2 + at))),
    })
    const kinds: Kind[] = [
      reads('Page of a product', (at) => `/products/${slugs[at % slugs.length]}`),
      reads('Page of a list', (at) => `/products?type=machine&minPrice=${1 + at}`),
      reads('List', listAt('type=machine')),
      reads('Search', (at) => `/api/products?search=${rareWord(at * 37)}&limit=24`),
      {
        name: 'Add to cart',
        prepare: async (turn) =>
          Array.from({ length: REQUESTS / 2 }, (_, at) => async () => {
            const productId = plentiful[(turn * 50 + at) % 50] ?? ''
            await buyers[at % buyers.length]?.api.cart.addItem({ query: { currency: 'USD' }, body: { productId, quantity: 1 } })
          }),
      },
      {
        name: 'Order of 3 lines',
        prepare: async (turn) => {
          const carts = []
          for (const [at, buyer] of buyers.entries()) {
            await buyer.api.cart.clear({ query: {} })
            carts.push({ buyer, cart: await fillCart(buyer, plentiful, turn * buyers.length + at) })
          }
          return carts.map(
            ({ buyer, cart }) =>
              () =>
                buyer.api.checkout.placeOrder({ body: orderOf(cart), idempotencyKey: randomUUID() }),
          )
        },
      },
    ]
    const columns: Map<string, number>[] = []
    for (const { name, prepare } of kinds) {
      say(`  ${name} …`)
      await inParallel(await prepare(0), CONNECTIONS) // compiles what runs often
      const parts = new Map<string, number>()
      const add = (part: string, milliseconds: number, count: number) => parts.set(part, (parts.get(part) ?? 0) + milliseconds / count)
      for (const turn of [1, 2]) {
        const requests = await prepare(turn)
        await inspector.call('Profiler.start')
        const spent = await watch.during(() => inParallel(requests, CONNECTIONS))
        const { profile } = await inspector.call('Profiler.stop')
        const own = profile ? partsOf(profile) : new Map<string, number>()
        const onMain = [...own.values()].reduce((sum, each) => sum + each, 0)
        const count = requests.length * 2
        for (const [part, milliseconds] of own) add(part, milliseconds, count)
        add(OTHER_THREADS, Math.max(0, spent.server - onMain), count)
        add('Server', spent.server, count)
        if (spent.database !== null) add('Database', spent.database, count)
        add('Both', spent.server + (spent.database ?? 0), count)
      }
      columns.push(parts)
    }
    inspector.close()
    await watch.close()
    await shop.stop()
    const names = [...PARTS.map(([part]) => part), REST, OTHER_THREADS, 'Server', 'Database', 'Both']
    const rows = names.map((part) => [part, ...columns.map((parts) => (parts.get(part) ?? 0).toFixed(2))])
    const where = database ? `PostgreSQL ${database.version}` : 'embedded database'
    return `${where}, ${whole(size)} products\n\n${table(['Part, ms', ...kinds.map(({ name }) => name)], rows)}`
  } finally {
    await database?.close()
  }
}
