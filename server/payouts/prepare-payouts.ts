import type { Payout } from '#contract/payouts/payouts.ts'
import { formatMoney } from '#domain/money.ts'
import { destinationFor } from '#domain/payout-hold.ts'
import { postTransaction } from '#server/payments/ledger/ledger-entries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { findPayout, insertPayout, lockPreparing, newPayoutNumber, type PayoutRow } from './payout-list.ts'
import { presentPayouts } from './present-payout.ts'
import { listProposals } from './propose-payouts.ts'

/**
 * Prepares a payout for every seller and currency with enough available money and an account, each by one way (Stripe where that is ready),
 * and books each out of its seller's balance. Each keeps the account it was prepared with; sellers on hold get none. Those who prepare at
 * once take turns, and the later one finds the balances empty: nothing is paid twice.
 * @returns the payouts that it made; none when nothing is to be paid
 */
export async function preparePayouts(
  { config, db, now }: Deps,
  { actor, requestId }: { actor: Actor; requestId: string },
): Promise<Payout[]> {
  const at = now()
  return inTransaction(db, async (tx) => {
    await lockPreparing(tx)
    const proposals = (await listProposals(tx, at, config.stripe !== null)).filter(({ amountCents }) => amountCents > 0)
    const made: PayoutRow[] = []
    for (const { businessId, currency, amountCents, method, payee } of proposals) {
      const number = await newPayoutNumber(tx)
      const accountSnapshot = payee.account && destinationFor(payee.account, { method, currency })
      const payout = { number, businessId, currency, amountCents, method, accountSnapshot, actorId: actor.userId, createdAt: at }
      const id = await insertPayout(tx, payout)
      await postTransaction(tx, {
        reason: 'payout',
        reference: id,
        orderId: null,
        currency,
        note: number,
        at,
        entries: [
          { account: 'seller', businessId, debitCents: amountCents },
          { account: 'clearing', debitCents: -amountCents },
        ],
      })
      await recordAudit(tx, {
        actor,
        action: 'payout.prepare',
        targetType: 'payout',
        targetId: id,
        after: { number, businessId, currency, amountCents, method, status: 'draft' },
        requestId,
      })
      await notify(tx, {
        audience: { businessId },
        kind: 'payout-prepared',
        title: `A payout of ${formatMoney(amountCents, currency)} is prepared`,
        text: `Payout ${number} will be sent to your ${method === 'stripe' ? 'Stripe account' : 'bank account'}.`,
        path: '/business/earnings',
        dedupeKey: `payout-prepared:${id}`,
        at,
      })
      made.push(found(await findPayout(tx, id)))
    }
    return presentPayouts(tx, made, at)
  })
}
