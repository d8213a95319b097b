import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import * as z from 'zod/mini'
import { type Endpoint, fillPath } from '#contract/endpoint.ts'
import { ROLES, type Role } from '#domain/user.ts'
import { buildApp } from '#server/app.ts'
import { MAIL_TEXTS } from '#server/mail-texts.ts'
import { readConfig } from '#server/platform/config.ts'
import { openEmbedded } from '#server/platform/db/client.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { allCalls, type Example } from '#server/platform/http/openapi.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/seed/bootstrap-admin.ts'
import { fillShop } from '#server/seed/fill-shop.ts'
import { keepFirstRows, PUT_BACK } from '#server/testing/first-rows.ts'
import { REQUESTS, type Request } from './example-requests.ts'

/*
 * `npm run docs -- examples`: makes each call in a demo in memory, after the calls that lead to it, and writes it as an example of the
 * OpenAPI description. Every call begins with the rows of a new demo, the clock stands still, and ids are counted, so that each run writes
 * the same. `--writes=FILE` writes no examples, but the whole answer of each write that is made on the way, ids and moments counted: the
 * files of two versions differ where their answers do.
 */

type Fields = Record<string, unknown>

const ROOT = join(import.meta.dirname, '..')
const OUT = join(ROOT, 'server/platform/http/examples.json')
const NOW = '2026-11-02T09:00:00.000Z'
const WRITES = process.argv.find((each) => each.startsWith('--writes='))?.slice('--writes='.length)
const MAX_TEXT = 100
/** Rounds in which an answer gets back what its schema needs. */
const MAX_ROUNDS = 20
/** Query where the request names none. */
const QUERY: Fields = { page: 1, limit: 20, format: 'csv', currency: 'USD' }
const SECRET = /token|secret|challenge|proof/i
/** Measures of the machine. */
const MEASURE = /Ms$|bytes|heap|rss|memory|uptime|seconds/i

const say = (text: string) => process.stdout.write(`${text}\n`)
const folder = mkdtempSync(join(tmpdir(), 'examples-'))
const config = readConfig({ DEMO: '1', RATE_LIMIT: 'off', VIES: 'off', DATA_DIR: folder })
const log = { warn: () => {} }
const database = await openEmbedded({}, { log })
const files = openFiles(config, log)
const deps = {
  config,
  db: database.db,
  files,
  database,
  mailTexts: MAIL_TEXTS,
  now: () => new Date(NOW),
  throttle: null,
  logger: false,
} as const
await fillShop(deps, database)
const app = await buildApp(deps)

const headersOf = new Map<Role, Record<string, string>>()
for (const { email, role } of DEMO_ACCOUNTS.toReversed()) {
  const login = await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password: DEMO_PASSWORD } })
  const { token } = login.json<{ token?: string }>()
  if (!token) continue // waits for a second factor
  const headers = { authorization: `Bearer ${token}` }
  await app.inject({ method: 'POST', url: '/api/auth/step-up', headers, payload: { password: DEMO_PASSWORD } })
  headersOf.set(role, headers)
}
await keepFirstRows(database.pool)

const calls = new Map(allCalls().map(({ noun, name, endpoint }) => [`${noun}.${name}`, endpoint]))
const ids = [...calls.keys()]
/** Last answer to each call. */
const answers = new Map<string, unknown>()
const examples = new Map<string, Example>()
const problems: string[] = []
/** Writes that were made, each with its whole answer. */
const writes: string[] = []
const emptyLists = new Set<string>()

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const mapFields = (fields: object, map: (value: unknown, name: string) => unknown) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, map(value, name)]))
const requestOf = (id: string): Request => REQUESTS[id] ?? {}
function endpointOf(id: string): Endpoint {
  const endpoint = calls.get(id)
  if (!endpoint) throw new Error(`There is no call ${id}`)
  return endpoint
}
const isBinary = ({ produces }: Endpoint) => produces.length > 0 && !produces.some((type) => /json|csv|svg/.test(type))

