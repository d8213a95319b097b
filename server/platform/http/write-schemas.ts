import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'
import { TAKEN } from '#contract/common.ts'

/** An object of a JSON document. */
export type Json = Record<string, unknown>
/** A zod schema of the contract. */
export type Schema = z.ZodMiniType

interface Shape {
  properties?: Record<string, Json>
  required?: string[]
}

/** The JSON schemas of what calls take and answer; schemas that the contract exports are components with the names of their exports. */
export interface JsonSchemas {
  input: (schema: Schema) => Json
  output: (schema: Schema) => Json
  /** The members of what a call takes. */
  inputShape: (schema: Schema) => Shape
  /** The components that requests and answers refer to, also by way of others. @throws Error for one that reads differently in and out */
  componentsOf: (requests: unknown, answers: unknown) => Json
}

const COMPONENTS = '#/components/schemas/'
const CONTRACT = join(import.meta.dirname, '..', '..', '..', 'contract')

/**
 * Reads the schemas that the files of the contract export, with the names of the exports.
 * @throws Error for a name that two schemas have
 */
async function exportedSchemas(): Promise<Map<Schema, string>> {
  const names = new Map<Schema, string>()
  for (const file of globSync('**/*.{ts,js}', { cwd: CONTRACT, exclude: ['**/*.test.ts'] })) {
    const exported: Record<string, unknown> = await import(pathToFileURL(join(CONTRACT, file)).href)
    for (const [name, value] of Object.entries(exported)) if (value instanceof z.ZodMiniType && /^[A-Z]/.test(name)) names.set(value, name)
  }
  if (new Set(names.values()).size < names.size) throw new Error('Two schemas of the contract have the same name')
  return names
}

function* refsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    if (key === '$ref' && typeof member === 'string' && member.startsWith(COMPONENTS)) yield member.slice(COMPONENTS.length)
    else yield* refsIn(member)
  }
}

type Taken = NonNullable<ReturnType<typeof TAKEN.get>>

/** Returns what a parameter takes as JSON schema. */
function jsonOfTaken(taken: Taken): Json {
  if (!('listOf' in taken)) return taken
  const { listOf, max } = taken as { listOf: Schema; max: number } // as `listOf` says
  const known = TAKEN.get(listOf)
  const { $schema: _dialect, ...items } = known ? jsonOfTaken(known) : z.toJSONSchema(listOf, { io: 'input', unrepresentable: 'any' })
  return { type: 'array', items, minItems: 1, maxItems: max }
}

function write(ids: ReadonlyMap<Schema, string>, io: 'input' | 'output'): Record<string, Json> {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of ids) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: (id) => COMPONENTS + id,
    override: ({ zodSchema, jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties // answers may grow
      if (Number.isNaN(jsonSchema.default)) delete jsonSchema.default // what is no number is refused by the call itself
      const taken = TAKEN.get(zodSchema)
      if (!taken || (io === 'output' && !('enum' in taken))) return
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
      Object.assign(jsonSchema, jsonOfTaken(taken))
    },
  })
  return Object.fromEntries(Object.entries(schemas).map(([id, { $schema: _dialect, $id: _address, ...json }]) => [id, json]))
}

/** Writes the JSON schemas of what calls take and answer. */
export async function writeSchemas({ inputs, outputs }: { inputs: Schema[]; outputs: Schema[] }): Promise<JsonSchemas> {
  const names = await exportedSchemas()
  const ids = new Map(names)
  for (const schema of [...inputs, ...outputs]) if (!ids.has(schema)) ids.set(schema, `part ${ids.size}`)
  const written = { input: write(ids, 'input'), output: write(ids, 'output') }
  const jsonOf = (io: 'input' | 'output', schema: Schema): Json => written[io][ids.get(schema) ?? ''] ?? {}
  const use = (io: 'input' | 'output') => (schema: Schema) => {
    const name = names.get(schema)
    return name ? { $ref: COMPONENTS + name } : jsonOf(io, schema)
  }

  function collect(io: 'input' | 'output', roots: unknown, found: Json): void {
    for (const name of refsIn(roots)) {
      const json = written[io][name]
      if (!json || name in found) continue
      found[name] = json
      collect(io, json, found)
    }
  }

  return {
    input: use('input'),
    output: use('output'),
    inputShape: (schema) => jsonOf('input', schema),
    componentsOf: (requests, answers) => {
      const [taken, answered]: [Json, Json] = [{}, {}]
      collect('input', requests, taken)
      collect('output', answers, answered)
      for (const [name, json] of Object.entries(taken)) {
        if (name in answered && JSON.stringify(answered[name]) !== JSON.stringify(json))
          throw new Error(`${name} reads differently in and out`)
      }
      return { ...taken, ...answered }
    },
  }
}
