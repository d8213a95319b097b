/** States of a payment dispute: the bank waits for our answer, decides, or has decided for us or for the cardholder. */
export const DISPUTE_STATUSES = ['needs_response', 'under_review', 'won', 'lost'] as const

/** One of `DISPUTE_STATUSES`. */
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

/** The label of each state. */
export const DISPUTE_STATUS_LABELS: Readonly<Record<DisputeStatus, string>> = {
  needs_response: 'Needs response',
  under_review: 'Under review',
  won: 'Won',
  lost: 'Lost',
}

/** The label of each state for sellers, who can't respond themselves. */
export const OWN_DISPUTE_STATUS_LABELS: Readonly<Record<DisputeStatus, string>> = { ...DISPUTE_STATUS_LABELS, needs_response: 'Open' }

/** Says if the bank has not decided yet: until then the money is held and nothing is refunded. */
export const isOpenDispute = (status: DisputeStatus): boolean => status === 'needs_response' || status === 'under_review'

const REASON_LABELS: Readonly<Record<string, string>> = {
  credit_not_processed: 'Refund not received',
  duplicate: 'Charged twice',
  fraudulent: 'Reported as fraud',
  general: 'No reason given',
  noncompliant: 'Against card network rules',
  product_not_received: 'Product not received',
  product_unacceptable: 'Product not as described',
  subscription_canceled: 'Subscription canceled',
  unrecognized: 'Payment not recognized',
}

/** The label of the provider's reason code; an unknown code is written in words: `bank_cannot_process` is "Bank cannot process". */
export function disputeReasonLabel(reason: string): string {
  const words = reason.replaceAll('_', ' ').trim()
  return REASON_LABELS[reason] ?? (words ? `${words.charAt(0).toUpperCase()}${words.slice(1)}` : 'No reason given')
}

/** The address of a dispute in Stripe's dashboard, where staff answer it. */
export function disputeDashboardUrl(stripeId: string, isLive: boolean): string {
  return `https://dashboard.stripe.com/${isLive ? '' : 'test/'}disputes/${encodeURIComponent(stripeId)}`
}