/** The value at a place such as `orders.listOwn.shipped.id`: a word finds the first member of a list that has it. */
function follow(place: string): unknown {
  const [noun = '', name = '', ...steps] = place.split('.')
  let value = answers.get(`${noun}.${name}`)
  for (const step of steps) {
    const list = isFields(value) && step === '0' ? Object.values(value).find(Array.isArray) : value
    const isFound = (member: unknown) => JSON.stringify(member).includes(JSON.stringify(step))
    value = Array.isArray(list) && step !== '0' ? list.find(isFound) : (list as Fields | undefined)?.[step] // or an index
  }
  if (value === undefined) throw new Error(`There is nothing at ${place}`)
  return value
}

const isPlace = (value: unknown): value is string => typeof value === 'string' && /^\$\w+\.\w/.test(value)

function fill(value: unknown): unknown {
  if (isPlace(value)) return follow(value.slice(1))
  if (Array.isArray(value)) return value.map(fill)
  return isFields(value) ? mapFields(value, fill) : value
}

/** Calls that the places of a value are in. */
function sourcesIn(value: unknown): string[] {
  if (isPlace(value)) return [value.slice(1).split('.', 2).join('.')]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sourcesIn) : []
}

const find = (method: string, path: string) => ids.find((id) => endpointOf(id).method === method && endpointOf(id).path === path)

/** The first member of the list at the same path, or at one like it. */
function memberAt(path: string, name: string): string | undefined {
  const at = path.replace(/\/slug$/, '')
  const list = find('GET', at) ?? find('GET', `${at}/all`) ?? find('GET', at.replace('/admin', ''))
  return list && `$${list}.0.${name.endsWith('Id') ? 'id' : name}`
}

function paramsOf(id: string): Fields {
  const { path } = endpointOf(id)
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const members = names.map((name) => [name, requestOf(id).params?.[name] ?? memberAt(path.slice(0, path.indexOf(`/:${name}`)), name)])
  return Object.fromEntries(members)
}

/** The calls that a call needs before it; the list of a new demo that is empty needs what a POST there makes. */
function stepsOf(id: string): string[] {
  const { after = [], ...request } = requestOf(id)
  const made = emptyLists.has(id) ? find('POST', endpointOf(id).path) : undefined
  return [...new Set([...after, ...(made ? [made] : []), ...sourcesIn([paramsOf(id), request])])]
}

/** Returns whether a call leaves a shop that is no new demo any more. */
const changes = (id: string): boolean => endpointOf(id).method !== 'GET' || stepsOf(id).some(changes)

function queryOf(id: string): Fields {
  const { query } = endpointOf(id)
  const shape = query instanceof z.ZodMiniObject ? query.shape : {}
  return requestOf(id).query ?? Object.fromEntries(Object.entries(QUERY).filter(([name]) => name in shape))
}

function headersFor({ access, personal, idempotent, produces, consumes }: Endpoint): Record<string, string> {
  const lowest = typeof access === 'string' ? 'customer' : ROLES.findLast((role) => access.includes(role))
  return {
    ...(lowest && (access !== 'anyone' || personal) && headersOf.get(lowest)),
    ...(idempotent && { 'idempotency-key': crypto.randomUUID() }),
    ...(consumes[0] && { 'content-type': consumes[0] }),
    ...(produces.some((type) => type.startsWith('text/csv')) && { accept: 'text/csv' }),
  }
}

/** A form with fields, and with files: one of the project, or a text at a place. */
async function formOf(body: unknown, sent: Record<string, string>): Promise<{ payload: Buffer; type: string }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) form.append(name, String(value))
  for (const [name, from] of Object.entries(sent)) {
    const content = isPlace(from) ? String(fill(from)) : readFileSync(join(ROOT, from))
    form.append(name, new Blob([content]), fileName(from))
  }
  const response = new Response(form)
  return { payload: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type') ?? '' }
}
const fileName = (from: string) => (isPlace(from) ? 'products.csv' : basename(from))

