import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { API_VERSION } from '#contract/api-version.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { NOUNS } from '#contract/noun-texts.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { SYNC_TEXTS } from '#contract/sync.ts'
import { WEBHOOK_MESSAGES } from '#contract/webhook-messages.ts'
import { SESSION_WRITES_PER_MINUTE, TOKEN_CALLS_PER_MINUTE } from '#domain/api-tokens.ts'
import { STEP_UP_MINUTES } from '#domain/user.ts'
import { describeWebhooks } from './describe-webhooks.ts'
import { type Json, type JsonSchemas, type Schema, writeSchemas } from './write-schemas.ts'

/** The request and answer of a call in a demo; written by `npm run docs -- examples`. */
export interface Example {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  answer?: unknown
}

const EXAMPLES = join(import.meta.dirname, 'examples.json')

const BINARY = { type: 'string', format: 'binary' }

/** Every call with its name, in the order of the contract. */
export function allCalls(): { noun: string; name: string; endpoint: Endpoint }[] {
  return Object.entries(contract).flatMap(
    // each call keeps its own narrower type
    ([noun, calls]) => Object.entries(calls).map(([name, endpoint]) => ({ noun, name, endpoint: endpoint as Endpoint })),
  )
}

/** Returns the path of a call with its parameters in braces. */
export const templateOf = ({ path }: Pick<Endpoint, 'path'>): string => path.replace(/:(\w+)/g, '{$1}')

interface Operation extends Json {
  parameters: Json[]
  requestBody?: Json
  responses: Json
}

function parametersOf(schemas: JsonSchemas, schema: Schema | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemas.inputShape(schema)
  const texts: Readonly<Record<string, string>> = 'updatedSince' in properties ? SYNC_TEXTS : {}
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(texts[name] && { description: texts[name] }),
    ...(value.type === 'array' && { style: 'form', explode: false }), // separated by commas
    ...(value.type === 'object' && { style: 'deepObject' }),
    schema: value,
  }))
}

