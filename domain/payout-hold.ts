import { type BankAccount, numbersFor } from './bank-account.ts'
import type { Currency } from './money.ts'

/** Hours that a seller's payouts wait after a change that a thief would make. */
export const PAYOUT_HOLD_HOURS = 72

/** Changes that put a seller's payouts on hold. */
export const PAYOUT_HOLD_REASONS = ['account_changed', 'password_changed', 'email_changed'] as const

/** One of `PAYOUT_HOLD_REASONS`. */
export type PayoutHoldReason = (typeof PAYOUT_HOLD_REASONS)[number]

/** Text for a reason, as part of a sentence: "because the payout account was changed". */
export const PAYOUT_HOLD_TEXTS: Readonly<Record<PayoutHoldReason, string>> = {
  account_changed: 'the payout account was changed',
  password_changed: 'the password of an admin was changed',
  email_changed: 'the email of an admin was changed',
}

/** Returns the end of a hold that begins at `at`. */
export function holdEnd(at: Date): Date {
  return new Date(at.getTime() + PAYOUT_HOLD_HOURS * 3_600_000)
}

/** Destination of a payout: the bank numbers for its currency, or the account at Stripe; null for what it does not use. */
export interface PayoutDestination extends BankAccount {
  stripeAccountId: string | null
}

/** Returns the part of a seller's account that a payout by this method and in this currency uses. */
export function destinationFor(account: PayoutDestination, payout: { method: 'manual' | 'stripe'; currency: Currency }): PayoutDestination {
  return payout.method === 'stripe'
    ? { holder: '', iban: null, routingNumber: null, accountNumber: null, stripeAccountId: account.stripeAccountId }
    : { holder: account.holder, ...pick(numbersFor(account, payout.currency)), stripeAccountId: null }
}

const pick = ({ iban, routingNumber, accountNumber }: Omit<BankAccount, 'holder'>) => ({ iban, routingNumber, accountNumber })

const PARTS = ['holder', 'iban', 'routingNumber', 'accountNumber', 'stripeAccountId'] as const

/** Compares two destinations; a changed account holder counts as another destination. */
export function isSameDestination(one: PayoutDestination, other: PayoutDestination): boolean {
  return PARTS.every((part) => one[part] === other[part])
}

/**
 * Causes for which a prepared payout is held: the account is not the one it was prepared with, its money is short because of a payment
 * dispute, or all payouts of the seller are on hold.
 */
export const PREPARED_HOLDS = ['account_changed', 'disputed', 'seller_on_hold'] as const

/** One of `PREPARED_HOLDS`. */
export type PreparedHold = (typeof PREPARED_HOLDS)[number]

/** Text for a prepared payout that is held. */
export const PREPARED_HOLD_LABELS: Readonly<Record<PreparedHold, string>> = {
  account_changed: 'Payout account has changed',
  disputed: 'Held because of a dispute',
  seller_on_hold: 'Seller on hold',
}
