import { setTimeout as wait } from 'node:timers/promises'
import { hasDueTransfer, sendTransfers } from '#server/payouts/transfers/send-transfers.ts'
import { purgeExpired } from './accounts/personal-data/purge-accounts.ts'
import { fetchPictures, hasLinkedPictures, PICTURES_WORK } from './catalog/imports/fetch-pictures.ts'
import { IMPORT_WORK, UNDO_WORK } from './catalog/imports/start-import.ts'
import { workUndo } from './catalog/imports/undo-import.ts'
import { resumeImports, workImport } from './catalog/imports/work-import.ts'
import { ROWS_WORK, workRows } from './catalog/product-edits/change-rows.ts'
import { hasOpenTask } from './catalog/product-edits/rows-task.ts'
import { mailScarce } from './catalog/products/mail-scarce.ts'
import { changeSales, hasDueSale } from './catalog/products/sale-jobs.ts'
import { hasStaleDocuments, refreshDocuments } from './catalog/products/search-documents.ts'
import { hasUntyped, typeProducts } from './catalog/specifications/attribute-list.ts'
import { settleCredited } from './fulfillment/corrections/settle-credited.ts'
import { hasDueIntent, watchIntents } from './fulfillment/milestone-cards/watch-intents.ts'
import { hasPublicPhotos, movePhotos } from './fulfillment/returns/move-photos.ts'
import { notifyLate } from './fulfillment/transitions/notify-late.ts'
import { hasUnconfirmed, watchUnconfirmed } from './fulfillment/transitions/watch-unconfirmed.ts'
import { remindRefunds } from './fulfillment/withdrawals/remind-refunds.ts'
import { remindOfTokens } from './identity/tokens/remind-of-tokens.ts'
import { expireHolds, hasEndedHold } from './payments/cards/expire-holds.ts'
import { hasDisputable, reconcileDisputes } from './payments/cards/reconcile-disputes.ts'
import { hasWaiting, reconcilePayments } from './payments/cards/reconcile-payments.ts'
import { hasDueRequest, sendRequests } from './payments/cards/send-provider-requests.ts'
import { convertInvoices, hasOlderInvoices } from './payments/documents/older-invoices.ts'
import { hasDueEInvoice, makeEInvoices } from './payments/e-invoices/make-e-invoices.ts'
import { remindPayers } from './payments/incoming/remind-payers.ts'
import { issueMonthly } from './payments/monthly/issue-monthly-documents.ts'
import { hasVatAnswers, settleVatAnswers } from './payments/refunds/refund-vat.ts'
import { hasDueTax, sendTaxes } from './payments/taxes/send-taxes.ts'
import { hasUnsealed, sealEntries } from './platform/audit-seals/seal-entries.ts'
import { EMBEDDED_JOB_MS } from './platform/db/client.ts'
import { isSnapshotDue, takeSnapshot } from './platform/db/snapshots.ts'
import { withPatience } from './platform/db/watched-client.ts'
import type { Deps } from './platform/deps.ts'
import { withFailureNotifications } from './platform/jobs/notify-failure.ts'
import { hasDueDigest, sendDigests } from './platform/mail/send-digests.ts'
import { createJobTimer } from './platform/metrics/count-events.ts'
import type { WorkKind } from './platform/vendors/queue.ts'
import { openStripe } from './platform/vendors/stripe.ts'
import { importExchangeRates } from './pricing/tax/import-exchange-rates.ts'
import { expireExemptions } from './pricing/tax/review-exemption.ts'
import { hasDueCheck, verifyDueVatIds } from './pricing/tax/verify-vat-id.ts'
import { hasRequestsToMove, moveRequests } from './quotes/move-requests.ts'
import { remindQuotes } from './quotes/remind-quotes.ts'
import { hasHead, shareHead } from './reporting/audit-log/share-head.ts'
import { RETENTION } from './retention.ts'
import { askTraders } from './sellers/applications/ask-traders.ts'
import { remindReviewers } from './sellers/applications/remind-reviewers.ts'
import { remindRegisters } from './sellers/registers/remind-registers.ts'

/** Time that running jobs get at shutdown; afterwards they wait for the next start. */
const GRACE_MS = 4000
const RETRY_MS = 5000
const HOUR_SECONDS = 3600
const RECONCILE_SECONDS = 300
const SNAPSHOT_SECONDS = 600
const RECONCILE_DISPUTES_SECONDS = 3600

function daily(name: string, time: { hour: number; minute: number }, run: WorkKind['run']): WorkKind {
  return { name, retries: 3, pauseSeconds: 60, pollSeconds: 20, maxSeconds: HOUR_SECONDS, daily: time, run }
}

