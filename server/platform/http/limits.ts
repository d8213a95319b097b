import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import type { Refusal } from '#contract/refusals.ts'
import { SESSION_WRITES_PER_MINUTE, TOKEN_CALLS_PER_MINUTE } from '#domain/api-tokens.ts'
import { countLimited } from '#server/platform/metrics/count-events.ts'
import { openSharedCounter } from '#server/platform/vendors/shared-counters.ts'
import { networkOf } from './network.ts'
import { RefusalError } from './refusal.ts'

const READS_PER_MINUTE = 300
const WINDOW_MS = 60_000
/** Beginnings of the keys of writes, reads and calls by tokens. */
const WRITE = 'w:'
const TOKEN = 't:'
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

/** Counts requests by key in windows that begin with a key's first request. */
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

/** Lets everything pass. */
export function limitNothing(app: FastifyInstance): void {
  app.decorate('countRead', () => [])
}

/**
 * Limits the calls of a user (signed out: of a network) before anything else of a request is judged, so that what is refused counts too.
 * Reads and writes are counted separately: reads in memory, because a statement for each costs more than the read. An API token has a limit
 * of its own for both. Register it right behind what identifies the caller.
 * @param pool the database by which all servers count writes and calls by tokens together; absent: each counts in memory
 */
export function limitRates(app: FastifyInstance, pool?: Pool): void {
  const count = openCounts()
  const together = (name: string, limit: number) => {
    const shared = pool && openSharedCounter(pool, name, { limit, windowMs: WINDOW_MS })
    return async (key: string): Promise<Use> => {
      if (!shared) return count(key)
      const { uses, msLeft } = await shared.count(key)
      return { current: uses, ttl: msLeft }
    }
  }
  const countWrite = together('write', SESSION_WRITES_PER_MINUTE)
  const countToken = together('token', TOKEN_CALLS_PER_MINUTE)
  app.decorate('countRead', (address: string) => {
    const use = count(READ + networkOf(address))
    return use.current > READS_PER_MINUTE ? null : headersOf(READS_PER_MINUTE, use)
  })
  app.addHook('onRequest', async (request, reply) => {
    if (isUncounted(request) || request.socket.remoteAddress === IN_PROCESS) return
    const token = request.actor?.token
    if (token) {
      const use = await countToken(TOKEN + token.id)
      reply.headers(tokenHeaders(use))
      if (use.current > TOKEN_CALLS_PER_MINUTE) refuseFor(use, 'api_tokens')
      return
    }
    const isWriting = isWrite(request)
    const caller = request.actor?.userId ?? networkOf(request.ip)
    const use = isWriting ? await countWrite(WRITE + caller) : count(READ + caller)
    const limit = isWriting ? SESSION_WRITES_PER_MINUTE : READS_PER_MINUTE
    const headers = headersOf(limit, use)
    for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] ?? '', headers[at + 1])
    if (use.current > limit) refuseFor(use, isWriting ? 'writes' : 'reads')
  })
}

function refuseFor({ ttl }: Use, limit: 'reads' | 'writes' | 'api_tokens'): never {
  countLimited(limit)
  throw new RefusalError(tooMany(Math.ceil(ttl / 1000)))
}

/** Returns the headers that say how many uses are left, as names and values in turn. */
function headersOf(limit: number, { current, ttl }: Use): string[] {
  const left = ['x-ratelimit-limit', String(limit), 'x-ratelimit-remaining', String(Math.max(0, limit - current))]
  return [...left, 'x-ratelimit-reset', String(Math.ceil(ttl / 1000))]
}

/** Returns the headers of a token's limit, as draft-ietf-httpapi-ratelimit-headers-10 has them. */
function tokenHeaders({ current, ttl }: Use): Record<string, string> {
  const left = Math.max(0, TOKEN_CALLS_PER_MINUTE - current)
  return {
    'ratelimit-policy': `"token";q=${TOKEN_CALLS_PER_MINUTE};w=${WINDOW_MS / 1000}`,
    ratelimit: `"token";r=${left};t=${Math.ceil(ttl / 1000)}`,
  }
}

/**
 * Counts a refused request that nothing else has counted as a read of its network.
 * @returns what it is answered with: beyond the limit, 429
 */
export function countRefused({ server, ip, socket }: FastifyRequest, error: unknown, address = ip): unknown {
  if (socket.remoteAddress === IN_PROCESS || server.countRead(address)) return error
  countLimited('reads')
  return new RefusalError(tooMany(WINDOW_MS / 1000))
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Counts a read by a visitor.
     * @returns the headers that say how many are left, as names and values in turn; null when there were too many
     */
    countRead: (address: string) => string[] | null
  }
  interface FastifyContextConfig {
    /** Checks if a request counts towards no rate limit. Without it, all of the route's requests do. */
    isUncounted?: (request: FastifyRequest) => boolean
  }
}
