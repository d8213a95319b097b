import type { MovePayoutBody, Payout } from '#contract/payouts.ts'
import { formatMoney } from '#domain/money.ts'
import { PAYOUT_STATUS_LABELS, PAYOUT_TRANSITIONS, type PayoutStatus } from '#domain/payout.ts'
import { canMove } from '#domain/transitions.ts'
import { type Asker, confirmPassword } from '#server/account/confirm-password.ts'
import { lockAnyBusiness } from '#server/applications/repository.ts'
import { recordAudit } from '#server/audit/repository.ts'
import { type Db, inTransaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { found, refuse, refuseField } from '#server/http/refusal.ts'
import { queueMail } from '#server/mail/repository.ts'
import { notify } from '#server/notifications/repository.ts'
import { book } from '#server/seller-ledger/repository.ts'
import { presentAccount } from './accounts/present-account.ts'
import { findAccount } from './accounts/repository.ts'
import { presentPayout } from './present-payout.ts'
import { findPayout, lockPayout, type PayoutRow, updatePayout } from './repository.ts'

const wordOf = (status: PayoutStatus) => PAYOUT_STATUS_LABELS[status].toLowerCase()

/**
 * Notes that a payout was sent, has arrived or failed, after the password. A failed one goes back to its seller's balance, once.
 * Refuses `wrong_password`, `invalid_payout`, a failure without its reason, and `edit_conflict` with the `current` payout.
 */
export async function movePayout(deps: Deps, asker: Asker, id: string, body: MovePayoutBody): Promise<Payout> {
  const { actor, requestId } = asker
  const { status: to, reference, problem } = body
  const confirmed = await confirmPassword(deps, asker, body.currentPassword)
  if (to === 'failed' && !problem) refuseField('problem', 'Please say why it failed')
  const at = deps.now()
  return inTransaction(deps.db, async (tx) => {
    await confirmed(tx)
    const payout = found(await lockPayout(tx, id))
    if (body.version !== undefined && body.version !== payout.version) {
      refuse('edit_conflict', { extra: { current: presentPayout(payout) } })
    }
    if (!canMove(PAYOUT_TRANSITIONS, payout.status, to))
      refuse('invalid_payout', { facts: { from: wordOf(payout.status), to: wordOf(to) } })
    const change = {
      status: to,
      ...(reference && { reference }),
      ...(to === 'failed' && { problem }),
      ...(to !== 'sent' && { settledAt: at }),
    }
    await updatePayout(tx, id, change)
    if (to === 'failed') await bookBack(tx, payout, at)
    await recordAudit(tx, {
      actor,
      action: `payout.${to}`,
      targetType: 'payout',
      targetId: id,
      before: { status: payout.status, reference: payout.reference },
      after: { number: payout.number, ...change },
      requestId,
    })
    const moved = found(await findPayout(tx, id))
    await tell(tx, payout.status, moved, at)
    return presentPayout(moved)
  })
}

async function bookBack(tx: Db, { id, number, businessId, currency, amountCents }: PayoutRow, at: Date): Promise<void> {
  await book(tx, {
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

const TITLES: Partial<Record<PayoutStatus, string>> = { sent: 'was sent to your bank', paid: 'was paid', failed: 'failed' }

/** Tells the seller: a mail when the money leaves and when it comes back, and the bell each time. */
async function tell(tx: Db, from: PayoutStatus, payout: PayoutRow, at: Date): Promise<void> {
  const { id, businessId, currency, amountCents, number, reference, problem, status } = payout
  const isLeaving = from === 'draft' && status !== 'failed'
  if (isLeaving || status === 'failed') {
    const business = found(await lockAnyBusiness(tx, businessId))
    const account = presentAccount(await findAccount(tx, businessId))
    const facts = { name: business.name, number, currency, amountCents, reference, problem, to: account.iban ?? account.accountNumber }
    const template = isLeaving ? 'payout-sent' : 'payout-failed'
    await queueMail(tx, { dedupeKey: `${template}:${id}`, template, to: business.email, facts, at })
  }
  await notify(tx, {
    audience: { businessId },
    kind: `payout-${status}`,
    title: `A payout of ${formatMoney(amountCents, currency)} ${TITLES[status] ?? 'changed'}`,
    text: status === 'failed' ? `${problem ?? ''} Its money is back in your balance.` : number,
    path: '/business/earnings',
    dedupeKey: `payout-${status}:${id}`,
    at,
  })
}
