import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { mayEnter } from '#domain/access.ts'
import { percentile } from './figures.ts'

export const RUNS = 20
const WARM_UPS = 2
const LIMIT = 50
const DEEP_PAGE = 1000
/** Words of names in the large shop, and one that matches nothing. */
const SEARCHES = { many: 'person', some: 'roller', few: 'compact roller 700', none: 'zzyqx' } as const

/** Budget of a list's p95 at the server, in ms. */
export const LIST_BUDGET_MS = 300

/** A measured URL of a call. */
export interface ListFigure {
  call: string
  /** Variant: page, order, filter or search. */
  what: string
  p50: number
  p95: number
  /** Length of the whole list; null if the response is no list. */
  total: number | null
}

interface Plan {
  call: string
  what: string
  path: string
  role: Role
}

const ROLES = ['application_admin', 'super_admin', 'business_admin', 'customer'] as const
export type Role = (typeof ROLES)[number] | 'visitor'

function roleFor({ access }: Endpoint): Role {
  if (access === 'anyone') return 'visitor'
  return ROLES.find((role) => mayEnter(access, role)) ?? 'super_admin'
}

interface Inner {
  _zod: { def: { type: string; innerType?: Inner; entries?: Record<string, string>; in?: Inner; shape?: Record<string, Inner> } }
}

/** Returns the values of an enumerated query field; empty for any other. */
function valuesOf(field: Inner): string[] {
  const { type, innerType, entries, in: source } = field._zod.def
  if (innerType) return valuesOf(innerType)
  if (type === 'pipe' && source) return valuesOf(source)
  return type === 'enum' && entries ? Object.values(entries) : []
}

const SWITCH = 'true false 1 0'

/** Returns every filter value, order and search of a list, from the contract, so that new lists are measured automatically. */
function plansOf(call: string, endpoint: Endpoint): Plan[] {
  const role = roleFor(endpoint)
  const plan = (what: string, query: Record<string, string>): Plan => ({
    call,
    what,
    role,
    path: `${endpoint.path}?${new URLSearchParams({ limit: String(LIMIT), ...query }).toString()}`,
  })
  const shape = (endpoint.query as unknown as Inner | undefined)?._zod.def.shape ?? {} // zod's internal description of an object
  const plans = 'page' in shape ? [plan('first page', {}), plan(`page ${DEEP_PAGE}`, { page: String(DEEP_PAGE) })] : []
  for (const [name, field] of Object.entries(shape)) {
    const values = valuesOf(field)
    for (const value of values.join(' ') === SWITCH ? ['true', 'false'] : values) {
      plans.push(plan(`${name}=${value}`, { [name]: value }))
      if (name === 'sort') plans.push(plan(`${name}=${value}, page ${DEEP_PAGE}`, { [name]: value, page: String(DEEP_PAGE) }))
    }
  }
  if ('search' in shape) for (const [what, search] of Object.entries(SEARCHES)) plans.push(plan(`search, ${what} hits`, { search }))
  if ('from' in shape) plans.push(plan('a month', { from: '2026-03-01', to: '2026-03-31' }))
  return plans
}

/** Returns every list of the contract without parameters, and the reads of dashboards, searches and counts. */
export function planLists(): Plan[] {
  const calls = Object.entries(contract).flatMap(([noun, ends]) =>
    Object.entries(ends).map(([name, endpoint]) => ({ call: `${noun}.${name}`, endpoint: endpoint as Endpoint })),
  )
  const lists = calls.filter(({ endpoint: { list, method, path } }) => list && method === 'GET' && !path.includes(':'))
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const others: [string, string, string, Role][] = [
    ['staff.dashboardStats', 'all', '/api/admin/dashboard-stats', 'super_admin'],
    ['business.stats', 'all', '/api/business/stats', 'business_admin'],
    ['analytics.read', '30 days', '/api/admin/analytics', 'super_admin'],
    ['analytics.read', '90 days', `/api/admin/analytics?from=${day(89)}`, 'super_admin'],
    ['analytics.read', 'a year', `/api/admin/analytics?from=${day(364)}`, 'super_admin'],
    ['products.facets', 'all', '/api/products/facets', 'visitor'],
    ['products.facets', 'machines', '/api/products/facets?type=machine', 'visitor'],
    ['products.facets', 'a search', '/api/products/facets?search=roller', 'visitor'],
    ...Object.entries(SEARCHES).map(([what, q]): [string, string, string, Role] => [
      'search.find',
      `${what} hits`,
      `/api/search?q=${encodeURIComponent(q)}`,
      'visitor',
    ]),
  ]
  return [
    ...lists.flatMap(({ call, endpoint }) => plansOf(call, endpoint)),
    ...others.map(([call, what, path, role]) => ({ call, what, path, role })),
  ]
}

/** Requests one URL repeatedly, one request at a time, and measures the time to its last byte. */
export async function measureList(origin: string, { call, what, path }: Plan, token: string | null): Promise<ListFigure> {
  const durations: number[] = []
  let total: number | null = null
  for (let run = -WARM_UPS; run < RUNS; run += 1) {
    const startedAt = performance.now()
    const answer = await fetch(origin + path, { headers: token ? { authorization: `Bearer ${token}` } : {} })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    if (run >= 0) durations.push(performance.now() - startedAt)
    total = answer.headers.has('x-total-count') ? Number(answer.headers.get('x-total-count')) : null
    if (run === -1 && performance.now() - startedAt > 5000) run = RUNS - 2 // far too slow: one more run is enough to prove it
  }
  return { call, what, p50: percentile(durations, 0.5), p95: percentile(durations, 0.95), total }
}
