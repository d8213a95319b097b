import { maskNumber } from '#domain/bank-account.ts'
import { formatMoney } from '#domain/money.ts'
import type { PayoutStatus } from '#domain/payout.ts'
import { postTransaction } from '#server/payments/ledger/ledger-entries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { countMoney } from '#server/platform/metrics/count-events.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { lockAnyBusiness } from '#server/sellers/applications/business-record.ts'
import { preparedDestination } from './check-prepared.ts'
import { findPayout, type PayoutRow, updatePayout } from './payout-list.ts'

/** New status of a payout. */
interface PayoutChange {
  status: PayoutStatus
  reference?: string | undefined
  /** Reason for which it failed. */
  problem?: string | undefined
}

/**
 * Applies a new status to a locked payout (`actor` null: reported by the provider): status, audit log, emails and notifications. A failed
 * one returns to its seller's balance, once. The caller checks that the transition is allowed.
 */
export async function applyTransition(
  tx: Db,
  payout: PayoutRow,
  { status, reference, problem }: PayoutChange,
  { actor, at, requestId }: { actor: Actor | null; at: Date; requestId?: string },
): Promise<PayoutRow> {
  const { id, number } = payout
  const change = {
    status,
    ...(reference && { reference }),
    ...(status === 'failed' && { problem: problem ?? 'It was refused.' }),
    ...(status !== 'sent' && { settledAt: at }),
  }
  await updatePayout(tx, id, change)
  if (status === 'failed') await returnToBalance(tx, payout, at)
  if (status === 'paid') countMoney(tx, 'paid_out', payout.currency, payout.amountCents)
  await recordAudit(tx, {
    actor,
    action: `payout.${status}`,
    targetType: 'payout',
    targetId: id,
    before: { status: payout.status, reference: payout.reference },
    after: { number, ...change },
    ...(requestId && { requestId }),
  })
  const changed = found(await findPayout(tx, id))
  await notifySeller(tx, payout.status, changed, at)
  return changed
}

async function returnToBalance(tx: Db, { id, number, businessId, currency, amountCents }: PayoutRow, at: Date): Promise<void> {
  await postTransaction(tx, {
    reason: 'payout_failed',
    reference: id,
    orderId: null,
    currency,
    note: number,
    at,
    entries: [
      { account: 'clearing', debitCents: amountCents },
      { account: 'seller', businessId, debitCents: -amountCents },
    ],
  })
}

function titleOf({ status, method }: PayoutRow): string {
  if (status === 'sent') return method === 'stripe' ? 'is on its way to your Stripe account' : 'was sent to your bank'
  return { draft: 'changed', paid: 'was paid', failed: 'failed' }[status]
}

/** Names the account that a payout was prepared with, by its last characters. */
function destinationText(payout: PayoutRow): string | null {
  if (payout.method === 'stripe') return 'Your Stripe account'
  const to = preparedDestination(payout)
  return maskNumber(to?.iban ?? to?.accountNumber ?? null)
}

/** Notifies the seller: by email when the payout is sent or fails, by notification each time. */
async function notifySeller(tx: Db, from: PayoutStatus, payout: PayoutRow, at: Date): Promise<void> {
  const { id, businessId, currency, amountCents, number, reference, problem, status } = payout
  const isLeaving = from === 'draft' && status !== 'failed'
  if (isLeaving || status === 'failed') {
    const business = found(await lockAnyBusiness(tx, businessId))
    const facts = { name: business.name, number, currency, amountCents, reference, problem, to: destinationText(payout) }
    const template = isLeaving ? 'payout-sent' : 'payout-failed'
    await queueMail(tx, { dedupeKey: `${template}:${id}`, template, to: business.email, facts, at })
  }
  await notify(tx, {
    audience: { businessId },
    kind: `payout-${status}`,
    title: `A payout of ${formatMoney(amountCents, currency)} ${titleOf(payout)}`,
    text: status === 'failed' ? `${problem ?? ''} The money is back in your balance.` : number,
    path: '/business/earnings',
    dedupeKey: `payout-${status}:${id}`,
    at,
  })
}
