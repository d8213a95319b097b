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
/** Beginnings of the keys of writes and reads. */
const WRITE = 'w:'
const READ = 'r:'

/** Address of the server's own calls when it renders pages. No socket can have it. */
export const IN_PROCESS = 'in-process'

const isWrite = (request: FastifyRequest) => request.method !== 'GET' && request.method !== 'HEAD'

/** The refusal of a caller who must wait this long. */
export function tooMany(seconds: number): Refusal {
  return { code: 'too_many_requests', facts: { seconds }, extra: { retryAfter: seconds } }
}

const MAX_KEYS = 20_000

/** Number of uses in the window of a key, and the ms until it ends. */
interface Use {
  current: number
  ttl: number
}

/**
 * Counts requests by key in windows that begin with a key's first request. The rate limiter's own store gives all simultaneous requests the
 * last count, so that it would refuse a burst above the limit as a whole.
 */
function openCounts(): (key: string) => Use {
  const windows = new LRUCache<string, { count: number; endsAt: number }>({ max: MAX_KEYS })
  return (key) => {
    const now = Date.now()
    const found = windows.get(key)
    const { count, endsAt } = found && now < found.endsAt ? found : { count: 0, endsAt: now + WINDOW_MS }
    windows.set(key, { count: count + 1, endsAt })
    return { current: count + 1, ttl: endsAt - now }
  }
}

/** True for routes without a limit: endpoints that say so, and files, which a page brings by the dozen. */
export function isUncounted(request: FastifyRequest): boolean {
  const { config } = request.routeOptions
  return config.endpoint?.isUncounted === true || config.isUncounted?.(request) === true
}

/** Counts reads in memory, because a statement for each costs more than the read, and with a pool writes by all servers together. */
function makeStore(count: (key: string) => Use, pool: Pool | undefined): new () => FastifyRateLimitStore {
  const writes = pool && openSharedCounter(pool, 'write', { limit: WRITES_PER_MINUTE, windowMs: WINDOW_MS })
  return class CountStore implements FastifyRateLimitStore {
    incr(key: string, done: (error: Error | null, result: Use) => void): void {
      if (!writes || !key.startsWith(WRITE)) return done(null, count(key))
      writes.count(key).then(
        ({ uses, msLeft }) => done(null, { current: uses, ttl: msLeft }),
        (error: Error) => done(error, { current: 0, ttl: 0 }),
      )
    }

    child(): this {
      return this
    }
  }
}

/** Lets everything pass. */
export function limitNothing(app: FastifyInstance): void {
  app.decorate('countRead', () => [])
}

/**
 * Limits the calls of a user (signed out: of a network). Reads and writes are counted separately.
 * @param pool the database by which all servers count writes together; absent: each counts in memory
 */
export async function limitRates(app: FastifyInstance, pool?: Pool): Promise<void> {
  const count = openCounts()
  app.decorate('countRead', (address: string) => {
    const { current, ttl } = count(READ + networkOf(address))
    if (current > READS_PER_MINUTE) return null
    const left = ['x-ratelimit-limit', String(READS_PER_MINUTE), 'x-ratelimit-remaining', String(READS_PER_MINUTE - current)]
    return [...left, 'x-ratelimit-reset', String(Math.ceil(ttl / 1000))]
  })
  await app.register(rateLimit, {
    global: true,
    store: makeStore(count, pool),
    timeWindow: WINDOW_MS,
    max: (request) => (isWrite(request) ? WRITES_PER_MINUTE : READS_PER_MINUTE),
    keyGenerator: (request) => `${isWrite(request) ? WRITE : READ}${request.actor?.userId ?? networkOf(request.ip)}`,
    allowList: (request) => isUncounted(request) || request.socket.remoteAddress === IN_PROCESS,
    errorResponseBuilder: (request, context) => {
      countLimited(isWrite(request) ? 'writes' : 'reads')
      return new RefusalError(tooMany(Math.ceil(context.ttl / 1000)))
    },
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a read by a visitor. @returns the headers that say how many are left, as names and values in turn; null when there were too many */
    countRead: (address: string) => string[] | null
  }
  interface FastifyContextConfig {
    /** Checks if a request counts towards no rate limit. Without it, all of the route's requests do. */
    isUncounted?: (request: FastifyRequest) => boolean
  }
}
