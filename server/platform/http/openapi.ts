import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { STEP_UP_MINUTES } from '#domain/user.ts'

type Json = Record<string, unknown>

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return json
}

function parametersOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] } // objects only
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }))
}

function accessText({ access, stepUp }: Endpoint): string {
  if (access === 'anyone') return 'Anyone.'
  const who = access === 'signedIn' ? 'Any signed-in user.' : `Only ${access.join(', ')}.`
  return stepUp ? `${who} Needs the password within ${STEP_UP_MINUTES} minutes (\`step_up_required\`).` : who
}

function requestBodyOf(endpoint: Endpoint): Json {
  if (endpoint.files.length > 0) {
    const properties = Object.fromEntries(endpoint.files.map((name) => [name, { type: 'string', format: 'binary' }]))
    return { requestBody: { content: { 'multipart/form-data': { schema: { type: 'object', properties } } } } }
  }
  if (!endpoint.body) return {}
  return { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } } }
}

const problem = {
  description: 'A problem document',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

function refusalsOf(endpoint: Endpoint): Json {
  const statuses = [
    ...(endpoint.access === 'anyone' ? [] : [401, 403]),
    ...(endpoint.params ? [404] : []),
    ...(endpoint.body ? [400, 409] : []),
    ...(endpoint.body || endpoint.query ? [422] : []),
    429,
  ]
  return Object.fromEntries([...new Set(statuses)].sort((a, b) => a - b).map((status) => [String(status), problem]))
}

function operationOf(noun: string, name: string, endpoint: Endpoint): Json {
  const headers = endpoint.list
    ? {
        headers: {
          'X-Total-Count': { schema: { type: 'integer' }, description: 'How many there are in all' },
          Link: { schema: { type: 'string' }, description: 'RFC 8288: next, prev' },
        },
      }
    : {}
  const key = { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 255 } }
  return {
    operationId: `${noun}.${name}`,
    tags: [noun],
    summary: endpoint.summary,
    description: accessText(endpoint),
    ...(endpoint.access !== 'anyone' && { security: [{ bearer: [] }] }),
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query'), ...(endpoint.idempotent ? [key] : [])],
    ...requestBodyOf(endpoint),
    responses: {
      [endpoint.status]: {
        description: 'Success',
        ...headers,
        content: { 'application/json': { schema: schemaOf(endpoint.response, 'output') } },
      },
      ...refusalsOf(endpoint),
    },
  }
}

/** Every call with its name, in the order of the contract. */
export function allCalls(): { noun: string; name: string; endpoint: Endpoint }[] {
  return Object.entries(contract).flatMap(
    ([noun, calls]) => Object.entries(calls).map(([name, endpoint]) => ({ noun, name, endpoint: endpoint as Endpoint })), // each call keeps its own narrower type
  )
}

/** Schemas that refer to themselves bring their definitions along; a reference is looked up in the whole document, so that they move to its top. */
function shareDefinitions(document: Json): Json {
  const shared: Json = {}
  const moved = JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    if (key === '$ref' && typeof value === 'string') return value.replace('#/$defs/', '#/components/schemas/')
    if (key !== '$defs') return value
    Object.assign(shared, value)
    return undefined
  }) as Json & { components: { schemas: Json } } // as it was
  Object.assign(moved.components.schemas, shared)
  return moved
}

/** The OpenAPI 3.1 description of the contract. */
export function openApi(publicUrl: string): Json {
  const paths: Record<string, Json> = {}
  for (const { noun, name, endpoint } of allCalls()) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(noun, name, endpoint) }
  }
  return shareDefinitions({
    openapi: '3.1.0',
    info: {
      title: 'Reflute',
      version: '1.0.0',
      description:
        'Every call of the shop. Money is a decimal number with at most two places in the currency that stands beside it. Errors are problem documents (RFC 9457).',
    },
    servers: [{ url: publicUrl }],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Problem: {
          type: 'object',
          required: ['type', 'title', 'status', 'detail'],
          properties: {
            type: { type: 'string' },
            title: { type: 'string' },
            status: { type: 'integer' },
            detail: { type: 'string', description: 'A sentence for people' },
            code: { type: 'string', enum: Object.keys(REFUSALS) },
            errors: { type: 'array', items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } } },
          },
        },
      },
    },
  })
}
