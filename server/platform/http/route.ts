import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { FieldError } from '#contract/errors.ts'
import { mayCall } from '#domain/permissions.ts'
import type { ShopSwitches } from '#domain/settings.ts'
import { borneApiToken, isApiToken } from '#server/platform/secrets/token.ts'
import { type Actor, type ActorOf, requireOwner, requireScope, requireStepUp } from './actor.ts'
import { knownNames, withObjects } from './query-names.ts'
import { refuse } from './refusal.ts'

type Parsed<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined

/** Input of a handler: parsed and validated, with the actor that its access rule guarantees. */
export interface Context<E> {
  actor: E extends Endpoint<infer _P, infer _Q, infer _B, infer _R, infer Who> ? ActorOf<Who> : never
  params: E extends Endpoint<infer P> ? Parsed<P> : never
  query: E extends Endpoint<infer _P, infer Q> ? Parsed<Q> : never
  body: E extends Endpoint<infer _P, infer _Q, infer B> ? Parsed<B> : never
  /** The `Idempotency-Key` header, if the call takes one. */
  idempotencyKey: string | null
  request: FastifyRequest
  reply: FastifyReply
}

/** JSON of an answer that was checked by the schema of its call when it was made. */
export class ReadyJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** Joins texts to a list. */
  static list(texts: readonly string[]): ReadyJson {
    return new ReadyJson(`[${texts.join(',')}]`)
  }
}

type Answer<E> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer R, infer _A, infer L>
    ? L extends true
      ? { items: z.input<R> | ReadyJson; total: number | null }
      : z.input<R> | ReadyJson
    : never

interface Options<E> {
  /**
   * Refuses by the state of the actor's business (`requireApproved`, `requireUnsuspended`), right after the role: 403 comes before 404 and
   * 400.
   */
  requires?: (actor: Actor) => void
  /** Returns true if the object of the path exists for this actor; called before the body is read (404 comes before 400). */
  exists?: (context: Pick<Context<E>, 'actor' | 'params'>) => Promise<boolean>
  /** Refuses what the actor's role may not do with the object of the path; called before the body is read (403 comes before 400). */
  permits?: (context: Pick<Context<E>, 'actor' | 'params'>) => Promise<void>
  /** Reads a body that is not JSON, before it is validated. */
  readBody?: (request: FastifyRequest) => Promise<unknown>
  /** Maximum body size in bytes. */
  bodyLimit?: number
  /** Maximum members of a body, where it is a long list. */
  maxMembers?: number
  /** True if the log has no line of these requests. */
  isUnlogged?: boolean
}

const MAX_ISSUES = 20

function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  return issues.slice(0, MAX_ISSUES).map((issue) => ({ field: issue.path.join('.'), message: issue.message }))
}

/** True for a field that is absent, or empty where text is required. */
function isMissing(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'invalid_type' || issue.code === 'invalid_value') return issue.input === undefined || issue.input === null
  return issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1
}

function parsePart(schema: z.ZodMiniType | undefined, value: unknown, part: 'params' | 'query' | 'body'): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  if (part === 'params') return refuse('not_found')
  if (part === 'body' && (value === null || typeof value !== 'object' || Array.isArray(value))) {
    return refuse('malformed_json', { detail: 'The request body must be a JSON object.' })
  }
  const errors = fieldErrors(result.error.issues)
  return refuse('invalid_input', { errors, ...(result.error.issues.some(isMissing) && { detail: 'Please fill in all required fields' }) })
}

/** Sentence on an API token whose checksum is wrong. */
const MISTYPED = "This API token isn't valid: it was mistyped or cut off. Copy all of it again."

/** Refuses a caller whom nobody knows. An ended API token is refused as one that never was, by a text for those without a sign-in. */
function refuseUnknown({ authorization }: FastifyRequest['headers']): never {
  if (!authorization) refuse('unauthenticated')
  const token = borneApiToken(authorization)
  if (token === null) refuse('session_ended')
  refuse('token_invalid', isApiToken(token) ? {} : { detail: MISTYPED })
}

