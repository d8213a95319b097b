import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '#server/platform/deps.ts'
import type { Mailer } from '#server/platform/vendors/mailer.ts'
import { deliverDueMails } from './deliver-mails.ts'

/** How often the outbox is looked at. */
const POLL_MS = 1000
/** How long mails on their way may go on when the server stops. */
const GRACE_MS = 4000

/** From so many people on who wait for an answer of the server, mails let them go first, */
const MANY_WAITING = 6
/** but none for longer than this. */
const LONGEST_WAIT_MS = 20_000
const LOOK_AGAIN_MS = 50

/** The running delivery of mails. */
export interface Delivery {
  /** Ends it: takes no more mails, waits a moment for those on their way. Afterwards the database is not used any more. */
  stop: () => Promise<void>
}

/**
 * Delivers mails for as long as the server runs. The outbox holds what is to be sent, so that neither a mail server that is away
 * nor a restart loses any.
 * @param onError is told when the outbox itself could not be read or written; it is tried again.
 * @param waiting how many people wait for an answer now: while they are many, mails wait
 */
export function startDelivery(deps: Deps, mailer: Mailer, onError: (error: unknown) => void, waiting: () => number = () => 0): Delivery {
  const asleep = new AbortController()
  const sending = new AbortController()
  async function giveWay(since: Date): Promise<void> {
    const isBusy = () => waiting() >= MANY_WAITING && deps.now().getTime() - since.getTime() < LONGEST_WAIT_MS
    while (isBusy() && !asleep.signal.aborted) await wait(LOOK_AGAIN_MS, undefined, { signal: asleep.signal, ref: false }).catch(() => {})
  }
  async function run(): Promise<void> {
    while (!asleep.signal.aborted) {
      if (!deps.disk?.isFull()) await deliverDueMails(deps, mailer, { stopped: sending.signal, giveWay }).catch(onError)
      await wait(POLL_MS, undefined, { signal: asleep.signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return {
    stop: async () => {
      asleep.abort()
      const grace = setTimeout(() => sending.abort(), GRACE_MS)
      await running
      clearTimeout(grace)
      mailer.close()
    },
  }
}
