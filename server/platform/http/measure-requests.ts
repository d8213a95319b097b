import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { type StatementTime, withStatementTime } from '#server/platform/db/statement-time.ts'
import type { Deps } from '#server/platform/deps.ts'
import { http } from '#server/platform/metrics/metrics.ts'
import { isTracing, startTrace, withSpan } from '#server/platform/traces.ts'
import type { Span } from '#server/platform/vendors/otlp-traces.ts'
import { IN_PROCESS } from './limits.ts'
import type { Logger } from './log.ts'
import { cutNetwork } from './network.ts'
import { namesOf } from './query-names.ts'

/** Series that requests may have. What comes later is counted under the route `other`. */
const MAX_COUNTED = 900
const MAX_TIMED = 60
const OTHER = 'other'
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Statuses that are counted apart from their class. */
const APART = new Set([401, 403, 409, 429, 503])

/** Levels at which requests are logged. */
const LOGGING = new Set(['info', 'debug', 'trace'])

/** Returns true for the first `max` keys, and for these again. */
function bounded(max: number): (key: string) => boolean {
  const known = new Set<string>()
  return (key) => known.has(key) || (known.size < max && known.add(key).has(key))
}

/** The template of a request's route; of a page the template of its screen. */
const templateOf = (request: FastifyRequest): string => request.screen ?? request.routeOptions.url ?? 'unknown'

const statusOf = (status: number): string => (APART.has(status) ? String(status) : `${Math.floor(status / 100)}xx`)

/** Facts of an answered request, for the log and the metrics. */
interface Answered {
  method: string
  /** Template of its route; of a page that of its screen. */
  template: string
  status: number
  ms: number
  isFromMemory: boolean
}

/** Makes what counts the answered requests of a server. */
function makeCountRequest(): (answered: Answered) => void {
  const isCounted = bounded(MAX_COUNTED)
  const isTimed = bounded(MAX_TIMED)
  return ({ method: given, template, status: code, ms, isFromMemory }) => {
    const method = METHODS.has(given) ? given : OTHER
    const status = statusOf(code)
    http.requests.inc({ route: isCounted(`${method} ${template} ${status}`) ? template : OTHER, method, status })
    http.seconds.observe({ route: isTimed(`${method} ${template}`) ? template : OTHER, method }, ms / 1000)
    if (method !== 'GET' || code >= 400) return
    http.answers.inc({ source: code === 304 ? 'not_modified' : isFromMemory ? 'memory' : 'fresh' })
  }
}

const rounded = (ms: number) => Math.round(ms * 10) / 10

/** Bytes written to the socket for a request, head included; on a socket that does not say, the length of the body. */
function bytesOf(request: FastifyRequest, reply: FastifyReply): number {
  const written: number | undefined = request.raw.socket.bytesWritten
  return written === undefined ? Number(reply.getHeader('content-length') ?? 0) : written - request.writtenBefore
}

/** Starts the trace of a request. Below what the caller names only behind a trusted proxy: others could have all of theirs sent. */
function traceRequest(name: string, { traceparent }: IncomingHttpHeaders, isForwarded: boolean): Span | null {
  return startTrace({ kind: 'request', name }, isForwarded && typeof traceparent === 'string' ? traceparent : null)
}

/** Ends the trace of a request, with the facts that its log line has, but for the caller. */
function endTrace(span: Span, id: string, { method, template, status }: Answered): void {
  span.rename(`${method} ${template}`)
  span.add({
    'http.request.method': method,
    'http.route': template,
    'http.response.status_code': status,
    'reflute.request_id': id,
  })
  if (status >= 500) span.fail(String(status))
  span.end()
}

/** Runs `work` with what its statements are added to. */
function inContext({ statementTime, span }: FastifyRequest, work: () => void): void {
  const timed = () => (statementTime ? withStatementTime(statementTime, work) : work())
  if (span) withSpan(span, timed)
  else timed()
}

/** Facts in the line of a request beside those that are counted. */
interface Logged {
  parameters: string[]
  dbMs: number
  bytes: number
  span: Span | null
  actor: FastifyRequest['actor']
  address: string
  /** Absent for a logger that adds it. */
  requestId?: string
}

/** Writes the line of a request. Nothing in it is the caller's: the template, not the address, and of the query the names that we know. */
function logRequest(log: Logger, { method, template, status, ms }: Answered, more: Logged): void {
  const { parameters, dbMs, bytes, span, actor, address, requestId } = more
  log.info(
    {
      ...(requestId && { requestId }),
      method,
      route: template,
      ...(parameters.length > 0 && { parameters }),
      status,
      ms: rounded(ms),
      dbMs: rounded(dbMs),
      bytes,
      ...(span && { traceId: span.traceId }),
      ...(actor && { userId: actor.userId, role: actor.role }),
      network: cutNetwork(address),
    },
    'request',
  )
}

