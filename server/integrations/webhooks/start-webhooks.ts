import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '#server/platform/deps.ts'
import { createSender } from './send-deliveries.ts'

/** Interval at which events and due deliveries are looked for. */
const POLL_MS = 1000
/** Least time between attempts that begin and the next ones: what happens meanwhile goes together, and buyers come first. */
const PACE_MS = 100
/** Time that running attempts get at shutdown; the rest is sent after the next start. */
const GRACE_MS = 4000

/** Running webhooks. */
interface RunningWebhooks {
  /** Stops them; afterwards they no longer use the database. */
  stop: () => Promise<void>
}

/**
 * Sends webhooks until stopped.
 * @param onError called when the database could not be read or written, which is then retried
 */
export function startWebhooks(deps: Deps, onError: (error: unknown) => void): RunningWebhooks {
  const stopping = new AbortController()
  const sending = new AbortController()
  const { pass, next, settle } = createSender(deps, sending.signal, onError)
  const pause = (ms: number) => wait(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const begun = deps.disk?.isFull() ? 0 : await pass().catch((error: unknown) => (onError(error), 0))
      if (begun > 0) await pause(PACE_MS)
      await (begun > 0 ? Promise.race([pause(POLL_MS), next()]) : pause(POLL_MS))
    }
    await settle()
  }
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      const grace = setTimeout(() => sending.abort(), GRACE_MS)
      await running
      clearTimeout(grace)
    },
  }
}
