import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allCalls, type Example } from './openapi.ts'

/* Every place of what each call takes, with values that it refuses: the reason is a sentence of the shop, never one of the library. */

const EXAMPLES = JSON.parse(readFileSync(join(import.meta.dirname, 'examples.json'), 'utf8')) as Record<string, Example> // our own file
const OF_THE_LIBRARY = /\bInvalid\b|\b[Ee]xpected\b|Too (?:big|small)|Unrecognized|\bNaN\b|undefined|\bnull\b/
const VALUES: unknown[] = [
  undefined,
  null,
  true,
  '',
  'x',
  '0000-01-01T00:00:00Z',
  'x'.repeat(11_000),
  0,
  -1,
  1.5,
  1e12,
  2 ** 60,
  [],
  [null],
  {},
]

/** Returns copies of a value, each with another value in one of its places. */
function* spoiled(value: unknown): Generator {
  yield* VALUES
  if (Array.isArray(value)) {
    yield Array(10_001).fill(value[0] ?? 'x')
    for (const one of spoiled(value[0])) yield [one]
  } else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) for (const one of spoiled(inner)) yield { ...value, [name]: one }
}

/** Returns an example with all fields that a schema has. */
function filled(schema: z.ZodMiniType, example: unknown): unknown {
  const fields = schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : []
  return { ...Object.fromEntries(fields.map((name) => [name, ''])), ...(example as object | undefined) }
}

test('no refusal of what a call takes has a sentence of the library', () => {
  const found = new Set<string>()
  for (const { noun, name, endpoint } of allCalls()) {
    const example = EXAMPLES[`${noun}.${name}`]
    for (const part of ['query', 'body'] as const) {
      const schema = endpoint[part]
      if (!schema) continue
      for (const value of spoiled(filled(schema, example?.[part])))
        for (const { path, message } of schema.safeParse(value).error?.issues ?? [])
          if (OF_THE_LIBRARY.test(message) || !/^[A-Z“]/.test(message))
            found.add(`${noun}.${name} ${path.join('.').slice(0, 60)}: ${message.slice(0, 120)}`)
    }
  }
  expect([...found]).toEqual([])
})
