import { type BankAccount, canReceive } from './bank-account.ts'
import type { ApprovalStatus } from './business.ts'
import type { Currency } from './money.ts'
import type { Transitions } from './transitions.ts'

/** States of a payout: prepared, given to the bank, arrived, or come back. */
export const PAYOUT_STATUSES = ['draft', 'sent', 'paid', 'failed'] as const

/** One of `PAYOUT_STATUSES`. */
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]

/** The moves of a payout; a bank may send money back even after it said that it arrived. */
export const PAYOUT_TRANSITIONS: Transitions<PayoutStatus> = {
  draft: ['sent', 'paid', 'failed'],
  sent: ['paid', 'failed'],
  paid: ['failed'],
  failed: [],
}

/** Labels of the statuses of a payout. */
export const PAYOUT_STATUS_LABELS: Readonly<Record<PayoutStatus, string>> = {
  draft: 'Prepared',
  sent: 'Sent',
  paid: 'Paid',
  failed: 'Failed',
}

/** Payout methods: by the file for the bank, or to the seller's account at Stripe. */
export const PAYOUT_METHODS = ['manual', 'stripe'] as const

/** One of `PAYOUT_METHODS`. */
export type PayoutMethod = (typeof PAYOUT_METHODS)[number]

/** Labels of the payout methods. */
export const PAYOUT_METHOD_LABELS: Readonly<Record<PayoutMethod, string>> = { manual: 'Bank', stripe: 'Stripe' }

/** Transitions that a person can record. A payout by Stripe can only be sent or failed: Stripe reports the rest. */
export const HAND_TRANSITIONS: Readonly<Record<PayoutMethod, Transitions<PayoutStatus>>> = {
  manual: PAYOUT_TRANSITIONS,
  stripe: { draft: ['sent', 'failed'], sent: [], paid: [], failed: [] },
}

/** Less than this, in cents of either currency, stays in the balance until more has come. */
export const MIN_PAYOUT_CENTS = 25_00

/** Reasons for which a seller is not paid out now. */
export const PAYOUT_BLOCKERS = ['owes', 'pending', 'disputed', 'small', 'no_account', 'suspended', 'on_hold'] as const

/** One of `PAYOUT_BLOCKERS`. */
export type PayoutBlocker = (typeof PAYOUT_BLOCKERS)[number]

/** Labels of the blockers. */
export const PAYOUT_BLOCKER_LABELS: Readonly<Record<PayoutBlocker, string>> = {
  owes: 'Negative balance, carried over',
  pending: 'Return windows still open',
  disputed: 'Held because of a dispute',
  small: 'Below the minimum',
  no_account: 'No account for this currency',
  suspended: 'Held because the business is suspended',
  on_hold: 'On hold',
}

/** A seller's money in one currency, in cents: all of it, and what of it waits for the end of return windows. */
export interface SellerFunds {
  balanceCents: number
  pendingCents: number
  /** The part of `pendingCents` whose payments are disputed. */
  disputedCents?: number
}

/** Returns the cents of a seller's balance that can be paid out: never more than the balance, and 0 while the seller owes. */
export function availableCents({ balanceCents, pendingCents }: SellerFunds): number {
  return Math.max(0, balanceCents - Math.max(0, pendingCents))
}

/**
 * Returns the cents of a seller's balance that are pending: the rest of it, 0 while the seller owes. Sales that make up for what was owed
 * do not count.
 */
export function waitingCents(funds: SellerFunds): number {
  return Math.max(0, funds.balanceCents) - availableCents(funds)
}

/** Returns the cents that a seller would be paid now, and why it is 0 (null: it is not). */
export function payoutOf(
  funds: SellerFunds,
  seller: { currency: Currency; approval: ApprovalStatus; account: BankAccount | null; method: PayoutMethod; isOnHold: boolean },
): { amountCents: number; obstacle: PayoutBlocker | null } {
  const amountCents = availableCents(funds)
  const obstacle = obstacleOf(funds, amountCents, seller)
  return { amountCents: obstacle ? 0 : amountCents, obstacle }
}

function obstacleOf(
  { balanceCents, disputedCents = 0 }: SellerFunds,
  amountCents: number,
  { currency, approval, account, method, isOnHold }: Parameters<typeof payoutOf>[1],
): PayoutBlocker | null {
  if (balanceCents < 0) return 'owes'
  if (approval === 'suspended') return 'suspended'
  if (isOnHold) return 'on_hold'
  if (amountCents === 0) return disputedCents > 0 ? 'disputed' : 'pending'
  if (amountCents < MIN_PAYOUT_CENTS) return 'small'
  return method === 'stripe' || (account && canReceive(account, currency)) ? null : 'no_account'
}
