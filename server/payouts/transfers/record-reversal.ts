import { formatMoney } from '#domain/money.ts'
import { lockPayout } from '#server/payouts/payout-list.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import type { SentTransfer } from '#server/platform/vendors/stripe-connect.ts'
import { failTransfer } from './send-transfers.ts'

/**
 * Records the reversal of a transfer at the provider: a full one fails its payout, once; of a partial one staff are notified, since a
 * payout is paid or not.
 * @returns the outcome in a few words
 */
export async function recordReversal(tx: Db, transfer: SentTransfer, at: Date): Promise<string> {
  const { id: reference, payoutId, amountCents, reversedCents } = transfer
  const payout = payoutId && (await lockPayout(tx, payoutId))
  const isOurs = payout && payout.method === 'stripe' && payout.amountCents === amountCents && [null, reference].includes(payout.reference)
  if (!isOurs) return 'no payout of ours'
  if (payout.status !== 'sent' && payout.status !== 'paid') return 'nothing to do'
  if (reversedCents >= amountCents) {
    await failTransfer(tx, payout, { problem: 'The transfer was reversed.', reference, at })
    return 'transfer reversed: payout failed'
  }
  await notify(tx, {
    audience: { staff: 'finance.read' },
    kind: 'payout-part-back',
    title: `Payout ${payout.number} was partly reversed`,
    text: `${formatMoney(reversedCents, payout.currency)} of ${formatMoney(amountCents, payout.currency)} was reversed at Stripe. Reverse the rest there too to return the whole payout to the seller's balance.`,
    path: '/admin/payouts',
    dedupeKey: `transfer-part-back:${payout.id}:${reversedCents}`,
    at,
  })
  return 'transfer partly reversed: left for staff'
}
