import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { allCalls } from './openapi.ts'

/** Number of addresses whose key is remembered. */
const MAX_KEYS = 2000
/** Length of an address from which on its key is read each time. */
const MAX_REMEMBERED = 1000

function namesIn(schema: z.ZodMiniType): string[] {
  // its own format
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: object; anyOf?: { properties?: object }[] }
  return [json, ...(json.anyOf ?? [])].flatMap(({ properties }) => Object.keys(properties ?? {}))
}

const known = new WeakMap<Endpoint, ReadonlySet<string>>()
let ofPages: ReadonlySet<string> | undefined

/** Returns the names that a call of the contract takes. A page takes those of any call: its address says what its calls will be asked. */
export function knownNames(endpoint: Endpoint | undefined): ReadonlySet<string> {
  if (!endpoint) {
    ofPages ??= new Set(allCalls().flatMap((call) => (call.endpoint.query ? namesIn(call.endpoint.query) : [])))
    return ofPages
  }
  const names = known.get(endpoint) ?? new Set(endpoint.query ? namesIn(endpoint.query) : [])
  known.set(endpoint, names)
  return names
}

/** Returns a query with each `name.key` as an entry of the object `name`, where the call takes one of that name. */
export function withObjects(query: unknown, endpoint: Endpoint): unknown {
  const given = Object.entries((query as object | null) ?? {}) // parsed by the server
  const objectOf = (name: string) => /^(\w+)\.(.+)$/.exec(name)?.[1] ?? ''
  const names = new Set(given.map(([name]) => objectOf(name)).filter((name) => name !== '' && knownNames(endpoint).has(name)))
  if (names.size === 0) return query
  const entries = [...names].map((name) => {
    const inner = given.filter(([key]) => objectOf(key) === name).map(([key, value]) => [key.slice(name.length + 1), value] as const)
    return [name, Object.fromEntries(inner)] as const
  })
  return Object.fromEntries([...given.filter(([name]) => !names.has(objectOf(name))), ...entries])
}

/** Returns the parameters of a query that the shop knows by name; never a value, and no name that a caller made up. */
export function namesOf(query: unknown, endpoint: Endpoint | undefined): string[] {
  const given = Object.keys((query as object | null) ?? {}) // parsed by the server
  if (given.length === 0) return []
  const names = knownNames(endpoint)
  return [...new Set(given.map((name) => name.split('.', 1)[0] ?? ''))].filter((name) => names.has(name))
}

/** Creates the function that reads the key of an address: its path and, sorted, those of its parameters on which an answer may depend. */
export function makeKeyOf(readNames: () => ReadonlySet<string>): (url: string) => string {
  const keys = new LRUCache<string, string>({ max: MAX_KEYS, memoMethod: (url) => keyOf(url) })
  let names: ReadonlySet<string> | undefined
  const isKnown = (name: string) => {
    names ??= readNames()
    return names.has(name.split('.', 1)[0] ?? '') || /[%+[]/.test(name) // in another notation, it may be one of them
  }
  const keyOf = (url: string) => {
    const [path = ''] = url.split('?', 1)
    const entries = url
      .slice(path.length + 1)
      .split('&')
      .map((text) => ({ text, name: text.split('=', 1)[0] ?? '' }))
      .filter(({ name }) => isKnown(name))
      .sort((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)))
    return [path, entries.map(({ text }) => text).join('&')].filter(Boolean).join('?')
  }
  return (url) => (url.includes('?') ? (url.length > MAX_REMEMBERED ? keyOf(url) : keys.memo(url)) : url)
}
