import type * as z from 'zod/mini'
import { type Endpoint, fillPath } from './endpoint.ts'
import { ApiError, problemOf, statusLine } from './errors.ts'

/** A request for a transport: fetch in the browser, an in-process call for server rendering and tests. */
interface SendRequest {
  method: string
  /** Path and query, from `/api`. */
  url: string
  headers: Record<string, string>
  body: string | FormData | undefined
  signal: AbortSignal | undefined
}

interface SendResponse {
  status: number
  statusText: string
  header: (name: string) => string | null
  text: string
}

/** Transport of the client: `fetch` in a browser, the server itself while it renders. Rejects when no response came. */
export type Send = (request: SendRequest) => Promise<SendResponse>

/** One page of a list, and the number of items in all. */
export interface Page<Item> {
  items: Item[]
  total: number
}

type Part<Name extends string, Schema> = Schema extends z.ZodMiniType
  ? undefined extends z.input<Schema>
    ? { [N in Name]?: z.input<Schema> }
    : {} extends z.input<Schema>
      ? { [N in Name]?: z.input<Schema> }
      : { [N in Name]: z.input<Schema> }
  : unknown

interface CallOptions {
  signal?: AbortSignal | undefined
  headers?: Record<string, string>
  idempotencyKey?: string
  /** Sent instead of `body` if the call takes files. */
  form?: FormData
}

type Input<E> = E extends Endpoint<infer P, infer Q, infer B> ? Part<'params', P> & Part<'query', Q> & Part<'body', B> & CallOptions : never
type Output<E> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer R, infer _A, infer L>
    ? L extends true
      ? z.output<R> extends (infer Item)[]
        ? Page<Item>
        : never
      : z.output<R>
    : never

type Call<E> = {} extends Input<E> ? (input?: Input<E>) => Promise<Output<E>> : (input: Input<E>) => Promise<Output<E>>

type Contract = Record<string, Record<string, Endpoint>>

/** The typed client of a contract: `api.orders.setStatus({ params, body })`. */
export type Api<C> = { [Noun in keyof C]: { [Name in keyof C[Noun]]: Call<C[Noun][Name]> } }

type CallName<C> = { [Noun in keyof C & string]: `${Noun}.${keyof C[Noun] & string}` }[keyof C & string]

/**
 * Method and path of every call, without its schemas: `'orders.setStatus': 'PATCH /api/orders/:id/status'`. `[]` ends the line of a call
 * that answers one page of a list.
 */
export type CallLines<C> = Readonly<Record<CallName<C>, string>>

interface CallLine {
  method: string
  path: string
  isList: boolean
}

interface LooseInput extends CallOptions {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

/** Serializes a query; absent and empty values are left out, the entries of an object are `name.key`. */
export function queryString(query: Record<string, unknown> = {}): string {
  const params = new URLSearchParams()
  const add = (name: string, value: unknown) => {
    if (value !== null && typeof value === 'object') for (const [key, inner] of Object.entries(value)) add(`${name}.${key}`, inner)
    else if (isGiven(value)) params.append(name, String(value))
  }
  for (const name of Object.keys(query)) add(name, query[name])
  return params.toString()
}

function refusalOf({ method }: CallLine, { status, statusText, text }: SendResponse): ApiError {
  const problem = problemOf(status, statusText, text)
  return method === 'GET' ? new ApiError(problem, statusLine(status, statusText)) : new ApiError(problem)
}

async function call(line: CallLine, send: Send, input: LooseInput = {}): Promise<unknown> {
  const query = queryString(input.query)
  const headers: Record<string, string> = { accept: 'application/json', ...input.headers }
  if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey
  if (line.method !== 'GET' && !input.form) headers['content-type'] = 'application/json'
  const answer = await send({
    method: line.method,
    url: fillPath(line.path, input.params) + (query && `?${query}`),
    headers,
    body: input.form ?? (input.body === undefined ? undefined : JSON.stringify(input.body)),
    signal: input.signal,
  })
  if (answer.status < 200 || answer.status > 299) throw refusalOf(line, answer)
  const value: unknown = JSON.parse(answer.text)
  if (!line.isList) return value
  const items = Array.isArray(value) ? value : []
  return { items, total: Number(answer.header('x-total-count') ?? items.length) }
}

/** Writes the lines of a contract; of those endpoints that `isMeant` chooses. */
export function callLines<C extends Contract>(contract: C, isMeant: (endpoint: Endpoint) => boolean = () => true): CallLines<C> {
  const lines = Object.entries(contract).flatMap(([noun, endpoints]) =>
    Object.entries(endpoints)
      .filter(([, endpoint]) => isMeant(endpoint))
      .map(([name, { method, path, list }]) => [`${noun}.${name}`, `${method} ${path}${list ? ' []' : ''}`]),
  )
  return Object.fromEntries(lines) as CallLines<C> // its entries follow the contract one by one
}

function readLine(line: string): CallLine {
  const [method = '', path = '', list] = line.split(' ')
  return { method, path, isList: list === '[]' }
}

/** Makes the typed client of a contract over a transport. @throws ApiError for every answer that is not a success. */
export function createApi<C>(lines: Partial<CallLines<C>>, send: Send): Api<C> {
  const api = {} as Api<C> // its entries follow the lines one by one
  addCalls(api, lines, send)
  return api
}

/** Adds further calls to a client. */
export function addCalls<C>(client: Api<C>, lines: Partial<CallLines<C>>, send: Send): void {
  const api = client as Record<string, Record<string, (input?: LooseInput) => Promise<unknown>>> // of any contract
  for (const [key, text] of Object.entries(lines as Readonly<Record<string, string>>)) {
    const [noun = '', name = ''] = key.split('.')
    const line = readLine(text)
    const calls = (api[noun] ??= {})
    calls[name] = (input) => call(line, send, input)
  }
}
