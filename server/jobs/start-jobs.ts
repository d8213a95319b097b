import { setTimeout as wait } from 'node:timers/promises'
import { remindReviewers } from '#server/applications/remind-reviewers.ts'
import { expireHolds, hasEndedHold } from '#server/card-payments/expire-holds.ts'
import { hasDisputable, reconcileDisputes } from '#server/card-payments/reconcile-disputes.ts'
import { hasWaiting, reconcilePayments } from '#server/card-payments/reconcile-payments.ts'
import { hasDueRefund, sendRefunds } from '#server/card-payments/send-refunds.ts'
import type { Deps } from '#server/deps.ts'
import { IMPORT_WORK, UNDO_WORK } from '#server/imports/start-import.ts'
import { workUndo } from '#server/imports/undo-import.ts'
import { resumeImports, workImport } from '#server/imports/work-import.ts'
import { remindPayers } from '#server/payments/remind-payers.ts'
import { hasDueTransfer, sendTransfers } from '#server/payouts/transfers/send-transfers.ts'
import { mailScarce } from '#server/products/alerts/mail-scarce.ts'
import type { WorkKind } from '#server/vendors/queue.ts'
import { openStripe } from '#server/vendors/stripe.ts'
import { purgeDeleted } from './purge-deleted.ts'
import { tellingStaff } from './tell-failure.ts'

/** How long running work may go on when the server stops; then it waits for the next start. */
const GRACE_MS = 4000
const TRY_AGAIN_MS = 5000
const HOUR_SECONDS = 3600
const RECONCILE_SECONDS = 300
const RECONCILE_DISPUTES_SECONDS = 3600

function daily(name: string, time: { hour: number; minute: number }, run: WorkKind['run']): WorkKind {
  return { name, retries: 3, pauseSeconds: 60, pollSeconds: 20, longestSeconds: HOUR_SECONDS, daily: time, run }
}

/** Everything that runs in the background, beside the delivery of mails. */
export function workKinds(deps: Deps): WorkKind[] {
  const often = { retries: 5, pauseSeconds: 5, pollSeconds: 2, longestSeconds: HOUR_SECONDS }
  return [
    { name: IMPORT_WORK, ...often, run: (work) => workImport(deps, work) },
    { name: UNDO_WORK, ...often, run: (work) => workUndo(deps, work) },
    daily('purge', { hour: 3, minute: 17 }, (work) => purgeDeleted(deps, work)),
    daily('payment-reminder', { hour: 6, minute: 40 }, () => remindPayers(deps)),
    daily('low-stock', { hour: 6, minute: 10 }, () => mailScarce(deps)),
    daily('review-reminder', { hour: 7, minute: 5 }, () => remindReviewers(deps)),
    ...paymentKinds(deps),
  ]
}

/** What keeps card payments, holds, refunds and payouts in line with the provider; nothing where the shop charges no cards. */
function paymentKinds(deps: Deps): WorkKind[] {
  const { stripe } = deps.config
  if (!stripe) return []
  const provider = openStripe(stripe)
  const soon = { retries: 8, pauseSeconds: 5, pollSeconds: 2, longestSeconds: HOUR_SECONDS }
  return [
    {
      name: 'hold-expiry',
      ...soon,
      often: { seconds: 2, isDue: () => hasEndedHold(deps) },
      run: ({ signal }) => expireHolds(deps, provider, signal),
    },
    {
      name: 'payment-check',
      ...soon,
      often: { seconds: RECONCILE_SECONDS, isDue: () => hasWaiting(deps) },
      run: ({ signal }) => reconcilePayments(deps, provider, signal),
    },
    {
      name: 'dispute-check',
      ...soon,
      often: { seconds: RECONCILE_DISPUTES_SECONDS, isDue: () => hasDisputable(deps) },
      run: ({ signal }) => reconcileDisputes(deps, provider, signal),
    },
    {
      name: 'refunds',
      ...soon,
      often: { seconds: 2, isDue: () => hasDueRefund(deps) },
      run: ({ signal }) => sendRefunds(deps, provider, signal),
    },
    {
      name: 'transfers',
      ...soon,
      often: { seconds: 2, isDue: () => hasDueTransfer(deps) },
      run: ({ signal }) => sendTransfers(deps, provider, signal),
    },
  ]
}

/** The running queue. */
export interface RunningJobs {
  /** Ends it; afterwards the database is not used any more. */
  stop: () => Promise<void>
}

/**
 * Starts the queue of `deps` and takes up what a crash has left; a database that is away is tried again until it is there.
 * @param onError is told what went wrong outside of a piece of work
 */
export function startJobs(deps: Deps, onError: (error: unknown) => void): RunningJobs {
  const { queue } = deps
  const stopped = new AbortController()
  async function start(): Promise<void> {
    if (!queue) return
    while (!stopped.signal.aborted) {
      try {
        await queue.start(tellingStaff(deps, workKinds(deps)), onError)
        return await resumeImports(deps, queue)
      } catch (error) {
        onError(error)
        await wait(TRY_AGAIN_MS, undefined, { signal: stopped.signal, ref: false }).catch(() => {})
      }
    }
  }
  const starting = start()
  return {
    stop: async () => {
      stopped.abort()
      await starting
      await queue?.stop(GRACE_MS)
    },
  }
}
