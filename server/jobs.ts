import { setTimeout as wait } from 'node:timers/promises'
import { hasDueTransfer, sendTransfers } from '#server/payouts/transfers/send-transfers.ts'
import { IMPORT_WORK, UNDO_WORK } from './catalog/imports/start-import.ts'
import { workUndo } from './catalog/imports/undo-import.ts'
import { resumeImports, workImport } from './catalog/imports/work-import.ts'
import { mailScarce } from './catalog/products/mail-scarce.ts'
import { hasUnconfirmed, watchUnconfirmed } from './fulfillment/transitions/watch-unconfirmed.ts'
import { expireHolds, hasEndedHold } from './payments/cards/expire-holds.ts'
import { hasDisputable, reconcileDisputes } from './payments/cards/reconcile-disputes.ts'
import { hasWaiting, reconcilePayments } from './payments/cards/reconcile-payments.ts'
import { hasDueRefund, sendRefunds } from './payments/cards/send-refunds.ts'
import { remindPayers } from './payments/incoming/remind-payers.ts'
import { EMBEDDED_JOB_MS } from './platform/db/client.ts'
import { isSnapshotDue, takeSnapshot } from './platform/db/snapshots.ts'
import { withPatience } from './platform/db/watched-client.ts'
import type { Deps } from './platform/deps.ts'
import { notifyingStaff } from './platform/jobs/notify-failure.ts'
import { purgeDeleted } from './platform/jobs/purge-deleted.ts'
import type { WorkKind } from './platform/vendors/queue.ts'
import { openStripe } from './platform/vendors/stripe.ts'
import { remindReviewers } from './sellers/applications/remind-reviewers.ts'

/** How long running work may go on when the server stops; then it waits for the next start. */
const GRACE_MS = 4000
const TRY_AGAIN_MS = 5000
const HOUR_SECONDS = 3600
const RECONCILE_SECONDS = 300
const SNAPSHOT_SECONDS = 600
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
    {
      name: 'email-confirmation',
      ...often,
      often: { seconds: HOUR_SECONDS, isDue: () => hasUnconfirmed(deps) },
      run: ({ signal }) => watchUnconfirmed(deps, signal),
    },
    daily('low-stock', { hour: 6, minute: 10 }, () => mailScarce(deps)),
    daily('review-reminder', { hour: 7, minute: 5 }, () => remindReviewers(deps)),
    ...snapshotKinds(deps),
    ...paymentKinds(deps),
  ]
}

/** The daily copy of the embedded database's files. */
function snapshotKinds({ config, database: { embedded }, now }: Deps): WorkKind[] {
  const dataDir = embedded?.dataDir
  if (!embedded || !dataDir) return []
  return [
    {
      name: 'snapshot',
      retries: 3,
      pauseSeconds: 60,
      pollSeconds: 20,
      longestSeconds: HOUR_SECONDS,
      often: { seconds: SNAPSHOT_SECONDS, isDue: async () => isSnapshotDue(dataDir, now()) },
      run: () => takeSnapshot(embedded, { dataDir, reserveMb: config.diskReserveMb }, now()),
    },
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

/** The same work, whose statements may take longer than those of a request. */
const patient = (kind: WorkKind): WorkKind => ({ ...kind, run: (work) => withPatience(EMBEDDED_JOB_MS, () => kind.run(work)) })

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
        await queue.start(notifyingStaff(deps, workKinds(deps)).map(patient), onError)
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
