import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { StockRows } from './catalog/product-rows.ts'
import { Moment } from './common.ts'
import { contract } from './index.ts'

const sentenceOf = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

test.each<[z.ZodMiniType, unknown, string]>([
  [z.int(), undefined, 'Please fill in this field'],
  [z.int(), null, 'Please fill in this field'],
  [z.int(), 1.5, 'Must be a whole number'],
  [z.int(), '5', 'Must be a whole number, not text'],
  [z.number(), '5', 'Must be a number, not text'],
  [z.number(), [], 'Must be a number'],
  [z.int(), 2 ** 53, 'Must be at most 9,007,199,254,740,991'],
  [z.number().check(z.maximum(366)), 367, 'Must be at most 366'],
  [z.number().check(z.lt(1)), 1, 'Must be less than 1'],
  [z.number().check(z.minimum(1)), 0, 'Must be at least 1'],
  [z.number().check(z.gt(0)), 0, 'Must be more than 0'],
  [z.number().check(z.multipleOf(5)), 3, 'Must be a multiple of 5'],
  [z.string(), 5, 'Must be text'],
  [z.boolean(), 'true', 'Must be true or false'],
  [z.array(z.string()), 'a', 'Must be a list'],
  [z.object({}), 'a', 'Must be an object'],
  [z.record(z.string(), z.string()), 'a', 'Must be an object'],
  [z.string().check(z.maxLength(1000)), 'x'.repeat(1001), 'At most 1000 characters are accepted'],
  [z.string().check(z.minLength(2)), 'x', 'At least 2 characters are needed'],
  [z.string().check(z.regex(/^a$/)), 'x', 'Please check the format'],
  [z.array(z.int()).check(z.maxLength(10_000)), Array(10_001).fill(1), 'At most 10,000 entries are accepted'],
  [z.array(z.int()).check(z.minLength(1)), [], 'At least 1 entry is needed'],
  [z.enum(['read', 'stock']), 'write', 'Must be one of: read, stock'],
  [z.enum(['read', 'stock']), undefined, 'Please fill in this field'],
  [z.literal(true), false, 'Must be true'],
  [z.union([z.enum(['a', 'b']), z.literal('')]), 'c', 'Must be one of: a, b'],
  [z.union([z.object({ a: z.int() }), z.object({ b: z.int() })]), {}, "This value isn't accepted here"],
  [
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
    { kind: 'c' },
    'Must be one of: a, b',
  ],
  [z.strictObject({}), { a: 1 }, 'Unknown field: a'],
])('%o refuses %o in words of the shop', (schema, value, sentence) => {
  expect(sentenceOf(schema, value)).toBe(sentence)
})

test.each<[z.ZodMiniType, unknown, string]>([
  [contract.businessTokens.create.body, { name: 'ERP', scopes: ['read'], days: 1.5 }, 'Must be a whole number'],
  [contract.businessTokens.create.body, { name: 'ERP', scopes: ['write'] }, 'Must be one of: read, stock, orders'],
  [contract.webhooks.deliveries.query, { state: 'x' }, 'Must be one of: waiting, delivered, failed'],
  [StockRows, Array.from({ length: 10_001 }, () => ({ sku: 'A', stock: 1 })), 'At most 10,000 entries are accepted'],
  [
    StockRows,
    Array.from({ length: 501 }, () => ({ id: crypto.randomUUID(), stock: 1 })),
    'Up to 500 products can be named by id. Name them by SKU to send more',
  ],
  [Moment, '0000-01-01T00:00:00Z', 'Please enter a time like 2026-03-04T12:00:00Z'],
  [Moment, '9999-12-31T23:59:59-23:59', 'Please enter a time like 2026-03-04T12:00:00Z'],
])('of %o is refused what other systems get wrong', (schema, value, sentence) => {
  expect(sentenceOf(schema, value)).toBe(sentence)
})
