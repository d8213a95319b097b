import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import type { Refusal } from '#contract/refusals.ts'
import { countLimited } from '#server/platform/metrics/count-events.ts'
import { openSharedCounter } from '#server/platform/vendors/shared-counters.ts'
import { networkOf } from './network.ts'
import { RefusalError } from './refusal.ts'

const READS_PER_MINUTE = 300
const WRITES_PER_MINUTE = 60
const WINDOW_MS = 60_000
/** Beginning of the keys of writes. */
const WRITE = 'w:'

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

/** Counts reads in memory, because a statement for each costs more than the read, and writes by all servers together. */
function shareWrites(pool: Pool): new () => FastifyRateLimitStore {
  const writes = openSharedCounter(pool, 'write', { limit: WRITES_PER_MINUTE, windowMs: WINDOW_MS })
  return class extends CountStore {
    override incr(...[key, done, timeWindow]: Parameters<CountStore['incr']>): void {
      if (!key.startsWith(WRITE)) return super.incr(key, done, timeWindow)
      writes.count(key).then(
        ({ uses, msLeft }) => done(null, { current: uses, ttl: msLeft }),
        (error: Error) => done(error, { current: 0, ttl: 0 }),
      )
    }
  }
}

/**
 * Limits the calls of a user (signed out: of a network). Reads and writes are counted separately.
 * @param pool the database by which all servers count writes together; absent: each counts in memory
 */
export async function limitRates(app: FastifyInstance, pool?: Pool): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    store: pool ? shareWrites(pool) : CountStore,
    timeWindow: WINDOW_MS,
    max: (request) => (isWrite(request) ? WRITES_PER_MINUTE : READS_PER_MINUTE),
    keyGenerator: (request) => `${isWrite(request) ? WRITE : 'r:'}${request.actor?.userId ?? networkOf(request.ip)}`,
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
