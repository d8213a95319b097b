import type { MovePayoutBody, Payout } from '#contract/payouts/payouts.ts'
import { HAND_TRANSITIONS, PAYOUT_STATUS_LABELS, PAYOUT_TRANSITIONS, type PayoutStatus } from '#domain/payout.ts'
import { PAYOUT_HOLD_TEXTS } from '#domain/payout-hold.ts'
import { formatUtcMoment } from '#domain/text.ts'
import { canTransition } from '#domain/transitions.ts'
import { confirmPassword, type Reauthentication } from '#server/identity/auth/confirm-password.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found, refuse, refuseField, refuseStale } from '#server/platform/http/refusal.ts'
import { lockAnyBusiness } from '#server/sellers/applications/business-record.ts'
import { applyTransition } from './apply-transition.ts'
import { findShort, heldFor, preparedDestination } from './check-prepared.ts'
import { holdOfSeller } from './holds/hold-payouts.ts'
import { findPayout, lockPayout } from './payout-list.ts'
import { presentPayout } from './present-payout.ts'
import { queueTransfer } from './transfers/transfer-queue.ts'

const wordOf = (status: PayoutStatus) => PAYOUT_STATUS_LABELS[status].toLowerCase()

/**
 * Notes that a payout was sent, has arrived or failed, after the password. A failed one goes back to its seller's balance, once. One by
 * Stripe is sent by this, after the commit, and from then on only Stripe reports its status. Refuses `wrong_password`, `invalid_payout`,
 * `payout_by_stripe`, `stripe_not_configured`, `stripe_not_ready`, `payouts_on_hold`, `payout_account_changed`, `payout_disputed`, a
 * failure without its reason, and `edit_conflict` with the `current` payout.
 */
export async function transitionPayout(deps: Deps, reauthentication: Reauthentication, id: string, body: MovePayoutBody): Promise<Payout> {
  const { actor, requestId } = reauthentication
  const { status: to, reference, problem } = body
  const confirmed = await confirmPassword(deps, reauthentication, body.currentPassword)
  if (to === 'failed' && !problem) refuseField('problem', 'Please enter why it failed')
  const at = deps.now()
  return inTransaction(deps.db, async (tx) => {
    await confirmed(tx)
    const payout = found(await lockPayout(tx, id))
    if (body.version !== undefined && body.version !== payout.version) {
      refuseStale(['payout', id], await presentPayout(tx, payout, at))
    }
    if (!canTransition(PAYOUT_TRANSITIONS, payout.status, to))
      refuse('invalid_payout', { facts: { from: wordOf(payout.status), to: wordOf(to) } })
    if (!canTransition(HAND_TRANSITIONS[payout.method], payout.status, to)) refuse('payout_by_stripe')
    const isByStripe = payout.method === 'stripe'
    if (isByStripe && to === 'sent') await askTransfer(deps, tx, id, at)
    const change = { status: to, problem, ...(!isByStripe && { reference }) }
    return presentPayout(tx, await applyTransition(tx, payout, change, { actor, at, requestId }), at)
  })
}

/** Has the money sent after the commit, to the account the payout was prepared with, unless it is held: the same request at every try. */
async function askTransfer({ config }: Deps, tx: Db, payoutId: string, at: Date): Promise<void> {
  if (!config.stripe) refuse('stripe_not_configured')
  const { businessId } = found(await findPayout(tx, payoutId))
  await lockAnyBusiness(tx, businessId) // a concurrent change of the account waits, or is done
  const payout = found(await findPayout(tx, payoutId))
  const { account, number, businessName: business, amountCents, currency } = payout
  const destination = preparedDestination(payout)?.stripeAccountId
  if (!destination || !account?.stripeAccountId || !account.stripeReady) refuse('stripe_not_ready')
  const hold = holdOfSeller(payout.seller, at)
  if (hold) {
    const facts = { business, until: formatUtcMoment(new Date(hold.until)), reason: PAYOUT_HOLD_TEXTS[hold.reason] }
    refuse('payouts_on_hold', { facts })
  }
  const short = await findShort(tx, [payout], at)
  const held = heldFor(payout, at, short.has(payoutId))
  if (held?.cause === 'disputed') refuse('payout_disputed', { facts: { number } })
  if (held) refuse('payout_account_changed', { facts: { business, number } })
  await queueTransfer(tx, { payoutId, amountCents, currency, destination }, at)
}
