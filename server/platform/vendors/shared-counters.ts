import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { needsConnection } from '#server/platform/db/hold-connection.ts'

const SECOND_MS = 1000

/** Uses by key, counted by all servers together in windows that begin with the first use. In memory while the database is away. */
interface SharedCounter {
  /**
   * Counts a use; a window that it begins lasts `ms`, by default as the counter says.
   * @returns the milliseconds to wait; 0 if it was within the limit
   */
  take: (key: string, ms?: number) => Promise<number>
  /** Counts a use without a limit. @returns their number in this window, and its rest in milliseconds */
  count: (key: string) => Promise<{ uses: number; msLeft: number }>
  /** Returns the milliseconds until another use is within the limit. */
  waitOf: (key: string) => Promise<number>
  /** Takes a counted use back. */
  giveBack: (key: string) => Promise<void>
  forget: (key: string) => Promise<void>
}

/** Opens the counter of this name in the table `rate_limits`. Keys are hashed: they name people and networks. */
export function openSharedCounter(pool: Pool, name: string, { limit, windowMs }: { limit: number; windowMs: number }): SharedCounter {
  const bounds = { points: limit, duration: windowMs / SECOND_MS, keyPrefix: name }
  const limiter = new RateLimiterPostgres({
    ...bounds,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    insuranceLimiter: new RateLimiterMemory(bounds),
  })
  const hashed = (key: string) => {
    needsConnection() // its own error would be taken for a database that is away
    return createHash('sha256').update(key).digest('base64url')
  }
  return {
    take: async (key, ms = windowMs) =>
      limiter.consume(hashed(key), 1, { customDuration: Math.ceil(ms / SECOND_MS) }).then(
        () => 0,
        (refused: unknown) => {
          if (refused instanceof RateLimiterRes) return Math.max(1, refused.msBeforeNext)
          throw refused
        },
      ),
    count: async (key) => {
      const { consumedPoints, msBeforeNext } = await limiter.penalty(hashed(key))
      return { uses: consumedPoints, msLeft: Math.max(1, msBeforeNext) }
    },
    waitOf: async (key) => {
      const found = await limiter.get(hashed(key))
      return found && found.remainingPoints <= 0 ? found.msBeforeNext : 0
    },
    giveBack: async (key) => {
      await limiter.reward(hashed(key))
    },
    forget: async (key) => {
      await limiter.delete(hashed(key))
    },
  }
}
