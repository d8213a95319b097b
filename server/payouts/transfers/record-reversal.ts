import { formatMoney } from '#domain/money.ts'
import { lockPayout } from '#server/payouts/payout-list.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import type { SentTransfer } from '#server/platform/vendors/stripe-connect.ts'
import { failTransfer } from './send-transfers.ts'

/**
 * Acts on a transfer that was taken back at the provider: the whole of it fails its payout, once; of a part staff are told, since a payout is paid
 * or not.
 * @returns what came of it, in a few words
 */
export async function recordReversal(tx: Db, transfer: SentTransfer, at: Date): Promise<string> {
  const { id: reference, payoutId, amountCents, reversedCents } = transfer
  const payout = payoutId && (await lockPayout(tx, payoutId))
  const isOurs = payout && payout.method === 'stripe' && payout.amountCents === amountCents && [null, reference].includes(payout.reference)
  if (!isOurs) return 'no payout of ours'
  if (payout.status !== 'sent' && payout.status !== 'paid') return 'nothing to do'
  if (reversedCents >= amountCents) {
    await failTransfer(tx, payout, { problem: 'The transfer was taken back.', reference, at })
    return 'transfer taken back: payout failed'
  }
  await notify(tx, {
    audience: 'staff',
    kind: 'payout-part-back',
    title: `A part of payout ${payout.number} was taken back`,
    text: `${formatMoney(reversedCents, payout.currency)} of ${formatMoney(amountCents, payout.currency)} came back at Stripe. Take back the rest there too, and the whole payout returns to the seller's balance.`,
    path: '/admin/payouts',
    dedupeKey: `transfer-part-back:${payout.id}:${reversedCents}`,
    at,
  })
  return 'transfer taken back in part: left for staff'
}