/** Returns all background jobs, apart from the delivery of emails. */
export function workKinds(deps: Deps): WorkKind[] {
  const frequent = { retries: 5, pauseSeconds: 5, pollSeconds: 2, maxSeconds: HOUR_SECONDS }
  return [
    { name: IMPORT_WORK, ...frequent, run: (work) => workImport(deps, work) },
    { name: UNDO_WORK, ...frequent, run: (work) => workUndo(deps, work) },
    {
      name: ROWS_WORK,
      ...frequent,
      pollSeconds: 1,
      often: { seconds: 60, isDue: () => hasOpenTask(deps.db) },
      run: ({ signal }) => workRows(deps, signal),
    },
    {
      name: PICTURES_WORK,
      ...frequent,
      often: { seconds: 60, isDue: () => hasLinkedPictures(deps) },
      run: ({ signal }) => fetchPictures(deps, signal),
    },
    daily('purge', { hour: 3, minute: 17 }, (work) => purgeExpired(deps, work, RETENTION)),
    daily('quote-reminder', { hour: 6, minute: 50 }, () => remindQuotes(deps)),
    {
      name: 'quote-requests',
      ...frequent,
      often: { seconds: HOUR_SECONDS, isDue: () => hasRequestsToMove(deps) },
      run: ({ signal }) => moveRequests(deps, signal),
    },
    daily('credited-orders', { hour: 6, minute: 35 }, ({ signal }) => settleCredited(deps, signal)),
    daily('payment-reminder', { hour: 6, minute: 40 }, () => remindPayers(deps)),
    {
      name: 'email-confirmation',
      ...frequent,
      often: { seconds: HOUR_SECONDS, isDue: () => hasUnconfirmed(deps) },
      run: ({ signal }) => watchUnconfirmed(deps, signal),
    },
    {
      name: 'return-photos',
      ...frequent,
      often: { seconds: HOUR_SECONDS, isDue: () => hasPublicPhotos(deps) },
      run: ({ signal }) => movePhotos(deps, signal),
    },
    {
      name: 'sale-prices',
      ...frequent,
      often: { seconds: 2, isDue: () => hasDueSale(deps) },
      run: ({ signal }) => changeSales(deps, signal),
    },
    {
      name: 'search-refresh',
      ...frequent,
      often: { seconds: 5, isDue: () => hasStaleDocuments(deps) },
      run: ({ signal }) => refreshDocuments(deps, signal),
    },
    {
      name: 'specification-values',
      ...frequent,
      often: { seconds: 5, isDue: () => hasUntyped(deps) },
      run: ({ signal }) => typeProducts(deps, signal),
    },
    {
      name: 'older-invoices',
      ...frequent,
      often: { seconds: 60, isDue: () => hasOlderInvoices(deps) },
      run: ({ signal }) => convertInvoices(deps, signal),
    },
    // what the 1st has written, the other days find
    daily('documents-monthly', { hour: 4, minute: 0 }, ({ signal }) => issueMonthly(deps, signal)),
    {
      name: 'e-invoice',
      ...frequent,
      often: { seconds: 5, isDue: () => hasDueEInvoice(deps) },
      run: ({ signal }) => makeEInvoices(deps, signal),
    },
    {
      name: 'vat-recheck',
      ...frequent,
      often: { seconds: 30, isDue: async () => (await hasDueCheck(deps)) || (await hasVatAnswers(deps)) },
      run: async ({ signal }) => `${await verifyDueVatIds(deps, signal)} ${await settleVatAnswers(deps, signal)}`,
    },
    daily('exemption-expiry', { hour: 5, minute: 25 }, () => expireExemptions(deps)),
    daily('withdrawal-due', { hour: 6, minute: 20 }, () => remindRefunds(deps)),
    daily('late-lines', { hour: 7, minute: 30 }, () => notifyLate(deps)),
    daily('low-stock', { hour: 6, minute: 10 }, () => mailScarce(deps)),
    daily('trader-details', { hour: 6, minute: 55 }, () => askTraders(deps)),
    daily('register-reminder', { hour: 6, minute: 45 }, () => remindRegisters(deps)),
    daily('token-expiry', { hour: 6, minute: 15 }, () => remindOfTokens(deps)),
    daily('review-reminder', { hour: 7, minute: 5 }, () => remindReviewers(deps)),
    {
      name: 'daily-digest',
      ...frequent,
      often: { seconds: 60, isDue: () => hasDueDigest(deps) },
      run: ({ signal }) => sendDigests(deps, signal),
    },
    ...rateKinds(deps),
    ...auditKinds(deps),
    ...snapshotKinds(deps),
    ...paymentKinds(deps),
  ]
}

/** Returns the job that fetches the exchange rates of the day, soon after they are published at 16:00 in Frankfurt. */
function rateKinds(deps: Deps): WorkKind[] {
  const { ecbBase } = deps.config
  return ecbBase === null ? [] : [daily('exchange-rates', { hour: 15, minute: 40 }, () => importExchangeRates(deps, ecbBase))]
}