/**
 * Enforces access: 401 before 403, as in docs/access.md. A user who must choose a new password or set up a second factor counts as a
 * visitor where anyone may call, and is refused elsewhere. So does an API token, which is refused where the call does not name its scope.
 */
async function checkAccess(endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const { access, bySwitch, members, beforeNewPassword, beforeSecondFactor } = endpoint
  const mustChange = request.actor?.mustChangePassword === true && !beforeNewPassword
  const mustEnroll = request.actor?.mustEnroll === true && !beforeSecondFactor
  if (access === 'anyone') {
    if (mustChange || mustEnroll || request.actor?.token) request.actor = null
    return
  }
  if (request.isMonitor) return
  if (!request.actor) refuseUnknown(request.headers)
  if (request.actor.token) requireScope(endpoint, request.actor.token)
  if (mustChange) refuse('password_change_required')
  if (mustEnroll) refuse('second_factor_required')
  if (members === 'owner') requireOwner(request.actor)
  if (mayCall(endpoint, request.actor)) return
  const needed = bySwitch[request.actor.role]
  if (!needed || !(await request.server.readSwitches())[needed]) refuse('forbidden')
}

/**
 * Reads the key of a call that acts once. In a call of sellers it counts for the business that the person acts for: the same key in another
 * business is another request. What a person buys is the person's, whatever business is chosen.
 */
function keyOf(endpoint: Endpoint, request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (!endpoint.idempotent || key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    refuse('invalid_input', {
      detail: 'The Idempotency-Key must be 1 to 255 printable characters.',
      errors: [{ field: 'Idempotency-Key', message: 'Must be 1 to 255 printable characters' }],
    })
  }
  const isOfSellers = typeof endpoint.access !== 'string' && endpoint.access.includes('business_admin')
  return isOfSellers && request.actor?.businessId ? `${request.actor.businessId} ${key}` : key
}

/**
 * Headers of what is the same for everybody; this server keeps it no longer than shared caches do. Only a CDN may send what is outdated
 * while it asks anew (RFC 9213): a browser would show people an older state than what they have just saved.
 */
export const FOR_EVERYBODY = {
  'cache-control': 'public, max-age=0, s-maxage=10',
  'cdn-cache-control': 'max-age=10, stale-while-revalidate=60',
}

/** Returns for how long caches may store an answer with this `Cache-Control`. */
export const secondsOf = (cacheControl: string): number =>
  Number(/s-maxage=(\d+)/.exec(cacheControl)?.[1] ?? /max-age=(\d+)/.exec(cacheControl)?.[1] ?? 0)

/** Returns the version of a body, as its weak ETag. */
export const versionOf = (body: string | Buffer): string => `W/"${hash('sha1', body, 'base64url')}"`

