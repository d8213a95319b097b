import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Refusal } from '#contract/refusals.ts'
import { networkOf } from './network.ts'
import { RefusalError } from './refusal.ts'

const READS_PER_MINUTE = 300
const WRITES_PER_MINUTE = 60

/** The address that the server's own calls have, for its pages. No socket can have it. */
export const IN_PROCESS = 'in-process'

/** Files, pictures and drawings, which a page brings by the dozen, signed messages of the payment provider, reports of the content policy (with a limit of their own), and the health of the server. Cards in PNG cost more and are counted. */
const UNCOUNTED =
  /^\/(assets|media)\/|^\/drawings\/[^?]+\.svg(\?|$)|^\/api\/health\/|^\/api\/(webhooks\/stripe|csp-report)$|^\/(boot\.js|favicon\.(svg|ico)|apple-touch-icon\.png|icon-\d+\.png|manifest\.webmanifest|robots\.txt)(\?|$)/

const isWrite = (request: FastifyRequest) => request.method !== 'GET' && request.method !== 'HEAD'

/** The refusal of a caller who has to wait this long. */
export function tooMany(seconds: number): Refusal {
  return { code: 'too_many_requests', facts: { seconds }, extra: { retryAfter: seconds } }
}

const MAX_KEYS = 20_000

/**
 * Counts requests by key in windows that begin with a key's first one. The store of the rate limiter itself answers all requests that arrive
 * at the same moment with their last count, so that a burst above the limit would be refused whole.
 */
class CountStore implements FastifyRateLimitStore {
  private readonly windows = new LRUCache<string, { count: number; endsAt: number }>({ max: MAX_KEYS })

  incr(key: string, done: (error: Error | null, result: { current: number; ttl: number }) => void, timeWindow: number): void {
    const now = Date.now()
    const found = this.windows.get(key)
    const { count, endsAt } = found && now < found.endsAt ? found : { count: 0, endsAt: now + timeWindow }
    this.windows.set(key, { count: count + 1, endsAt })
    done(null, { current: count + 1, ttl: endsAt - now })
  }

  child(): this {
    return this
  }
}

/** Bounds how often one person (or, signed out, one network) may call: reads and writes are counted apart. */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    store: CountStore,
    timeWindow: 60_000,
    max: (request) => (isWrite(request) ? WRITES_PER_MINUTE : READS_PER_MINUTE),
    keyGenerator: (request) => `${isWrite(request) ? 'w' : 'r'}:${request.actor?.userId ?? networkOf(request.ip)}`,
    allowList: ({ url, socket }) => UNCOUNTED.test(url) || socket.remoteAddress === IN_PROCESS,
    errorResponseBuilder: (_request, context) => new RefusalError(tooMany(Math.ceil(context.ttl / 1000))),
  })
}