/** A request that is answered without a route: by what an earlier one has left. */
export interface ReadyRequest {
  id: string
  address: string
  template: string
  endpoint: Endpoint | undefined
  isUnlogged: boolean
}

/** Measures a request that is answered from memory, as `measureRequests` does others. Call it before its answer is written. */
type MeasureReady = (request: IncomingMessage, response: ServerResponse, ready: ReadyRequest) => void

function makeMeasureReady(app: FastifyInstance, isLogging: boolean, countRequest: ((answered: Answered) => void) | null): MeasureReady {
  return (request, response, { id, address, template, endpoint, isUnlogged }) => {
    const { socket, url = '', headers } = request
    const startedAt = performance.now()
    const before = socket.bytesWritten
    const isForwarded = address !== socket.remoteAddress
    const span = isUnlogged ? null : traceRequest(`GET ${template}`, headers, isForwarded)
    if (countRequest) http.inFlight.inc()
    response.once('close', () => {
      const facts = { method: 'GET', template, status: response.statusCode, ms: performance.now() - startedAt, isFromMemory: true }
      if (countRequest) {
        http.inFlight.dec()
        countRequest(facts)
      }
      if (isLogging && !isUnlogged) {
        const [, query] = url.split('?')
        const parameters = query ? namesOf(Object.fromEntries(query.split('&').map((entry) => [entry.split('=', 1)[0], ''])), endpoint) : []
        const bytes = socket.bytesWritten - before
        logRequest(app.log, facts, { requestId: id, parameters, dbMs: 0, bytes, span, actor: null, address })
      }
      if (span) endTrace(span, id, facts)
    })
  }
}

/**
 * Measures requests for the log (at the level info), for the metrics (with METRICS_TOKEN) and for traces. Calls that the server makes while
 * it renders a page are no requests; their statements count for the page. Add it before all other hooks.
 */
export function measureRequests(app: FastifyInstance, { config, logger }: Pick<Deps, 'config' | 'logger'>): void {
  const isLogging = logger !== false && LOGGING.has(logger.level)
  const countRequest = config.metricsToken === undefined ? null : makeCountRequest()
  const hasTraces = isTracing()
  app.decorateRequest('screen', null)
  app.decorateRequest('isFromMemory', false)
  app.decorateRequest('statementTime', null)
  app.decorateRequest('span', null)
  app.decorateRequest('writtenBefore', 0)
  const isMeasuring = isLogging || countRequest !== null || hasTraces
  app.decorate('measureReady', isMeasuring ? makeMeasureReady(app, isLogging, countRequest) : () => {})
  if (!isMeasuring) return
  app.addHook('onRequest', (request, _reply, done) => {
    const { socket } = request.raw
    if (socket.remoteAddress === IN_PROCESS) return done()
    request.statementTime = { ms: 0 }
    if (countRequest) http.inFlight.inc()
    if (!(isLogging || hasTraces) || request.routeOptions.config.isUnlogged) return done()
    request.writtenBefore = socket.bytesWritten
    request.span = traceRequest(`${request.method} ${templateOf(request)}`, request.headers, (request.ips?.length ?? 0) > 1)
    inContext(request, done)
  })
  if (isLogging || hasTraces) {
    // a body arrives in the context of its socket
    app.addHook('preValidation', (request, _reply, done) => {
      if (!request.statementTime || request.method === 'GET' || request.method === 'HEAD') return done()
      inContext(request, done)
    })
  }
  app.addHook('onResponse', (request, reply, done) => {
    if (!request.statementTime) return done()
    const { method, span, actor, isFromMemory } = request
    const facts = { method, template: templateOf(request), status: reply.statusCode, ms: reply.elapsedTime, isFromMemory }
    if (countRequest) {
      http.inFlight.dec()
      countRequest(facts)
    }
    if (isLogging && !request.routeOptions.config.isUnlogged) {
      const parameters = namesOf(request.query, request.routeOptions.config.endpoint)
      const { ms: dbMs } = request.statementTime
      logRequest(request.log, facts, { parameters, dbMs, bytes: bytesOf(request, reply), span, actor, address: request.ip })
    }
    if (span) endTrace(span, request.id, facts)
    done()
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    measureReady: MeasureReady
  }
  interface FastifyRequest {
    /** The template of the screen that a page shows. */
    screen: string | null
    /** True if the answer was kept from an earlier request. */
    isFromMemory: boolean
    /** Null for a call that the server makes itself. */
    statementTime: StatementTime | null
    /** The top of its trace; null without traces, and for what leaves no line in the log. */
    span: Span | null
    /** Bytes that the socket had sent before. */
    writtenBefore: number
  }
  interface FastifyContextConfig {
    /** True for what pages bring by the dozen and what machines ask every few seconds: no line in the log. */
    isUnlogged?: boolean
  }
}
