import autocannon from 'autocannon'
import type { Figure } from './figures.ts'
import type { Spent, Watch } from './processor-time.ts'

export const CONNECTIONS = 16
export const SECONDS = 8
const WARM_UP_SECONDS = 2

interface ReadPlan {
  name: string
  /** Paths, requested in turn. */
  paths: readonly string[]
}

/** The reads of a visit. `slugs` are all products of the shop. */
export function planReads(slugs: readonly string[]): ReadPlan[] {
  const [slug = ''] = slugs
  return [
    { name: 'List, API', paths: ['/api/products?type=machine&limit=24'] },
    { name: 'List, page', paths: ['/products'] },
    { name: 'Product, API', paths: slugs.map((each) => `/api/products/slug/${each}`) },
    { name: 'Product, page, one', paths: [`/products/${slug}`] },
    { name: 'Product, page, all in turn', paths: slugs.map((each) => `/products/${each}`) },
    { name: 'Search a word, API', paths: ['/api/products?search=roller&limit=24'] },
    { name: 'Search with a typo, API', paths: ['/api/products?search=conveyer&limit=24'] },
    {
      name: 'Search of everything, API',
      paths: ['roller', 'conveyer', 'mat', 'feed roller 430'].map((q) => `/api/search?q=${encodeURIComponent(q)}`),
    },
    { name: 'Facets, API', paths: ['/api/products/facets?type=machine'] },
  ]
}

/** Each connection starts at another path, so that no two request the same one at the same time. */
function load(origin: string, paths: readonly string[], duration: number): Promise<autocannon.Result> {
  let connection = 0
  return autocannon({
    url: origin,
    connections: CONNECTIONS,
    duration,
    headers: { 'accept-encoding': 'br' },
    setupClient: (client) => {
      const first = Math.floor((connection * paths.length) / CONNECTIONS)
      connection += 1
      client.setRequests([...paths.slice(first), ...paths.slice(0, first)].map((path) => ({ path, method: 'GET' })))
    },
  })
}

/** Reads as fast as the shop responds, over keep-alive connections, after a warm-up that does not count. */
export async function measureRead(origin: string, { name, paths }: ReadPlan, watch?: Watch, seconds = SECONDS): Promise<Figure> {
  await load(origin, paths, WARM_UP_SECONDS)
  let result: autocannon.Result | undefined
  const read = async () => {
    result = await load(origin, paths, seconds)
  }
  const spent = watch ? await watch.during(read) : await read()
  if (!result) throw new Error(`${name} was not read`)
  const { requests, latency, errors, timeouts, non2xx } = result
  return {
    name,
    perSecond: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    count: requests.total,
    errors: errors + timeouts + non2xx,
    ...perRequest(spent ?? { server: 0, database: null }, requests.total),
    bare: null,
  }
}

/** Divides processor time by the number of requests. */
export function perRequest({ server, database }: Spent, count: number): Pick<Figure, 'serverMs' | 'databaseMs'> {
  return { serverMs: server / count, databaseMs: database === null ? null : database / count }
}
