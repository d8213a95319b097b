import type { FastifyInstance } from 'fastify'
import { toProblem } from '#contract/errors.ts'
import type { Identify } from './actor.ts'
import { sendProblem } from './errors.ts'

/** The bearer token of a request; null without one. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer +([\w~+/.-]{1,256}=*)$/i.exec(authorization ?? '')?.[1] ?? null
}

/** Finds who calls, once for each request. A bad token counts as none: calls that need one answer 401 themselves. */
export function learnWhoCalls(app: FastifyInstance, identify: Identify): void {
  app.decorateRequest('actor', null)
  app.decorateRequest('parsedParams', null)
  app.decorateRequest('parsedQuery', null)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    const token = bearerToken(request.headers.authorization)
    if (token && request.url.startsWith('/api/')) request.actor = await identify(token)
  })
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Unknown addresses under /api: 405 where another method is known there, else 404, always as a problem document. */
export function answerUnknown(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const allowed = METHODS.filter((method) => hasMatch(app, method, path))
    if (allowed.length > 0) {
      reply.header('allow', allowed.join(', '))
      return sendProblem(reply, toProblem({ code: 'method_not_allowed', facts: { method: request.method } }))
    }
    return sendProblem(reply, toProblem({ code: 'not_found' }))
  })
}

function hasMatch(app: FastifyInstance, method: (typeof METHODS)[number], path: string): boolean {
  const patterns = knownPatterns.get(app)?.get(method) ?? []
  return patterns.some((pattern) => pattern.test(path))
}

const knownPatterns = new WeakMap<FastifyInstance, Map<string, RegExp[]>>()

/** Remembers the patterns of the routes, so that an unknown method on a known path can be told from an unknown path. */
export function rememberRoutes(app: FastifyInstance): void {
  const byMethod = new Map<string, RegExp[]>()
  knownPatterns.set(app, byMethod)
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/')) return
    const pattern = new RegExp(`^${route.url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:(\w+)/g, '[^/]+')}/?$`)
    for (const method of [route.method].flat()) byMethod.set(method, [...(byMethod.get(method) ?? []), pattern])
  })
}