/**
 * Text without what differs from run to run: ids, numbers, keys, and the moments of the database, which has a clock of its own. Lists are
 * in the order of these texts.
 */
function settle(text: string): string {
  const counted = new Map<string, string>()
  const count = (found: string, write: (at: string) => string) => {
    if (!counted.has(found)) counted.set(found, write(String(counted.size + 1)))
    return counted.get(found) ?? found
  }
  const isNow = (at: string) => Date.parse(at) >= performance.timeOrigin - 1000 && Date.parse(at) <= Date.now()
  return text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => (isNow(at) ? NOW : at))
    .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, (id) => count(id, (at) => `00000000-0000-4000-8000-${at.padStart(12, '0')}`))
    .replace(/(?<![A-Z])ORD-[A-Z\d]{6,}/g, (number) => count(number, (at) => `ORD-MX${at.padStart(number.length - 6, '0')}`))
    .replace(/(?<![A-Z])(NO|WD|PAY)-\d{6}\b/g, '$1-104711')
    .replace(/\bBUS-[\dA-F]{8}\b/g, 'BUS-7E3A19C4')
    .replace(/(?<![A-Z])([CQ])-[2-9A-Z]{8}\b/g, '$1-7K3MQ9TX')
    .replace(/("key":")[\da-hjkmnp-tv-z]{14}(?=")/g, '$17k3mq9tx2c4b8d')
    .replace(/\brf_[\w-]{43}/g, 'rf_example')
    .replace(/\b(rf[pbs])_[\w-]{49}/g, '$1_example')
    .replace(/("id":")[\w-]{48}(?=")/g, '$1ZXhhbXBsZQ')
    .replace(/[\w-]{22}(?=-\d+x\d+\.webp)/g, 'sample')
    .replace(/\b(secret|token)=[\w-]+/g, '$1=example')
    .replace(/(?:::ffff:)?127\.0\.0\.1/g, '192.0.2.1') // for documentation, RFC 5737
}

const sorted = (list: readonly unknown[]) => list.toSorted((a, b) => (settle(JSON.stringify(a)) < settle(JSON.stringify(b)) ? -1 : 1))

async function ask(endpoint: Endpoint, url: string, body: unknown, sent: Request['files']): Promise<unknown> {
  const form = sent && (await formOf(body, sent))
  const payload = form?.payload ?? (endpoint.consumes.length > 0 ? JSON.stringify(body) : (body as object | undefined))
  const headers = { ...headersFor(endpoint), ...(form && { 'content-type': form.type }) }
  const { statusCode, headers: got, body: text } = await app.inject({ method: endpoint.method, url, headers, ...(payload && { payload }) })
  if (endpoint.method !== 'GET') writes.push(settle(`${endpoint.method} ${url} ${statusCode}\n${text}`))
  if (statusCode !== endpoint.status) throw new Error(`${endpoint.method} ${url} ${statusCode} ${text.slice(0, 300)}`)
  if (!String(got['content-type']).startsWith('application/json')) return text.replace(/^\uFEFF/, '')
  const answer: unknown = JSON.parse(text)
  return endpoint.list && Array.isArray(answer) ? sorted(answer) : answer
}

/** Makes a call in the shop as it is now. */
async function send(id: string): Promise<Example> {
  const endpoint = endpointOf(id)
  const { body, files: sent, answer } = requestOf(id)
  const params = mapFields(paramsOf(id), fill)
  const query = mapFields(queryOf(id), fill)
  const filled = fill(body)
  const url = `${fillPath(endpoint.path, params as Record<string, string>)}?${new URLSearchParams(query as Record<string, string>)}`
  const isMade = answer === undefined && !isBinary(endpoint)
  const answered = isMade ? await ask(endpoint, url, filled, sent) : fill(answer)
  answers.set(id, answered)
  const names = sent && mapFields(sent, (from, name) => (endpoint.files[name] === 1 ? fileName(String(from)) : [fileName(String(from))]))
  return { params, query, body: names ? { ...(filled as object), ...names } : filled, answer: answered }
}

