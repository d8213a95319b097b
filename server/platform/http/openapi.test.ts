import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { TEST_EVENT, WEBHOOK_EVENTS } from '#domain/webhook.ts'
import { allCalls, openApi } from './openapi.ts'

interface JsonSchema {
  $ref?: string
  type?: string
  format?: string
  pattern?: string
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
}
type Content = Record<string, { schema?: JsonSchema; example?: unknown }>
interface Webhook {
  parameters: { name: string; in: string; required: boolean }[]
  requestBody: { required: boolean; content: Content }
  responses: object
}
interface Operation {
  operationId: string
  security?: Record<string, string[]>[]
  parameters: { name: string; in: string; required: boolean; schema: JsonSchema; description?: string; example?: unknown }[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { content: Content; headers?: object }>
}
interface Description {
  openapi: string
  info: object
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Webhook }>
  components: { schemas: Record<string, JsonSchema>; headers: Record<string, object>; securitySchemes: Record<string, object> }
}

let description: Description
beforeAll(async () => {
  description = (await openApi('http://localhost')) as unknown as Description // the validator checks its form
})

const calls = allCalls().map(({ noun, name, endpoint }) => [`${noun}.${name}`, endpoint] as const)

function operationOf({ path, method }: Endpoint): Operation {
  return description.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? expect.fail(`${method} ${path} is not described`)
}

/** The members of a schema, also of one that is named. */
function membersOf(schema: JsonSchema | undefined): string[] {
  const name = schema?.$ref?.split('/').at(-1)
  return Object.keys((name ? description.components.schemas[name] : schema)?.properties ?? {})
}

const fieldsOf = (schema: z.ZodMiniType | undefined) => (schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : [])
const namesIn = (operation: Operation, place: string) => operation.parameters.filter((one) => one.in === place).map(({ name }) => name)

test('the description is valid OpenAPI 3.1, and each of its references leads somewhere', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone({ ...description }))
  expect(errors).toBeUndefined()
  expect([valid, description.openapi]).toEqual([true, '3.1.0'])
  const refs = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref)
  expect(refs.length).toBeGreaterThan(300)
  const known = new Set(
    (['schemas', 'headers'] as const).flatMap((kind) =>
      Object.keys(description.components[kind]).map((name) => `#/components/${kind}/${name}`),
    ),
  )
  expect(refs.filter((ref) => !known.has(ref))).toEqual([])
})

test('schemas that calls share are named, and each name is used', () => {
  const names = Object.keys(description.components.schemas)
  expect(names).toEqual(
    expect.arrayContaining(['Problem', 'FieldError', 'Order', 'OrderSummary', 'Cart', 'Product', 'Business', 'ArticleNode']),
  )
  expect(names.length).toBeGreaterThan(100)
  const text = JSON.stringify(description)
  expect(names.filter((name) => !text.includes(`"#/components/schemas/${name}"`))).toEqual([])
})

test('every operation has an id of its own', () => {
  const ids = Object.values(description.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
  expect(ids.toSorted()).toEqual(calls.map(([id]) => id).toSorted())
})

test.each(calls)('%s can be called as it is described', (id, endpoint) => {
  const operation = operationOf(endpoint)
  expect(operation.operationId).toBe(id)

  expect(namesIn(operation, 'path')).toEqual([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name))
  expect(operation.parameters.filter((one) => one.in === 'path').every(({ required }) => required)).toBe(true)
  expect(namesIn(operation, 'query')).toEqual(fieldsOf(endpoint.query))
  expect(namesIn(operation, 'header')).toEqual(endpoint.idempotent ? ['Idempotency-Key'] : [])
  if (endpoint.access !== 'anyone') expect(operation.security).toEqual([{ bearer: [] }])

  const files = Object.keys(endpoint.files)
  const taken = operation.requestBody?.content ?? {}
  if (files.length > 0) {
    const form = taken['multipart/form-data']?.schema
    expect(membersOf(form).toSorted()).toEqual([...fieldsOf(endpoint.body), ...files].toSorted())
    for (const name of files) {
      const field = form?.properties?.[name]
      expect(field?.items ?? field).toEqual({ type: 'string', format: 'binary' })
      expect(field?.type).toBe(endpoint.files[name] === 1 ? 'string' : 'array')
    }
  } else if (endpoint.body) {
    expect(operation.requestBody?.required).toBe(true)
    expect(Object.keys(taken)).toEqual(['application/json'])
    expect(membersOf(taken['application/json']?.schema)).toEqual(expect.arrayContaining(fieldsOf(endpoint.body)))
  } else expect(Object.keys(taken)).toEqual(endpoint.consumes)

  const answer = operation.responses[String(endpoint.status)]?.content ?? {}
  if (endpoint.produces.length > 0) {
    expect(Object.keys(answer)).toEqual([...new Set(endpoint.produces.map((type) => type.split(';')[0]))])
    for (const [type, { schema }] of Object.entries(answer)) {
      if (type === 'application/json') expect(membersOf(schema)).toEqual(expect.arrayContaining(fieldsOf(endpoint.response)))
      else expect(schema).toEqual({ type: 'string', format: 'binary' })
    }
  } else {
    expect(Object.keys(answer)).toEqual(['application/json'])
    const { schema } = answer['application/json'] ?? {}
    expect(schema).not.toEqual({})
    if (endpoint.list) expect(schema?.type).toBe('array')
    else expect(membersOf(schema)).toEqual(expect.arrayContaining(fieldsOf(endpoint.response)))
  }
  for (const [status, { content }] of Object.entries(operation.responses)) {
    if (status !== String(endpoint.status))
      expect(content).toEqual({ 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } })
  }
})

