import type { Payout } from '#contract/payouts/payouts.ts'
import { destinationFor, isSameDestination, type PayoutDestination } from '#domain/payout-hold.ts'
import type { Db } from '#server/platform/db/client.ts'
import { listFunds } from './available-funds.ts'
import { holdOfSeller } from './holds/hold-payouts.ts'
import { listDisputed, type PayoutRow } from './payout-list.ts'

/**
 * Returns where a payout goes: the account it was prepared with. One from before accounts were kept goes to the account of today, unless
 * that was changed since; then null.
 */
export function preparedDestination(payout: PayoutRow): PayoutDestination | null {
  const { account, accountSnapshot, createdAt } = payout
  if (accountSnapshot) return accountSnapshot
  return account && account.updatedAt <= createdAt ? destinationFor(account, payout) : null
}

/**
 * Returns the ids of those prepared payouts whose money is short because of payment disputes: what their seller has, without what is
 * prepared and what waits, is below 0, while payments are disputed or a dispute was lost since they were prepared.
 */
export async function findShort(db: Db, payouts: readonly PayoutRow[], now: Date): Promise<ReadonlySet<string>> {
  const drafts = payouts.filter(({ status }) => status === 'draft')
  const ids = new Set(
    await listDisputed(
      db,
      drafts.map(({ id }) => id),
    ),
  )
  const disputed = drafts.filter(({ id }) => ids.has(id))
  const short = new Set<string>()
  for (const [businessId, own] of Map.groupBy(disputed, (payout) => payout.businessId)) {
    const funds = await listFunds(db, now, businessId)
    const owes = funds.filter(({ balanceCents, pendingCents }) => balanceCents < Math.max(0, pendingCents))
    for (const { id, currency } of own) if (owes.some((each) => each.currency === currency)) short.add(id)
  }
  return short
}

/**
 * Returns why a payout may not leave now: its seller's account was changed since, its money is short because of a dispute (`isShort`), or
 * all payouts of the seller are on hold. Null: it may.
 */
export function heldFor(payout: PayoutRow, now: Date, isShort: boolean): Payout['held'] {
  const prepared = preparedDestination(payout)
  const until = holdOfSeller(payout.seller, now)?.until ?? null
  const isSame = prepared && payout.account && isSameDestination(prepared, destinationFor(payout.account, payout))
  if (!isSame) return { cause: 'account_changed', until }
  if (isShort) return { cause: 'disputed', until }
  return until === null ? null : { cause: 'seller_on_hold', until }
}
