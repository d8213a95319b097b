import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Refusal } from '#contract/refusals.ts'
import { countLimited } from '#server/platform/metrics/count-events.ts'
import { networkOf } from './network.ts'
import { RefusalError } from './refusal.ts'

const READS_PER_MINUTE = 300
const WRITES_PER_MINUTE = 60

/** Address of the server's own calls when it renders pages. No socket can have it. */
export const IN_PROCESS = 'in-process'

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

/** True for routes without a limit: endpoints that say so, and files, which a page brings by the dozen. */
function isUncounted(request: FastifyRequest): boolean {
  const { config } = request.routeOptions
  return config.endpoint?.isUncounted === true || config.isUncounted?.(request) === true
}

/** Limits the calls of a user (signed out: of a network). Reads and writes are counted separately. */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    store: CountStore,
    timeWindow: 60_000,
    max: (request) => (isWrite(request) ? WRITES_PER_MINUTE : READS_PER_MINUTE),
    keyGenerator: (request) => `${isWrite(request) ? 'w' : 'r'}:${request.actor?.userId ?? networkOf(request.ip)}`,
    allowList: (request) => isUncounted(request) || request.socket.remoteAddress === IN_PROCESS,
    errorResponseBuilder: (request, context) => {
      countLimited(isWrite(request) ? 'writes' : 'reads')
      return new RefusalError(tooMany(Math.ceil(context.ttl / 1000)))
    },
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Checks if a request counts towards no rate limit. Without it, all of the route's requests do. */
    isUncounted?: (request: FastifyRequest) => boolean
  }
}