/** Returns true if the client has this version, by weak comparison (RFC 9110): proxies drop the prefix. */
export function hasVersion(given: string | undefined, tag: string): boolean {
  const known = given?.split(',').map((entry) => entry.trim().replace(/^W\//, ''))
  return known?.includes(tag.replace(/^W\//, '')) === true || known?.includes('*') === true
}

function send(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, value: unknown): FastifyReply {
  const text = value instanceof ReadyJson ? value.text : JSON.stringify(endpoint.response.parse(value))
  reply.status(endpoint.status).header('content-type', 'application/json; charset=utf-8')
  if (endpoint.method !== 'GET') return reply.header('cache-control', 'no-store').send(text)
  if (reply.getHeader('cache-control') === 'no-store') return reply.send(text)
  const isShared = !endpoint.personal || (endpoint.access === 'anyone' && !request.headers.authorization)
  if (endpoint.personal) reply.header('vary', 'Authorization')
  reply.headers(isShared ? FOR_EVERYBODY : { 'cache-control': 'private, no-store' })
  const body = Buffer.from(text) // once for all that follows
  const tag = versionOf(body)
  if (isShared && !request.isMadeAnew) reply.header('surrogate-key', endpoint.shows.join(' '))
  reply.header('etag', tag)
  const isUnchanged = !request.making && hasVersion(request.headers['if-none-match'], tag) // what is kept is made whole
  return isUnchanged ? reply.status(304).send() : reply.send(body)
}

/** Returns the header with the links from a page of a list to its neighbors, its name first; nothing where it has none. */
export function pageLinks(address: string, total: number | null): string[] {
  if (total === null) return []
  const { pathname, search } = new URL(address, 'http://localhost')
  const parameters = new URLSearchParams(search)
  const page = Number(parameters.get('page') ?? 1)
  const limit = Number(parameters.get('limit') ?? 100)
  const link = (to: number, rel: string) => {
    parameters.set('page', String(to))
    return `<${pathname}?${parameters}>; rel="${rel}"`
  }
  const links = [page * limit < total && link(page + 1, 'next'), page > 1 && link(page - 1, 'prev')].filter(Boolean)
  return links.length > 0 ? ['link', links.join(', ')] : []
}

/** Returns true for reads whose answer to visitors is the same for all of them. */
const keepsFor = ({ method, access, isUncounted }: Endpoint) => method === 'GET' && access === 'anyone' && !isUncounted

/** Binds a call of the contract to its handler: access, parsing, paging headers, ETag and serialization. */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (context: Context<E>) => Promise<Answer<E>> | Answer<E>,
  options: Options<E> = {},
): void {
  const contextOf = (request: FastifyRequest, reply: FastifyReply) =>
    ({
      actor: request.actor,
      params: request.parsedParams,
      query: request.parsedQuery,
      body: undefined,
      idempotencyKey: null,
      request,
      reply,
    }) as unknown as Context<E> // parsed by the schemas of the endpoint
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(options.bodyLimit && { bodyLimit: options.bodyLimit }),
    config: {
      endpoint,
      ...(keepsFor(endpoint) && { keeps: () => knownNames(endpoint) }),
      ...(options.isUnlogged && { isUnlogged: true }),
      ...(options.maxMembers && { maxMembers: options.maxMembers }),
    },
    onRequest: async (request, reply) => {
      await checkAccess(endpoint, request)
      if (request.actor) options.requires?.(request.actor)
      request.parsedParams = parsePart(endpoint.params, request.params, 'params')
      if (options.exists && !(await options.exists(contextOf(request, reply)))) refuse('not_found')
      await options.permits?.(contextOf(request, reply))
      if (endpoint.stepUp && request.actor) requireStepUp(request.actor)
      request.parsedQuery = parsePart(endpoint.query, withObjects(request.query, endpoint), 'query')
    },
    handler: async (request, reply) => {
      const context = contextOf(request, reply)
      const body = parsePart(endpoint.body, options.readBody ? await options.readBody(request) : request.body, 'body')
      // parsed by the endpoint's schema
      const answerNow = () => handle({ ...context, body: body as Context<E>['body'], idempotencyKey: keyOf(endpoint, request) })
      const answer: unknown = await (endpoint.mayLag ? app.readLate(request, answerNow) : answerNow())
      if (reply.sent) return reply
      if (!endpoint.list) return send(endpoint, request, reply, answer)
      const { items, total } = answer as { items: unknown; total: number | null } // guaranteed by the type of `handle`
      if (total !== null) reply.header('x-total-count', String(total))
      const [link, pages] = pageLinks(request.url, total)
      if (link) reply.header(link, pages)
      return send(endpoint, request, reply, items)
    },
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Reads the switches of the settings, which let some roles in (`bySwitch`). */
    readSwitches: () => Promise<ShopSwitches>
  }
  interface FastifyRequest {
    actor: Actor | null
    /** True for the bearer of METRICS_TOKEN, where the call takes it. */
    isMonitor: boolean
    parsedParams: unknown
    parsedQuery: unknown
    /** True where making the answer records something, so that no answer is used twice. */
    isMadeAnew: boolean
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** Maximum members of a JSON body, where it is not the usual one. */
    maxMembers?: number
    /** Names of the parameters in the query that the answer depends on; a route that has this may have its answers kept for everybody. */
    keeps?: () => ReadonlySet<string>
  }
}
