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

/** What people read for a state of a payout. */
export const PAYOUT_STATUS_LABELS: Readonly<Record<PayoutStatus, string>> = {
  draft: 'Prepared',
  sent: 'Sent',
  paid: 'Paid',
  failed: 'Failed',
}

/** How a payout travels: by the file for the bank, or to the seller's account at Stripe. */
export const PAYOUT_METHODS = ['manual', 'stripe'] as const

/** One of `PAYOUT_METHODS`. */
export type PayoutMethod = (typeof PAYOUT_METHODS)[number]

/** What people read for a way of paying. */
export const PAYOUT_METHOD_LABELS: Readonly<Record<PayoutMethod, string>> = { manual: 'Bank', stripe: 'Stripe' }

/** The moves that a person may note. Of a payout by Stripe nothing but whether it goes: Stripe itself tells what becomes of it. */
export const HAND_TRANSITIONS: Readonly<Record<PayoutMethod, Transitions<PayoutStatus>>> = {
  manual: PAYOUT_TRANSITIONS,
  stripe: { draft: ['sent', 'failed'], sent: [], paid: [], failed: [] },
}

/** Less than this, in cents of either currency, stays in the balance until more has come. */
export const MIN_PAYOUT_CENTS = 25_00

/** Why a seller is not paid out now. */
export const PAYOUT_OBSTACLES = ['owes', 'pending', 'disputed', 'small', 'no_account', 'suspended', 'on_hold'] as const

/** One of `PAYOUT_OBSTACLES`. */
export type PayoutObstacle = (typeof PAYOUT_OBSTACLES)[number]

/** What people read for an obstacle. */
export const PAYOUT_OBSTACLE_LABELS: Readonly<Record<PayoutObstacle, string>> = {
  owes: 'Owes the shop; carried',
  pending: 'Return windows still open',
  disputed: 'Held because of a dispute',
  small: 'Below the least amount',
  no_account: 'No account for this currency',
  suspended: 'Suspended; held back',
  on_hold: 'On hold',
}

/** A seller's money in one currency, in cents: all of it, and what of it waits for the end of return windows. */
export interface SellerFunds {
  balanceCents: number
  pendingCents: number
  /** The part of `pendingCents` whose payments are disputed. */
  disputedCents?: number
}

/** What of a seller's balance may leave, in cents: never more than there is, and 0 while the seller owes. */
export function availableCents({ balanceCents, pendingCents }: SellerFunds): number {
  return Math.max(0, balanceCents - Math.max(0, pendingCents))
}

/** What of a seller's balance waits, in cents: the rest of it, 0 while the seller owes. Sales that make up for what was owed do not count. */
export function waitingCents(funds: SellerFunds): number {
  return Math.max(0, funds.balanceCents) - availableCents(funds)
}

/** What a seller would be paid out now, in cents, and why it is 0 (null: it is not). */
export function payoutOf(
  funds: SellerFunds,
  seller: { currency: Currency; standing: ApprovalStatus; account: BankAccount | null; method: PayoutMethod; isOnHold: boolean },
): { amountCents: number; obstacle: PayoutObstacle | null } {
  const amountCents = availableCents(funds)
  const obstacle = obstacleOf(funds, amountCents, seller)
  return { amountCents: obstacle ? 0 : amountCents, obstacle }
}

function obstacleOf(
  { balanceCents, disputedCents = 0 }: SellerFunds,
  amountCents: number,
  { currency, standing, account, method, isOnHold }: Parameters<typeof payoutOf>[1],
): PayoutObstacle | null {
  if (balanceCents < 0) return 'owes'
  if (standing === 'suspended') return 'suspended'
  if (isOnHold) return 'on_hold'
  if (amountCents === 0) return disputedCents > 0 ? 'disputed' : 'pending'
  if (amountCents < MIN_PAYOUT_CENTS) return 'small'
  return method === 'stripe' || (account && canReceive(account, currency)) ? null : 'no_account'
}
