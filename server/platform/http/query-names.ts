import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { allCalls } from './openapi.ts'

function namesIn(schema: z.ZodMiniType): string[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: object; anyOf?: { properties?: object }[] } // its own format
  return [json, ...(json.anyOf ?? [])].flatMap(({ properties }) => Object.keys(properties ?? {}))
}

const known = new WeakMap<Endpoint, ReadonlySet<string>>()
let ofPages: ReadonlySet<string> | undefined

/** The names that a call of the contract takes. A page takes those of any call: its address says what its calls will be asked. */
function knownNames(endpoint: Endpoint | undefined): ReadonlySet<string> {
  if (!endpoint) {
    ofPages ??= new Set(allCalls().flatMap((call) => (call.endpoint.query ? namesIn(call.endpoint.query) : [])))
    return ofPages
  }
  const names = known.get(endpoint) ?? new Set(endpoint.query ? namesIn(endpoint.query) : [])
  known.set(endpoint, names)
  return names
}

/** Returns the parameters in the query of a request that the shop knows by name; never a value, and no name that a caller made up. */
export function namesOf(request: FastifyRequest): string[] {
  const given = Object.keys((request.query as object | null) ?? {}) // parsed by the server
  if (given.length === 0) return []
  const names = knownNames(request.routeOptions.config.endpoint)
  return given.filter((name) => names.has(name))
}
