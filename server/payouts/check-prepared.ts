import type { Payout } from '#contract/payouts.ts'
import { destinationFor, isSameDestination, type PayoutDestination } from '#domain/payout-hold.ts'
import { holdOfSeller } from '#server/payout-holds/hold-payouts.ts'
import type { PayoutRow } from './repository.ts'

/**
 * Returns where a payout goes: the account it was prepared with. One from before accounts were kept goes to the account of today, unless that
 * was changed since; then null.
 */
export function preparedDestination(payout: PayoutRow): PayoutDestination | null {
  const { account, accountSnapshot, createdAt } = payout
  if (accountSnapshot) return accountSnapshot
  return account && account.updatedAt <= createdAt ? destinationFor(account, payout) : null
}

/** Returns why a payout may not leave now: its seller's account was changed since, or all payouts of the seller are on hold. Null: it may. */
export function heldFor(payout: PayoutRow, now: Date): Payout['held'] {
  const prepared = preparedDestination(payout)
  const until = holdOfSeller(payout.seller, now)?.until ?? null
  const isSame = prepared && payout.account && isSameDestination(prepared, destinationFor(payout.account, payout))
  if (!isSame) return { cause: 'account_changed', until }
  return until === null ? null : { cause: 'seller_on_hold', until }
}
