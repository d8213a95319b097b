import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import type { Mailer } from '#server/vendors/mailer.ts'
import { deliverDueMails } from './deliver-mails.ts'

/** How often the outbox is looked at. */
const POLL_MS = 1000
/** How long mails on their way may go on when the server stops. */
const GRACE_MS = 4000

/** The running delivery of mails. */
export interface Delivery {
  /** Ends it: takes no more mails, waits a moment for those on their way. Afterwards the database is not used any more. */
  stop: () => Promise<void>
}

/**
 * Delivers mails for as long as the server runs. The outbox holds what is to be sent, so that neither a mail server that is away
 * nor a restart loses any.
 * @param onError is told when the outbox itself could not be read or written; it is tried again.
 */
export function startDelivery(deps: Deps, mailer: Mailer, onError: (error: unknown) => void): Delivery {
  const asleep = new AbortController()
  const sending = new AbortController()
  async function run(): Promise<void> {
    while (!asleep.signal.aborted) {
      await deliverDueMails(deps, mailer, sending.signal).catch(onError)
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
