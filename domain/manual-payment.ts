/** The ways in which money comes in that staff write down by hand. */
export const MANUAL_PAYMENT_METHODS = ['bank_transfer', 'cheque', 'cash', 'card_terminal', 'other'] as const

/** One of `MANUAL_PAYMENT_METHODS`. */
type ManualPaymentMethod = (typeof MANUAL_PAYMENT_METHODS)[number]

/** Labels of the methods of a manual payment. */
export const MANUAL_PAYMENT_LABELS: Readonly<Record<ManualPaymentMethod, string>> = {
  bank_transfer: 'Bank transfer',
  cheque: 'Check',
  cash: 'Cash',
  card_terminal: 'Card terminal',
  other: 'Other',
}

/** Returns the label of the method of a payment: by card, by hand, by a credit or an exchange of what came back, or a refund by hand. */
export function paymentLabel(method: string): string {
  if (method === 'card') return 'Credit Card'
  if (method === 'credit') return 'Credit'
  if (method === 'exchange') return 'Exchange'
  const manual = MANUAL_PAYMENT_METHODS.find((one) => one === method)
  return manual ? MANUAL_PAYMENT_LABELS[manual] : 'By hand'
}
