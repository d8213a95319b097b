import type { Db } from '#server/platform/db/client.ts'
import { enqueue, type Queue } from '#server/platform/outbox.ts'
import type { TransferAsk } from '#server/platform/vendors/stripe-connect.ts'

const KIND = 'transfer'

/** Transfers to the provider in the outbox; each is tried until the provider answers. */
export const TRANSFERS: Queue = { kinds: [KIND] }

/** Enqueues the transfer of a payout, once: as it is described here, whatever changes later. */
export async function queueTransfer(tx: Db, transfer: TransferAsk, at: Date): Promise<void> {
  await enqueue(tx, { kind: KIND, dedupeKey: `transfer:${transfer.payoutId}`, payload: transfer, at })
}
