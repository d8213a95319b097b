import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '#server/platform/deps.ts'
import type { Mailer } from '#server/platform/vendors/mailer.ts'
import { type AttachFiles, deliverDueMails } from './deliver-mails.ts'

/** Interval at which the outbox is read. */
const POLL_MS = 1000
/** Time that emails being sent get at shutdown. */
const GRACE_MS = 4000

/** Number of pending requests from which emails wait. */
const MANY_WAITING = 6
/** Maximum time that emails wait for pending requests. */
const MAX_WAIT_MS = 20_000
const RECHECK_MS = 50

/** A running delivery of emails. */
interface Delivery {
  /** Stops it: claims no more emails and waits briefly for those being sent. Afterwards it no longer uses the database. */
  stop: () => Promise<void>
}

/** Needs of the delivery beside the mail server. */
interface DeliveryNeeds {
  /** Returns the number of pending requests; while there are many, emails wait. */
  waiting?: () => number
  attach?: AttachFiles
}

/**
 * Delivers emails until stopped. They are stored in the outbox, so that none is lost when the mail server is down or the shop restarts.
 * @param onError called when the outbox could not be read or written, which is then retried
 */
export function startDelivery(
  deps: Deps,
  mailer: Mailer,
  onError: (error: unknown) => void,
  { waiting = () => 0, attach }: DeliveryNeeds = {},
): Delivery {
  const stopping = new AbortController()
  const sending = new AbortController()
  async function yieldToRequests(since: Date): Promise<void> {
    const isBusy = () => waiting() >= MANY_WAITING && deps.now().getTime() - since.getTime() < MAX_WAIT_MS
    while (isBusy() && !stopping.signal.aborted) await wait(RECHECK_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
  }
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (!deps.disk?.isFull())
        await deliverDueMails(deps, mailer, { stopped: sending.signal, yieldToRequests, ...(attach && { attach }) }).catch(onError)
      await wait(POLL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      const grace = setTimeout(() => sending.abort(), GRACE_MS)
      await running
      clearTimeout(grace)
      mailer.close()
    },
  }
}