test('the description names its licence, what each noun is about, and that public calls need no token', () => {
  const { info, tags } = description
  expect(info).toMatchObject({ license: { identifier: 'MIT' }, contact: { name: 'Reflute' } })
  expect(tags.map(({ name }) => name)).toEqual([...new Set(calls.map(([id]) => id.split('.')[0]))])
  for (const { name, description: text } of tags) expect(text, name).toMatch(/^[A-Z][^.]{10,80}$/)
  for (const [id, endpoint] of calls) {
    const needed = endpoint.access === 'anyone' ? (endpoint.personal ? [{}, { bearer: [] }] : []) : [{ bearer: [] }]
    expect(operationOf(endpoint).security, id).toEqual(needed)
  }
})

test('what a query may hold can be read in its schema: numbers with their bounds, lists by commas, countries', () => {
  const parameter = (id: string, name: string) => {
    const [, endpoint] = calls.find(([known]) => known === id) ?? expect.fail(id)
    return operationOf(endpoint).parameters.find((one) => one.name === name)
  }
  expect(parameter('products.list', 'page')?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 1_000_000 })
  expect(parameter('products.list', 'limit')?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 500 })
  expect(parameter('products.list', 'minPrice')?.schema).toMatchObject({ type: 'number', minimum: 0 })
  const sort = { type: 'array', minItems: 1, maxItems: 3, items: { type: 'string', enum: expect.arrayContaining(['-createdAt']) } }
  expect(parameter('staffProducts.list', 'sort')).toMatchObject({ style: 'form', explode: false, schema: sort })
  expect(description.components.schemas.CountryCode).toMatchObject({ type: 'string', enum: expect.arrayContaining(['DE', 'US']) })
  for (const [id, endpoint] of calls)
    for (const { name, schema } of operationOf(endpoint).parameters) expect(schema.pattern ?? '', `${id} ${name}`).not.toContain('-?\\d')
})

test('a call that is about a file takes a form only; one that changes what is there takes its fields as JSON, too', () => {
  for (const [id, endpoint] of calls) {
    if (Object.keys(endpoint.files).length === 0) continue
    const types = Object.keys(operationOf(endpoint).requestBody?.content ?? {})
    expect(types, id).toEqual(
      endpoint.body && endpoint.method !== 'POST' ? ['multipart/form-data', 'application/json'] : ['multipart/form-data'],
    )
  }
})

test('headers of answers are described: pages, cursors of lists by changes, the limit of API tokens', () => {
  for (const [id, endpoint] of calls) {
    const { responses } = operationOf(endpoint)
    const headersOf = (status: number) => Object.keys(responses[status]?.headers ?? {})
    const limit = endpoint.token ? ['RateLimit', 'RateLimit-Policy'] : []
    expect(headersOf(429), id).toEqual(['Retry-After', ...limit])
    const lists = endpoint.list ? ['X-Total-Count', 'Link'] : []
    const cursor = fieldsOf(endpoint.query).includes('updatedSince') ? ['X-Next-Cursor'] : []
    expect(headersOf(endpoint.status), id).toEqual([...lists, ...cursor, ...limit])
  }
  const synced = Object.values(description.paths).flatMap(({ get }) => {
    const headers = get?.responses['200']?.headers ?? {}
    return 'X-Next-Cursor' in headers && get ? [get.operationId] : []
  })
  expect(synced.toSorted()).toEqual(['business.products', 'orders.listAll', 'sellerOrders.list', 'staffProducts.list'])
  for (const { get } of Object.values(description.paths).filter(({ get }) => synced.includes(get?.operationId ?? ''))) {
    const textOf = (name: string) => get?.parameters.find((one) => one.name === name)?.description
    expect([textOf('updatedSince'), textOf('cursor'), textOf('limit')], get?.operationId).toEqual([
      expect.stringContaining('the hour before'),
      expect.stringContaining('X-Next-Cursor'),
      undefined,
    ])
  }
})