/** Returns the jobs that seal the audit log and note the newest seal outside of the database. */
function auditKinds(deps: Deps): WorkKind[] {
  const often = { retries: 3, pauseSeconds: 5, pollSeconds: 5, maxSeconds: HOUR_SECONDS }
  return [
    {
      name: 'audit-seal',
      ...often,
      keptSeconds: HOUR_SECONDS,
      often: { seconds: 60, isDue: () => hasUnsealed(deps) },
      run: (work) => sealEntries(deps, work),
    },
    { name: 'audit-anchor', ...often, often: { seconds: HOUR_SECONDS, isDue: () => hasHead(deps) }, run: () => shareHead(deps) },
  ]
}

/** Returns the job that takes snapshots of the embedded database's files. */
function snapshotKinds({ config, database: { embedded }, now }: Deps): WorkKind[] {
  const dataDir = embedded?.dataDir
  if (!embedded || !dataDir) return []
  return [
    {
      name: 'snapshot',
      retries: 3,
      pauseSeconds: 60,
      pollSeconds: 20,
      maxSeconds: HOUR_SECONDS,
      often: { seconds: SNAPSHOT_SECONDS, isDue: async () => isSnapshotDue(dataDir, now()) },
      run: () => takeSnapshot(embedded, { dataDir, reserveMb: config.diskReserveMb }, now()),
    },
  ]
}

/**
 * Returns the jobs that reconcile card payments, reservations, refunds and payouts with the payment provider. A shop that charges no cards
 * (any more) has only the one that ends reservations.
 */
function paymentKinds(deps: Deps): WorkKind[] {
  const { stripe } = deps.config
  const provider = stripe && openStripe(stripe)
  const prompt = { retries: 8, pauseSeconds: 5, pollSeconds: 2, maxSeconds: HOUR_SECONDS }
  const holdExpiry: WorkKind = {
    name: 'hold-expiry',
    ...prompt,
    often: { seconds: 2, isDue: () => hasEndedHold(deps) },
    run: ({ signal }) => expireHolds(deps, provider, signal),
  }
  if (!provider) return [holdExpiry]
  return [
    holdExpiry,
    {
      name: 'payment-check',
      ...prompt,
      often: { seconds: RECONCILE_SECONDS, isDue: () => hasWaiting(deps) },
      run: ({ signal }) => reconcilePayments(deps, provider, signal),
    },
    {
      name: 'milestone-cards',
      ...prompt,
      often: { seconds: 5, isDue: () => hasDueIntent(deps) },
      run: ({ signal }) => watchIntents(deps, provider, signal),
    },
    {
      name: 'dispute-check',
      ...prompt,
      often: { seconds: RECONCILE_DISPUTES_SECONDS, isDue: () => hasDisputable(deps) },
      run: ({ signal }) => reconcileDisputes(deps, provider, signal),
    },
    {
      name: 'refunds',
      ...prompt,
      often: { seconds: 2, isDue: () => hasDueRequest(deps) },
      run: ({ signal }) => sendRequests(deps, provider, signal),
    },
    {
      name: 'taxes',
      ...prompt,
      often: { seconds: 2, isDue: () => hasDueTax(deps) },
      run: ({ signal }) => sendTaxes(deps, provider, signal),
    },
    {
      name: 'transfers',
      ...prompt,
      often: { seconds: 2, isDue: () => hasDueTransfer(deps) },
      run: ({ signal }) => sendTransfers(deps, provider, signal),
    },
  ]
}

/** Wraps a job so that its statements may take longer than those of requests. */
const withLongStatements = (kind: WorkKind): WorkKind => ({ ...kind, run: (work) => withPatience(EMBEDDED_JOB_MS, () => kind.run(work)) })

/** Wraps a job so that the metrics have its runs. */
function withMetrics(kind: WorkKind): WorkKind {
  const measure = createJobTimer(kind.name)
  return {
    ...kind,
    run: (work) =>
      measure(
        () => kind.run(work),
        () => work.signal.aborted,
      ),
  }
}

/** The running job queue. */
interface RunningJobs {
  /** Stops it; afterwards it no longer uses the database. */
  stop: () => Promise<void>
}

/**
 * Starts the queue of `deps` and resumes interrupted imports; retries until the database is available.
 * @param onError called with errors outside of a job
 */
export function startJobs(deps: Deps, onError: (error: unknown) => void): RunningJobs {
  const { queue } = deps
  const stopped = new AbortController()
  async function start(): Promise<void> {
    if (!queue) return
    while (!stopped.signal.aborted) {
      try {
        await queue.start(withFailureNotifications(deps, workKinds(deps)).map(withLongStatements).map(withMetrics), onError)
        return await resumeImports(deps, queue)
      } catch (error) {
        onError(error)
        await wait(RETRY_MS, undefined, { signal: stopped.signal, ref: false }).catch(() => {})
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
