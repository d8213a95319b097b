import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RevisionName } from '#server/platform/db/revisions.ts'
import type { Deps } from '#server/platform/deps.ts'
import { effortOf } from '#server/platform/http/choose-encoding.ts'
import { isUncounted } from '#server/platform/http/limits.ts'
import { makeKeyOf } from '#server/platform/http/query-names.ts'
import { isForEverybody, namesKept } from '#server/platform/http/request.ts'
import { pageLinks, secondsOf } from '#server/platform/http/route.ts'
import { serveReady } from './serve-ready.ts'
import { type Answer, type Made, type Making, openAnswerStore } from './store-answers.ts'

/** Headers of a single request. */
const OWN = /^(?:x-request-id|x-ratelimit-.*|connection|content-length|link|vary)$/

/** Returns what is kept of an answer; null for one that is no success, is not for everybody or does not say what it shows. */
function madeOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): Made | null {
  const headers = Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)] as const)
  const { 'surrogate-key': shows, 'cache-control': cacheControl = '', ...facts }: Record<string, string> = Object.fromEntries(headers)
  if (reply.statusCode !== 200 || !shows || !cacheControl.startsWith('public')) return null
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return null
  const body = Buffer.isBuffer(payload) ? payload : Buffer.from(payload)
  const effort = effortOf(body, facts['content-type'] ?? '')
  const vary = [facts.vary, effort !== 'none' && 'accept-encoding'].filter(Boolean).join(', ')
  const { config, url = '/' } = request.routeOptions
  return {
    headers: [...headers.filter(([name]) => !OWN.test(name)).flat(), ...(vary ? ['vary', vary] : [])],
    body,
    effort,
    etag: facts.etag ?? null,
    shows: shows.split(' ') as RevisionName[], // written by our own routes
    lifetimeMs: 1000 * secondsOf(cacheControl),
    total: facts['x-total-count'] ? Number(facts['x-total-count']) : null,
    links: { url: request.url, header: facts.link ? ['link', facts.link] : [] },
    endpoint: config.endpoint,
    template: request.screen ?? url,
    isUncounted: isUncounted(request),
    isUnlogged: config.isUnlogged === true,
  }
}

/**
 * Keeps the answers of routes that have `keeps`, and sends them to everybody who asks for the same without a token. Each is made once, and
 * compressed once for an encoding. Call it before the server listens.
 * @returns what finds the answer to a visitor that is ready for a URL, and returns it in an encoding
 */
export function keepAnswers(app: FastifyInstance, deps: Deps): Pick<ReturnType<typeof openAnswerStore>, 'find' | 'variantOf'> {
  const store = openAnswerStore(deps)
  const keyOf = makeKeyOf(() => namesKept(app))
  app.decorateRequest('making', null)

  async function bodyOf(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<Buffer | null> {
    request.screen = answer.template
    const { status, headers, body } = await store.variantOf(answer, request.headers)
    const all = [...headers, ...(request.url === answer.links.url ? answer.links.header : pageLinks(request.url, answer.total))]
    for (let at = 0; at < all.length; at += 2) reply.header(all[at] ?? '', all[at + 1])
    reply.status(status)
    return body
  }

  app.addHook('preHandler', async (request, reply) => {
    if (!request.routeOptions.config.keeps || request.method !== 'GET' || !isForEverybody(request.headers)) return
    const key = keyOf(request.url)
    const ready = store.find(key) ?? (await store.findMaking(key)?.done)
    if (ready) {
      request.isFromMemory = true
      return reply.send(await bodyOf(request, reply, ready))
    }
    request.making = store.begin(key)
    reply.raw.once('close', () => request.making?.settle(null)) // those who wait make it, if it has not been made
  })
  // after all other hooks: what they add is kept too
  app.addHook('onSend', async (request, reply, payload) => {
    const { making, routeOptions } = request
    // before the response leaves: the author of the change sees it with the next answer
    if (reply.statusCode < 300 && routeOptions.config.endpoint?.invalidates) deps.database.revisions.noteChange()
    if (!making) return payload
    request.making = null
    const answer = making.settle(madeOf(request, reply, payload))
    return answer ? bodyOf(request, reply, answer) : payload
  })
  serveReady(app, deps, { store, keyOf })
  return { ...store, find: (url) => store.find(keyOf(url)) }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The answer that is being made for everybody. */
    making: Making | null
  }
}
