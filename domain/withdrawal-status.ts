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

/**
 * States of a right of withdrawal: open, over, or not given, since the buyer is a business or outside of the European Union, or everything
 * was custom-made.
 */
export const WITHDRAWAL_RIGHTS = ['open', 'ended', 'business', 'elsewhere', 'custom'] as const

/** One of `WITHDRAWAL_RIGHTS`. */
export type RightState = (typeof WITHDRAWAL_RIGHTS)[number]

/**
 * Outcomes of a statement at once: nothing was done yet, what had not shipped was canceled or refunded, and nothing was left to withdraw
 * from.
 */
export const WITHDRAWAL_OUTCOMES = ['received', 'partly', 'canceled', 'refunded', 'settled'] as const

/** One of `WITHDRAWAL_OUTCOMES`. */
export type WithdrawalOutcome = (typeof WITHDRAWAL_OUTCOMES)[number]

/** Sentences about what happened to a withdrawal at once, and what comes next: on the page and in the receipt. */
export const OUTCOME_TEXTS: Readonly<Record<WithdrawalOutcome, string>> = {
  received:
    "Next, we'll review it and email you our answer. We'll cancel items that haven't shipped and send you the return address for the rest. Keep the products safe until then.",
  partly:
    "Items that hadn't shipped were canceled, and any payment for them is refunded. Next, we'll review the rest and email you the return address. Keep those products safe until then.",
  canceled: "The products hadn't shipped, so they were canceled right away. You owe nothing for them, and there is nothing more to do.",
  refunded: "The products hadn't shipped, so they were canceled right away and your payment is refunded. There is nothing more to do.",
  settled: 'These products were already canceled or returned, so there is nothing more to do. Your order page shows what was refunded.',
}

/** Label of the function to withdraw (Directive 2011/83/EU, Article 11a). */
export const WITHDRAW_LABEL = 'Withdraw from contract here'

/** Sentence about a product without a right of withdrawal (Directive 2011/83/EU, Article 16(c)). */
export const CUSTOM_TEXT = "It's custom-made, so the right to withdraw within 14 days doesn't apply."
