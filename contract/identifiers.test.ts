import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { EMAIL_ERROR } from '#domain/user.ts'
import type { Endpoint } from './endpoint.ts'
import { contract } from './index.ts'

/* Whatever calls take as text is either an identifier, which is normalized, or in one of these lists. */

/** Texts that people write, which keep letters, joiners of emoji and marks of direction. */
const WRITTEN = words(`
  address alt answer attributes authorLabel brand buyerReference caption city company content description excerpt features firstName fullDescription
  holder hours how items label lastName leadTime legalForm legalName marketText message name note notes packedGoods payTo place poNumber preferredTimes problem productSize productWeight reason reasons register registerName registerNumber
  representative scope source specifications statement street text title unpaidReason value warnings warrantyText wording carbonReduction energyEfficiency materialSavings
`)
/** Addresses of pages and pictures, which their own rules check. */
const ADDRESSES = words('coverImage href images photos sourceUrl url website')
/** Words of a search: the search normalizes them, and the names beside them (domain/search/words.ts). */
const SEARCHED = words('q search term terms targets')
/**
 * Values that programs make, or that must arrive as they were typed: passwords, tokens, cells of a file, what other schemas check again.
 */
const EXACT = words(`
  password currentPassword newPassword challenge token csv column to attestationObject authenticatorData clientDataJSON signature
  userHandle transports rawId id type sheet version filter query tags ids
`)
const KNOWN = new Set([...WRITTEN, ...ADDRESSES, ...SEARCHED, ...EXACT])

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

type Schema = z.ZodMiniType
type Definition = { type: string } & Record<string, unknown>

/** Yields every text that a schema takes, with the names of the members that lead to it. */
function* textsOf(schema: Schema, path: readonly string[]): Generator<{ path: readonly string[]; schema: Schema }> {
  const definition = schema._zod.def as Definition // its own members, by type
  const inner = (name: string) => definition[name] as Schema
  switch (definition.type) {
    case 'string':
      yield { path, schema }
      return
    case 'object':
      for (const [name, member] of Object.entries(definition.shape as Record<string, Schema>)) yield* textsOf(member, [...path, name])
      return
    case 'record':
      yield* textsOf(inner('keyType'), path)
      yield* textsOf(inner('valueType'), path)
      return
    case 'union':
      for (const option of definition.options as Schema[]) yield* textsOf(option, path)
      return
    case 'array':
      yield* textsOf(inner('element'), path)
      return
    case 'pipe':
      yield* textsOf(inner('in'), path)
      yield* textsOf(inner('out'), path)
      return
    case 'lazy':
      yield* textsOf((definition.getter as () => Schema)(), path)
      return
    default:
      if (definition.innerType) yield* textsOf(inner('innerType'), path)
  }
}

const TEXTS = Object.entries(contract).flatMap(([noun, calls]) =>
  Object.entries(calls as Record<string, Endpoint>).flatMap(([name, endpoint]) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = endpoint[part]
      return schema ? [...textsOf(schema, [])].map((text) => ({ ...text, call: `${noun}.${name} ${part}` })) : []
    }),
  ),
)

/** The same value as it comes from a phone, a word processor and a keyboard for Japanese. */
const LOOK_ALIKES = ['\u200bab12', 'ab\u200d12', 'ab12\ufeff', '\u202aab12\u202c', 'ab\u00ad12', 'ａｂ１２', 'ab12\u3000', 'ab\ufe0f12']

/** Returns true if a text that only looks like another is stored beside it. */
const isApart = (schema: Schema) =>
  LOOK_ALIKES.some((typed) => {
    const read = schema.safeParse(typed)
    return read.success && read.data !== schema.safeParse('ab12').data
  })

test('there are more texts than a hundred to look at', () => {
  expect(TEXTS.length).toBeGreaterThan(500)
})

test('4.2 every identifier that a call takes is the same in the shapes of other keyboards, and only what people write is not', () => {
  const apart = TEXTS.filter(({ schema, path }) => isApart(schema) && !KNOWN.has(path.at(-1) ?? ''))
  expect([...new Set(apart.map(({ call, path }) => `${call} ${path.join('.')}`))]).toEqual([])
})

/** Texts of which nothing can be seen: zero-width and format characters, blanks of every width, letters that are drawn as nothing. */
const INVISIBLE = [
  '\u200b',
  '\u200d\ufeff\u2060',
  '\u00ad',
  ' \u00a0\u2003\u3000 ',
  '\u3164\u115f\u1160\uffa0',
  '\u2800',
  '\u202e\u2066',
  '\u180e',
  '\u034f',
  '\ufe0f',
  '\u0301',
  '\n\u200b\n',
]

test('4.3 what must be filled in is not, if nothing of it can be seen', () => {
  // a file without rows has a sentence of its own
  const required = TEXTS.filter(({ schema, path }) => !schema.safeParse('').success && path.at(-1) !== 'csv')
  expect(required.length).toBeGreaterThan(200)
  const taken = required.filter(({ schema }) => INVISIBLE.some((text) => schema.safeParse(text).success))
  expect([...new Set(taken.map(({ call, path }) => `${call} ${path.join('.')}`))]).toEqual([])
})

/** Calls whose handlers judge the email, by the same rule with sentences of their own; a sign-in only looks it up. */
const JUDGED_LATER = /^(users\.(create|update)|auth\.login|productEdits\.\w+|orders\.listAll) /

test('4.4 every call takes the same email addresses, and says the same of others', () => {
  const emails = TEXTS.filter(({ path, call }) => /email/i.test(path.at(-1) ?? '') && !JUDGED_LATER.test(call))
  expect(emails.length).toBeGreaterThan(10)
  for (const { schema, call } of emails) {
    for (const email of ['two..dots@example.com', 'a@-bad.com', `${'a'.repeat(65)}@example.com`, 'a@b', `a@${'b'.repeat(64)}.com`]) {
      expect(
        schema.safeParse(email).error?.issues.map(({ message }) => message),
        `${call} ${email}`,
      ).toEqual([EMAIL_ERROR])
    }
    expect(schema.safeParse(' \u200bAnn.Smith+1@Bücher.example').success, call).toBe(true)
  }
})

/** Names that stand on one line: in lists, histories, subjects of emails. */
const NAMES = ['name', 'firstName', 'lastName', 'company', 'city', 'street', 'holder', 'label']

test('a name is one line, and no mark in it turns the direction of what follows; letters stay joined as they are written', () => {
  const names = TEXTS.filter(({ path }) => NAMES.includes(path.at(-1) ?? ''))
  expect(names.length).toBeGreaterThan(30)
  const taken = names.filter(({ schema }) => {
    const read = schema.safeParse('\u202aOld\r\n\u2066Box\u2069\u2028es\t\u202e')
    return read.success && read.data !== 'Old Box es'
  })
  expect([...new Set(taken.map(({ call, path }) => `${call} ${path.join('.')}`))]).toEqual([])
  for (const { schema, call } of names) {
    const read = schema.safeParse('می\u200cخ')
    if (read.success) expect(read.data, call).toBe('می\u200cخ')
  }
})

test('4.2 what people write stays as it is', () => {
  const family = '👩‍👩‍👧 שלום\u200f ﷺ می‌خواهم ½ ①'
  const written = TEXTS.filter(({ path }) => ['message', 'description', 'firstName', 'company', 'city'].includes(path.at(-1) ?? ''))
  expect(written.length).toBeGreaterThan(20)
  for (const { schema, call } of written) {
    const read = schema.safeParse(family)
    if (read.success) expect(read.data, call).toBe(family)
  }
})