function accessText({ access, bySwitch, members, stepUp, takesMetricsToken, token }: Endpoint): string {
  if (access === 'anyone') return 'Anyone.'
  const switched = Object.entries(bySwitch).map(([role, name]) => `, and ${role} with the setting ${name}`)
  const who =
    access === 'signedIn'
      ? 'Any signed-in user.'
      : `Only ${access.join(', ')}${switched.join('')}${takesMetricsToken ? ', and the bearer of METRICS_TOKEN' : ''}${members === 'owner' ? ', of a business only its owners (`owners_only`)' : ''}.`
  const proof = stepUp ? ` Needs step-up within ${STEP_UP_MINUTES} minutes, or as the settings say (\`step_up_required\`).` : ''
  const byToken =
    token && token !== 'any'
      ? ` API tokens need the scope ${[token]
          .flat()
          .map((scope) => `\`${scope}\``)
          .join(' or ')}.`
      : ''
  return who + proof + byToken
}

/** A token is needed, makes a difference, or means nothing. */
function securityOf({ access, personal }: Endpoint): Json {
  if (access !== 'anyone') return { security: [{ bearer: [] }] }
  return { security: personal ? [{}, { bearer: [] }] : [] }
}

/** A form takes the fields of the body and the files; where it changes what is there, the same fields may come as JSON, without files. */
function formOf(schemas: JsonSchemas, { method, body, files }: Endpoint): Json {
  const { properties = {}, required = [] } = body ? schemas.inputShape(body) : {}
  const fileFields = Object.entries(files).map(([name, most]) => [
    name,
    most === 1 ? BINARY : { type: 'array', items: BINARY, maxItems: most },
  ])
  const form = {
    type: 'object',
    properties: { ...properties, ...Object.fromEntries(fileFields) },
    ...(required.length > 0 && { required }),
  }
  return {
    'multipart/form-data': { schema: form },
    ...(body && method !== 'POST' && { 'application/json': { schema: schemas.input(body) } }),
  }
}

function requestBodyOf(schemas: JsonSchemas, endpoint: Endpoint): Pick<Operation, 'requestBody'> {
  const { body, files, consumes } = endpoint
  if (Object.keys(files).length > 0) return { requestBody: { content: formOf(schemas, endpoint) } }
  if (body) return { requestBody: { required: true, content: { 'application/json': { schema: schemas.input(body) } } } }
  if (consumes.length > 0) return { requestBody: { required: true, content: Object.fromEntries(consumes.map((type) => [type, {}])) } }
  return {}
}

const problem = {
  description: 'A problem document',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

/** Headers of answers; each is a component that answers refer to. */
const HEADERS = {
  'X-Total-Count': { schema: { type: 'integer' }, description: 'How many there are in all' },
  Link: { schema: { type: 'string' }, description: 'RFC 8288: next, prev' },
  'X-Next-Cursor': { schema: { type: 'string' }, description: 'The next `cursor`, where the list is read by changes' },
  RateLimit: {
    schema: { type: 'string' },
    description: 'For API tokens: calls that are left (`r`), and seconds until all are again (`t`)',
  },
  'RateLimit-Policy': { schema: { type: 'string' }, description: 'For API tokens: calls (`q`) in a time window of seconds (`w`)' },
  'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait' },
}
const LIST_HEADERS = ['X-Total-Count', 'Link'] as const
const TOKEN_HEADERS = ['RateLimit', 'RateLimit-Policy'] as const

function headersOf(names: readonly (keyof typeof HEADERS)[]): Json {
  return names.length > 0 ? { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) } : {}
}

function refusalsOf({ access, params, query, body, files, token }: Endpoint): Json {
  const takesBody = body !== undefined || Object.keys(files).length > 0
  const statuses = [
    ...(access === 'anyone' ? [] : [401, 403]),
    ...(params ? [404] : []),
    ...(takesBody ? [400, 409] : []),
    ...(takesBody || query ? [422] : []),
  ]
  const limited = { ...problem, ...headersOf(['Retry-After', ...(token ? TOKEN_HEADERS : [])]) }
  return {
    ...Object.fromEntries([...new Set(statuses)].sort((a, b) => a - b).map((status) => [String(status), problem])),
    429: limited,
    default: problem,
  }
}

function answerOf(schemas: JsonSchemas, { produces, response, list, query, token }: Endpoint): Json {
  const isSync = query !== undefined && 'updatedSince' in (schemas.inputShape(query).properties ?? {})
  const headers = headersOf([...(list ? LIST_HEADERS : []), ...(isSync ? ['X-Next-Cursor' as const] : []), ...(token ? TOKEN_HEADERS : [])])
  if (produces.length > 0) {
    const types = produces.map((type) => type.split(';')[0] ?? type)
    const schemaOf = (type: string) => (type === 'application/json' ? schemas.output(response) : BINARY)
    return { description: 'A file', ...headers, content: Object.fromEntries(types.map((type) => [type, { schema: schemaOf(type) }])) }
  }
  return { description: 'Success', ...headers, content: { 'application/json': { schema: schemas.output(response) } } }
}

function operationOf(schemas: JsonSchemas, noun: string, name: string, endpoint: Endpoint): Operation {
  const key = { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 255 } }
  return {
    operationId: `${noun}.${name}`,
    tags: [noun],
    summary: endpoint.summary,
    description: accessText(endpoint),
    ...securityOf(endpoint),
    parameters: [
      ...parametersOf(schemas, endpoint.params, 'path'),
      ...parametersOf(schemas, endpoint.query, 'query'),
      ...(endpoint.idempotent ? [key] : []),
    ],
    ...requestBodyOf(schemas, endpoint),
    responses: { [endpoint.status]: answerOf(schemas, endpoint), ...refusalsOf(endpoint) },
  }
}

const PROBLEM = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail'],
  properties: {
    type: { type: 'string', description: 'The place in /api/docs that explains the refusal' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'A sentence for people' },
    code: { type: 'string', enum: Object.keys(REFUSALS) },
    errors: { type: 'array', items: { $ref: '#/components/schemas/FieldError' } },
  },
}
const FIELD_ERROR = {
  type: 'object',
  required: ['field', 'message'],
  properties: { field: { type: 'string' }, message: { type: 'string' } },
}

/** Gives each parameter, and each content that is no file, its example; a table or drawing is the one content that has a text. */
function exemplify({ parameters, requestBody, responses }: Operation, { status, files }: Endpoint, example: Example): void {
  const { params, query, body, answer } = example
  const given = { ...params, ...query }
  for (const parameter of parameters) if (String(parameter.name) in given) parameter.example = given[String(parameter.name)]
  const put = (message: unknown, types: RegExp, value: unknown) => {
    const { content = {} } = (message ?? {}) as { content?: Record<string, Json> } // of a request or an answer
    for (const [type, one] of Object.entries(content)) if (types.test(type) && value !== undefined) one.example = value
  }
  put(requestBody, /./, body)
  if (Object.keys(files).length > 0)
    put(requestBody, /json/, Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => !(name in files))))
  put(responses[String(status)], typeof answer === 'string' ? /csv|svg/ : /json/, answer)
}

/** The OpenAPI 3.1 description of the contract. */
export async function openApi(publicUrl: string): Promise<Json> {
  const calls = allCalls()
  const schemas = await writeSchemas({
    inputs: calls.flatMap(({ endpoint: { params, query, body } }) => [params, query, body].filter((schema) => schema !== undefined)),
    outputs: [...calls.map(({ endpoint }) => endpoint.response), ...WEBHOOK_MESSAGES.map(({ body }) => body)],
  })
  const paths: Record<string, Json> = {}
  const operations: Operation[] = []
  const examples = JSON.parse(await readFile(EXAMPLES, 'utf8')) as Record<string, Example> // our own file
  for (const { noun, name, endpoint } of calls) {
    const path = templateOf(endpoint)
    const operation = operationOf(schemas, noun, name, endpoint)
    exemplify(operation, endpoint, examples[`${noun}.${name}`] ?? {})
    operations.push(operation)
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation }
  }
  const webhooks = describeWebhooks(schemas)
  const components = schemas.componentsOf(
    operations.map(({ parameters, requestBody }) => [parameters, requestBody]),
    [operations.map(({ responses }) => responses), webhooks],
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Reflute',
      version: API_VERSION,
      description: [
        'JSON in and out. Money is a decimal number with at most two places in the currency given beside it. Dates are ISO 8601, UTC.',
        'Send `Authorization: Bearer <token>` with the token of `auth.login` or an API token. Lists take `page` and `limit` (100, at most 500).',
        'Products and orders are read by changes with `updatedSince`, then with `cursor`, which `X-Next-Cursor` of each answer has: at once where',
        '`Link` has a next page, else later. No change is left out, whatever is written meanwhile. A deleted product comes once more, as a whole',
        'product with the status `Deleted`; messages of webhooks have only `{"id", "status": "Deleted"}`.',
        `Each API token can make ${TOKEN_CALLS_PER_MINUTE} calls a minute. Signed in without one, a person can make ${SESSION_WRITES_PER_MINUTE} a minute that`,
        'change something, in all sessions together; creating and revoking tokens is among them.',
        'Reads carry an `ETag`. Errors are problem documents (RFC 9457).',
      ].join(' '),
      contact: { name: 'Reflute', url: `${publicUrl}/contact` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(NOUNS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      headers: HEADERS,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'The token that signing in answers, or an API token' } },
      schemas: { Problem: PROBLEM, FieldError: FIELD_ERROR, ...components },
    },
  }
}
