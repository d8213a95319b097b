import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { openApi } from '#server/platform/http/openapi.ts'

/*
 * `node scripts/run.mjs scripts/api-changes.ts`: names what breaks the clients of the last release, by its OpenAPI description and the
 * present one. Exit code 1 unless the major version of the description has risen. `--write` stores the present one: at a release.
 */

const RELEASED = join(import.meta.dirname, 'released-api.gz')

type Json = Record<string, unknown>

/** A schema of a description, as far as clients depend on it. */
interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}
interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

/** A description of the API, without texts and examples. */
export interface Description {
  version: string
  paths: Record<string, Record<string, Operation>>
  schemas: Record<string, Schema>
}

const TEXTS = ['description', 'summary', 'example', 'examples', 'tags', 'security', 'operationId', 'headers', 'title', 'pattern']

/** Takes out what no client depends on; `isMap`: the members are named by the API, not by OpenAPI. */
function withoutTexts(value: unknown, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((member) => withoutTexts(member))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => isMap || !(TEXTS.includes(name) || /^(4..|5..|default)$/.test(name)))
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutTexts(member, name === 'properties')]))
}

/** Returns the present description. */
export async function presentApi(): Promise<Description> {
  const { info, paths, components } = (await openApi('https://shop.example.com')) as { info: Json; paths: Json; components: Json } // ours
  return { version: info.version, ...(withoutTexts({ paths, schemas: components.schemas }) as Json) } as unknown as Description // its form is tested
}

/** Returns the description of the last release. */
export const releasedApi = (): Description => JSON.parse(gunzipSync(readFileSync(RELEASED)).toString()) as Description // our own file

/** Facts of a schema: the JSON types and values that it allows, and the parts of its objects and lists. */
interface Shape {
  types: Set<string>
  /** Null: any of its types. */
  values: Set<unknown> | null
  properties: Map<string, Schema>
  required: Set<string>
  items: Schema | null
}

function shapeOf(schema: Schema | undefined, schemas: Description['schemas']): Shape {
  const shape: Shape = { types: new Set(), values: new Set(), properties: new Map(), required: new Set(), items: null }
  const add = (part: Schema, isAlone: boolean): void => {
    if (part.$ref) return add(schemas[part.$ref.split('/').at(-1) ?? ''] ?? {}, isAlone)
    const variants = part.anyOf ?? part.oneOf
    if (variants) return variants.forEach((variant) => add(variant, isAlone && variants.length === 1))
    const values = part.enum ?? (part.const === undefined ? null : [part.const])
    const types = part.type === undefined ? [] : [part.type].flat()
    for (const type of types.length > 0 ? types : (values ?? []).map((value) => (value === null ? 'null' : typeof value)))
      shape.types.add(type)
    if (values) for (const value of values) shape.values?.add(value)
    else if (types.some((type) => type !== 'null')) shape.values = null
    for (const [name, property] of Object.entries(part.properties ?? {})) shape.properties.set(name, property)
    if (isAlone) for (const name of part.required ?? []) shape.required.add(name)
    if (part.items) shape.items = part.items
  }
  if (schema) add(schema, true)
  return shape
}

/** Compares the schemas of one place; `isSent`: clients send it, else they read it. */
function compare(
  place: string,
  [before, after]: readonly [Schema | undefined, Schema | undefined],
  context: { isSent: boolean; released: Description; present: Description; seen: ReadonlySet<string> },
): string[] {
  const { isSent, released, present, seen } = context
  const pair = `${before?.$ref}|${after?.$ref}`
  if (!before || (before.$ref && seen.has(pair))) return []
  const inner = { ...context, seen: new Set([...seen, pair]) }
  const [old, now] = [shapeOf(before, released.schemas), shapeOf(after, present.schemas)]
  const [narrow, wide] = isSent ? [old, now] : [now, old] // what was sent is still taken; what is answered was known
  const changes: string[] = []
  const strange = [...narrow.types].filter((type) => !wide.types.has(type) && !(type === 'integer' && wide.types.has('number')))
  if (wide.types.size > 0 && strange.length > 0) changes.push(`${place} ${isSent ? 'no longer takes' : 'may now be'} ${strange.join(', ')}`)
  const lost = isSent && now.values ? [...(old.values ?? [])].filter((value) => !now.values?.has(value)) : []
  if (lost.length > 0) changes.push(`${place} no longer takes ${lost.map((value) => JSON.stringify(value)).join(', ')}`)
  for (const [name, property] of old.properties) {
    const next = now.properties.get(name)
    const inside = `${place}.${name}`
    if (!next) changes.push(`${inside} is gone`)
    else {
      if (!isSent && old.required.has(name) && !now.required.has(name)) changes.push(`${inside} may now be absent`)
      changes.push(...compare(inside, [property, next], inner))
    }
  }
  if (isSent && old.types.size > 0)
    for (const name of now.required) if (!old.required.has(name)) changes.push(`${place}.${name} is now required`)
  if (old.items && now.items) changes.push(...compare(`${place}[]`, [old.items, now.items], inner))
  return changes
}

const bodyOf = (content: Record<string, { schema?: Schema }> | undefined) => content?.['application/json']?.schema

function compareCalls(
  call: string,
  [before, after]: readonly [Operation, Operation],
  released: Description,
  present: Description,
): string[] {
  const context = { released, present, seen: new Set<string>() }
  const sent = { ...context, isSent: true }
  const parameterOf = (operation: Operation, name: string) => operation.parameters?.find((one) => one.name === name)
  const changes = (before.parameters ?? []).flatMap(({ name, schema }) => {
    const next = parameterOf(after, name)
    return next ? compare(`${call} ?${name}`, [schema, next.schema], sent) : [`${call} ?${name} is gone`]
  })
  for (const { name, required } of after.parameters ?? [])
    if (required && !parameterOf(before, name)?.required) changes.push(`${call} ?${name} is now required`)
  changes.push(...compare(`${call} body`, [bodyOf(before.requestBody?.content), bodyOf(after.requestBody?.content)], sent))
  for (const [status, { content }] of Object.entries(before.responses)) {
    const next = after.responses[status]
    if (!next) changes.push(`${call} no longer answers ${status}`)
    else changes.push(...compare(`${call} answer`, [bodyOf(content), bodyOf(next.content)], { ...context, isSent: false }))
  }
  return changes
}

/**
 * Names what breaks clients of `released`: calls, fields and values that are gone, what is newly required, and answers that may be of
 * another type. New values of an answer and stricter limits are not named.
 */
export function breakingChanges(released: Description, present: Description): string[] {
  return Object.entries(released.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, before]) => {
      const after = present.paths[path]?.[method]
      const call = `${method.toUpperCase()} ${path}`
      return after ? compareCalls(call, [before, after], released, present) : [`${call} is gone`]
    }),
  )
}

const majorOf = ({ version }: Description) => Number(version.split('.')[0])

/** Returns true if the version says that something has changed that breaks clients. */
export const isRaised = (released: Description, present: Description): boolean => majorOf(present) > majorOf(released)

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const present = await presentApi()
  if (process.argv.includes('--write')) writeFileSync(RELEASED, gzipSync(JSON.stringify(present), { level: 9 }))
  else {
    const released = releasedApi()
    const changes = breakingChanges(released, present)
    process.stdout.write(
      `${changes.map((change) => `${change}\n`).join('')}API ${released.version} to ${present.version}: ${changes.length} breaking changes\n`,
    )
    process.exit(changes.length === 0 || isRaised(released, present) ? 0 : 1)
  }
}
