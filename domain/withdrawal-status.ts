import type { Transitions } from './transitions.ts'

/** Statuses of a withdrawal from a contract. */
export const WITHDRAWAL_STATUSES = ['received', 'accepted', 'refused', 'refunded'] as const

/** One of `WITHDRAWAL_STATUSES`. */
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number]

/** Labels of the statuses of a withdrawal. */
export const WITHDRAWAL_STATUS_LABELS: Readonly<Record<WithdrawalStatus, string>> = {
  received: 'Received',
  accepted: 'Accepted',
  refused: 'Refused',
  refunded: 'Refunded',
}

/** Transitions of a withdrawal: staff accept or refuse it; the last refund ends it. */
export const WITHDRAWAL_TRANSITIONS: Transitions<WithdrawalStatus> = {
  received: ['accepted', 'refused'],
  accepted: ['refunded'],
  refused: [],
  refunded: [],
}

/** States of a right of withdrawal: open, over, or not given, since the buyer is a business or outside of the European Union, or everything was made to order. */
export const WITHDRAWAL_RIGHTS = ['open', 'ended', 'business', 'elsewhere', 'custom'] as const

/** One of `WITHDRAWAL_RIGHTS`. */
export type RightState = (typeof WITHDRAWAL_RIGHTS)[number]

/** Label of the function to withdraw (Directive 2011/83/EU, Article 11a). */
export const WITHDRAW_LABEL = 'Withdraw from contract here'

/** Sentence about a product without a right of withdrawal (Directive 2011/83/EU, Article 16(c)). */
export const CUSTOM_TEXT = "It is made to your order, so the right to withdraw within 14 days doesn't apply."
