import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import { toProblem } from '#contract/refusals.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Identify } from './actor.ts'
import { answerError, sendProblem } from './errors.ts'
import { countRefused, isUncounted } from './limits.ts'
import { RefusalError, refuse } from './refusal.ts'

/** Returns the bearer token of a request; null without one. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer +([\w~+/.-]{1,256}=*)$/i.exec(authorization ?? '')?.[1] ?? null
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Returns whether a request bears `secret`, in a time that does not tell how much of it is right. */
function bearsSecret(authorization: string | undefined, secret: string | undefined): boolean {
  const [, given] = /^Bearer +(.+)$/i.exec(authorization ?? '') ?? []
  return secret !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(secret))
}

/**
 * Identifies the caller once a request. An invalid token counts as none: calls that need one answer 401.
 * @param metricsToken token of the monitoring, which is no user
 */
export function identifyCallers(app: FastifyInstance, identify: Identify, metricsToken: string | undefined): void {
  app.decorateRequest('actor', null)
  app.decorateRequest('isMonitor', false)
  app.decorateRequest('isMadeAnew', false)
  app.decorateRequest('parsedParams', null)
  app.decorateRequest('parsedQuery', null)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    const { endpoint } = request.routeOptions.config
    request.isMonitor = endpoint?.takesMetricsToken === true && bearsSecret(request.headers.authorization, metricsToken)
    if (request.isMonitor) return
    const token = bearerToken(request.headers.authorization)
    if (token && request.url.startsWith('/api/')) request.actor = await identify(token, !endpoint?.isPassive)
  })
}

/**
 * Headers by which an answer is one caller's, or its request is read by the framework. The shop has no cookies, and reads nothing else of a
 * caller.
 */
const OF_A_CALLER = ['authorization', 'content-length', 'transfer-encoding', 'x-no-compression']

/** Returns whether the answer to these headers may be one for everybody. */
export const isForEverybody = (headers: IncomingHttpHeaders): boolean => OF_A_CALLER.every((name) => headers[name] === undefined)

/** Refuses writes while the disk of the embedded database is nearly full; reads still work. */
export function refuseWritesWhenFull(app: FastifyInstance, { disk }: Pick<Deps, 'disk'>): void {
  if (!disk) return
  app.addHook('onRequest', async ({ method }) => {
    if (method !== 'GET' && method !== 'HEAD' && disk.isFull()) refuse('disk_full')
  })
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Answers unknown paths with a problem document: 405 if the path exists with another method, else 404. */
export function answerUnknown(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const allowed = METHODS.filter((method) => hasMatch(app, method, path))
    // the path matches with its own method, but a parameter is too long
    if (allowed.length > 0 && !allowed.some((method) => method === request.method)) {
      reply.header('allow', allowed.join(', '))
      return sendProblem(reply, toProblem({ code: 'method_not_allowed', facts: { method: request.method } }))
    }
    if (isUncounted(request)) return answerError(countRefused(request, new RefusalError({ code: 'not_found' })), request, reply)
    return sendProblem(reply, toProblem({ code: 'not_found' }))
  })
}

interface KnownRoute {
  url: string
  pattern: RegExp
  keeps: FastifyContextConfig['keeps']
}

const knownRoutes = new WeakMap<FastifyInstance, Map<string, KnownRoute[]>>()

function hasMatch(app: FastifyInstance, method: (typeof METHODS)[number], path: string): boolean {
  return (knownRoutes.get(app)?.get(method) ?? []).some(
    ({ url, pattern }) => pattern.test(path) && !(url === '/*' && path.startsWith('/api/')),
  )
}

/** Returns the patterns of all routes. */
export function servedAddresses(app: FastifyInstance): string[] {
  return [...new Set([...(knownRoutes.get(app)?.values() ?? [])].flat().map(({ url }) => url))]
}

/** Returns the names of all parameters on which an answer that is kept may depend. */
export function namesKept(app: FastifyInstance): ReadonlySet<string> {
  const routes = [...(knownRoutes.get(app)?.values() ?? [])].flat()
  return new Set(routes.flatMap(({ keeps }) => [...(keeps?.() ?? [])]))
}

/** Records the routes, so that an unknown method can be distinguished from an unknown path. */
export function recordRoutes(app: FastifyInstance): void {
  const byMethod = new Map<string, KnownRoute[]>()
  knownRoutes.set(app, byMethod)
  app.addHook('onRoute', ({ url, method, config }) => {
    const pattern = new RegExp(
      `^${url
        .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replace(/:(\w+)/g, '[^/]+')
        .replace('\\*', '.*')}/?$`,
    )
    for (const one of [method].flat()) byMethod.set(one, [...(byMethod.get(one) ?? []), { url, pattern, keeps: config?.keeps }])
  })
}