/** Makes a call after those that it needs in the same shop. */
async function play(id: string, played = new Set<string>()): Promise<Example> {
  for (const step of stepsOf(id)) {
    if (!changes(step) || played.has(step)) continue
    played.add(step)
    await play(step, played)
  }
  return send(id)
}

/** Shortens lists to their first member, and texts and tables, save at the places that are kept. */
function shorten(value: unknown, kept: readonly string[] = [], name = '', path = ''): unknown {
  const isKept = kept.some((place) => path.startsWith(place) || place.startsWith(path))
  if (typeof value === 'string') {
    if (SECRET.test(name)) return 'example'
    return isKept || value.length <= MAX_TEXT ? value : `${value.slice(0, MAX_TEXT - 1)}…`
  }
  if (typeof value === 'number' && MEASURE.test(name)) return 1
  const inner = (member: unknown, key: string | number) => shorten(member, kept, typeof key === 'string' ? key : name, `${path}${key}.`)
  if (Array.isArray(value)) return (isKept ? value : value.slice(0, 1)).map(inner)
  return isFields(value) ? mapFields(value, inner) : value
}

/** An answer as short as its schema allows; a table as its first two lines. */
function shown({ response, produces }: Endpoint, answer: unknown): unknown {
  if (typeof answer === 'string' && produces.length > 0) {
    const [head = '', ...lines] = answer.trimEnd().split('\r\n')
    return [head, ...sorted(lines).slice(0, 1)].join('\n')
  }
  const kept: string[] = []
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { success, error } = response.safeParse(shorten(answer, kept))
    if (success) return shorten(answer, kept)
    kept.push(...error.issues.map(({ path }) => `${path.map(String).join('.')}.`))
  }
  throw new Error(`The answer is not what the contract says at ${kept.at(-1)}: ${JSON.stringify(answer).slice(0, 300)}`)
}

/** Takes the example of a call, and first those of the calls whose answers it needs. */
async function take(id: string): Promise<void> {
  if (examples.has(id)) return
  try {
    for (const step of stepsOf(id)) await take(step)
    let made = await play(id)
    if (endpointOf(id).method === 'GET' && Array.isArray(made.answer) && made.answer.length === 0 && find('POST', endpointOf(id).path)) {
      emptyLists.add(id)
      for (const step of stepsOf(id)) await take(step)
      made = await play(id)
    }
    const { answer, body, params, query } = made
    const example = {
      ...(Object.keys(params ?? {}).length > 0 && { params }),
      ...(Object.keys(query ?? {}).length > 0 && { query }),
      ...(body !== undefined && { body: shorten(body, ['']) }),
      ...(answer !== undefined && { answer: shown(endpointOf(id), answer) }),
    }
    examples.set(id, JSON.parse(settle(JSON.stringify(example))) as Example) // what was an example before
  } catch (error) {
    problems.push(`${id}: ${error instanceof Error ? error.message : String(error)}`)
    examples.set(id, {})
  }
  if (!changes(id)) return
  await database.pool.query(PUT_BACK)
  database.revisions.noteChange()
}

for (const id of ids) await take(id)
const rows = ids.map((id) => `  ${JSON.stringify(id)}: ${JSON.stringify(examples.get(id))}`)
if (WRITES) writeFileSync(WRITES, `${writes.length} writes\n\n${writes.join('\n\n')}\n`)
else writeFileSync(OUT, `{\n${rows.join(',\n')}\n}\n`)
say(`${rows.length - problems.length} of ${rows.length} calls`)
for (const problem of problems) say(problem)
await app.close()
await database.close()
rmSync(folder, { recursive: true, force: true })
process.exitCode = problems.length === 0 ? 0 : 1
