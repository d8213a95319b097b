import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type StatementTime, withStatementTime } from '#server/platform/db/statement-time.ts'
import type { Deps } from '#server/platform/deps.ts'
import { http } from '#server/platform/metrics/metrics.ts'
import { isTracing, startTrace, withSpan } from '#server/platform/traces.ts'
import type { Span } from '#server/platform/vendors/otlp-traces.ts'
import { IN_PROCESS } from './limits.ts'
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
const isCounted = bounded(MAX_COUNTED)
const isTimed = bounded(MAX_TIMED)

/** The template of a request's route; of a page the template of its screen. */
const templateOf = (request: FastifyRequest): string => request.screen ?? request.routeOptions.url ?? 'unknown'

const statusOf = (status: number): string => (APART.has(status) ? String(status) : `${Math.floor(status / 100)}xx`)

function countRequest(request: FastifyRequest, reply: FastifyReply): void {
  const template = templateOf(request)
  const method = METHODS.has(request.method) ? request.method : OTHER
  const status = statusOf(reply.statusCode)
  http.requests.inc({ route: isCounted(`${method} ${template} ${status}`) ? template : OTHER, method, status })
  http.seconds.observe({ route: isTimed(`${method} ${template}`) ? template : OTHER, method }, reply.elapsedTime / 1000)
  if (request.method !== 'GET' || reply.statusCode >= 400) return
  http.answers.inc({ source: reply.statusCode === 304 ? 'not_modified' : request.isFromMemory ? 'memory' : 'fresh' })
}

const rounded = (ms: number) => Math.round(ms * 10) / 10

/** Bytes written to the socket for a request, head included; on a socket that does not say, the length of the body. */
function bytesOf(request: FastifyRequest, reply: FastifyReply): number {
  const written: number | undefined = request.raw.socket.bytesWritten
  return written === undefined ? Number(reply.getHeader('content-length') ?? 0) : written - request.writtenBefore
}

/** Starts the trace of a request. Below what the caller names only behind a trusted proxy: others could have all of theirs sent. */
function traceRequest(request: FastifyRequest): Span | null {
  const { traceparent } = request.headers
  const isForwarded = (request.ips?.length ?? 0) > 1
  const name = `${request.method} ${templateOf(request)}`
  return startTrace({ kind: 'request', name }, isForwarded && typeof traceparent === 'string' ? traceparent : null)
}

/** Ends the trace of a request, with the facts that its log line has, but for the caller. */
function endTrace(span: Span, request: FastifyRequest, reply: FastifyReply): void {
  const template = templateOf(request)
  span.rename(`${request.method} ${template}`)
  span.add({
    'http.request.method': request.method,
    'http.route': template,
    'http.response.status_code': reply.statusCode,
    'reflute.request_id': request.id,
  })
  if (reply.statusCode >= 500) span.fail(String(reply.statusCode))
  span.end()
}

/** Runs `work` with what its statements are added to. */
function inContext({ statementTime, span }: FastifyRequest, work: () => void): void {
  const timed = () => (statementTime ? withStatementTime(statementTime, work) : work())
  if (span) withSpan(span, timed)
  else timed()
}

/** Writes the line of a request. Nothing in it is the caller's: the template, not the address, and of the query the names that we know. */
function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const parameters = namesOf(request)
  const { actor, span } = request
  request.log.info(
    {
      method: request.method,
      route: templateOf(request),
      ...(parameters.length > 0 && { parameters }),
      status: reply.statusCode,
      ms: rounded(reply.elapsedTime),
      dbMs: rounded(request.statementTime?.ms ?? 0),
      bytes: bytesOf(request, reply),
      ...(span && { traceId: span.traceId }),
      ...(actor && { userId: actor.userId, role: actor.role }),
      network: cutNetwork(request.ip),
    },
    'request',
  )
}

/**
 * Measures requests for the log (at the level info), for the metrics (with METRICS_TOKEN) and for traces. Calls that the server makes while it renders a page
 * are no requests; their statements count for the page. Add it before all other hooks.
 */
export function measureRequests(app: FastifyInstance, { config, logger }: Pick<Deps, 'config' | 'logger'>): void {
  const isLogging = logger !== false && LOGGING.has(logger.level)
  const isCounting = config.metricsToken !== undefined
  const hasTraces = isTracing()
  app.decorateRequest('screen', null)
  app.decorateRequest('isFromMemory', false)
  app.decorateRequest('statementTime', null)
  app.decorateRequest('span', null)
  app.decorateRequest('writtenBefore', 0)
  if (!isLogging && !isCounting && !hasTraces) return
  app.addHook('onRequest', (request, _reply, done) => {
    const { socket } = request.raw
    if (socket.remoteAddress === IN_PROCESS) return done()
    request.statementTime = { ms: 0 }
    if (isCounting) http.inFlight.inc()
    if (!(isLogging || hasTraces) || request.routeOptions.config.isUnlogged) return done()
    request.writtenBefore = socket.bytesWritten
    request.span = traceRequest(request)
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
    if (isCounting) {
      http.inFlight.dec()
      countRequest(request, reply)
    }
    if (isLogging && !request.routeOptions.config.isUnlogged) logRequest(request, reply)
    if (request.span) endTrace(request.span, request, reply)
    done()
  })
}

declare module 'fastify' {
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