test('each event of webhooks is described with its headers and what its message holds', () => {
  expect(Object.keys(description.webhooks)).toEqual([...WEBHOOK_EVENTS, TEST_EVENT])
  const data: Record<string, unknown> = {}
  for (const [event, { post }] of Object.entries(description.webhooks)) {
    expect(post.parameters.filter((one) => one.required && one.in === 'header').map(({ name }) => name)).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ])
    const { schema } = post.requestBody.content['application/json'] ?? {}
    expect(schema?.required, event).toEqual(['type', 'timestamp', 'businessId', 'data'])
    expect(schema?.properties?.type).toEqual({ type: 'string', const: event })
    const gone = { type: 'object', properties: { id: { type: 'string' }, status: { type: 'string', const: 'Deleted' } } }
    if (/^(?:product|stock)/.test(event))
      expect(schema?.properties?.data).toMatchObject({ anyOf: [{}, { ...gone, required: ['id', 'status'] }] })
    data[event] = JSON.stringify(schema?.properties?.data).match(/(?<=schemas\/)\w+/g)
  }
  const order = ['SellerOrder', 'Order']
  expect(data).toEqual({
    'order.placed': order,
    'order.paid': order,
    'order.canceled': order,
    'seller_order.shipped': order,
    'return.updated': ['Return'],
    'product.changed': ['ProductSummary'],
    'stock.changed': ['ProductSummary'],
    'payout.updated': ['Payout'],
    [TEST_EVENT]: null, // empty
  })
})

test('only calls of files answer a bare text', () => {
  const texts = calls.filter(([, { response, produces }]) => response instanceof z.ZodMiniString && produces.length === 0)
  expect(texts.map(([id]) => id)).toEqual([])
})

test('35.5.3 each call has an example of what it takes and answers, as it would take and answer it itself', () => {
  const problems: string[] = []
  const check = (what: string, schema: z.ZodMiniType | undefined, example: unknown) => {
    if (example === undefined) return void problems.push(`${what}: no example; npm run docs -- examples writes it`)
    for (const { path, message } of schema?.safeParse(example).error?.issues ?? []) problems.push(`${what}: ${path.join('.')} ${message}`)
  }
  for (const [id, endpoint] of calls) {
    const { parameters, requestBody, responses } = operationOf(endpoint)
    for (const place of ['path', 'query'] as const) {
      const given = parameters.filter((one) => one.in === place && one.example !== undefined)
      const texts = Object.fromEntries(given.map(({ name, example }) => [name, String(example)])) // as an address has them
      const schema = place === 'path' ? endpoint.params : endpoint.query
      if (schema) check(`${id} ${place}`, schema, given.length > 0 ? texts : undefined)
      for (const { name, schema: own, example } of given) {
        const type = Array.isArray(example) ? 'array' : Number.isInteger(example) ? 'integer' : typeof example
        if (own.type && own.type !== type && !(own.type === 'number' && type === 'integer'))
          problems.push(`${id}: ${name} is no ${own.type}`)
      }
    }
    for (const { example, schema } of Object.values(requestBody?.content ?? {})) {
      check(`${id} takes`, endpoint.body, example)
      for (const [name, value] of Object.entries(example ?? {})) {
        const field = schema?.properties?.[name]
        if (name in endpoint.files && (field?.type === 'array') !== Array.isArray(value))
          problems.push(`${id}: ${name} is no ${field?.type}`)
      }
    }
    const answer = Object.entries(responses[String(endpoint.status)]?.content ?? {})
    const readable = answer.filter(([type]) => !/pdf|zip|spreadsheet|xml$|webp|png|jpeg/.test(type) || type.includes('svg'))
    const examples = readable.map(([, { example }]) => example).filter((example) => example !== undefined)
    if (readable.length > 0) check(`${id} answers`, endpoint.response, examples[0])
  }
  expect(problems).toEqual([])
})

test('35.5.3 examples are short, and hold no secret, nothing of a machine and no person but those of the demo', async () => {
  const text = await readFile(join(import.meta.dirname, 'examples.json'), 'utf8')
  const examples = JSON.parse(text) as Record<string, object>
  expect(Object.keys(examples)).toEqual(calls.map(([id]) => id))
  for (const [id, example] of Object.entries(examples)) expect(JSON.stringify(example).length, id).toBeLessThan(8500)
  expect(text).not.toMatch(
    /\brf_[\w-]{9}|whsec_|sk_(?:test|live)|"\w*(?:token|secret|challenge)":"(?!example)|[?&](?:token|secret)=(?!example)/i,
  )
  expect(text).not.toMatch(/"\/(?:tmp|home|root|work)\/|127\.0\.0\.1/)
  const emails = [...text.matchAll(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g)].map(([email]) => email)
  expect(emails.filter((email) => !/(?:\.test|@example\.(?:com|org|net))$/.test(email))).toEqual([])
})
