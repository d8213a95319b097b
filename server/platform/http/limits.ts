import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Refusal } from '#contract/refusals.ts'
import { recent } from './keep-recent.ts'
import { networkOf } from './network.ts'
import { RefusalError } from './refusal.ts'

const READS_PER_MINUTE = 300
const WRITES_PER_MINUTE = 60

/** Address of the server's own calls when it renders pages. No socket can have it. */
export const IN_PROCESS = 'in-process'

/**
 * Paths without a limit here: assets, images and drawings, which a page requests by the dozen; signed webhooks; policy reports (with their
 * own limit); health. PNG cards are counted, because they are expensive.
 */
const UNCOUNTED =
  /^\/(assets|media)\/|^\/drawings\/[^?]+\.svg(\?|$)|^\/api\/health\/|^\/api\/(webhooks\/stripe|csp-report)$|^\/(boot\.js|favicon\.(svg|ico)|apple-touch-icon\.png|icon-\d+\.png|manifest\.webmanifest|robots\.txt)(\?|$)/

const isWrite = (request: FastifyRequest) => request.method !== 'GET' && request.method !== 'HEAD'

/** The refusal of a caller who must wait this long. */
export function tooMany(seconds: number): Refusal {
  return { code: 'too_many_requests', facts: { seconds }, extra: { retryAfter: seconds } }
}

const MAX_KEYS = 20_000

/**
 * Counts requests by key in windows that begin with a key's first request. The rate limiter's own store gives all simultaneous requests the
 * last count, so that it would refuse a burst above the limit as a whole.
 */
class CountStore implements FastifyRateLimitStore {
  private readonly windows = recent<{ count: number; endsAt: number }>(MAX_KEYS)

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

/** Limits the calls of a user (signed out: of a network). Reads and writes are counted separately. */
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
