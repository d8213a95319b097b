import { formatLongDate } from './text.ts'
import { DAY_MS } from './time.ts'

/** Days after which a Pay Later order is due, unless its buyer has other terms. */
export const PAYMENT_TERM_DAYS = 14

/** Days that staff can give a buyer to pay. */
export const TERM_DAYS = [0, 14, 30, 60] as const

/** Facts of an order that its due day follows from; `termDays` null: the usual days. */
interface PayableOrder {
  createdAt: Date
  termDays: number | null
  paymentPlan: object | null
}

/**
 * Returns the day by which an order is to be paid: on its confirmation, its email and its invoice. Null: the parts of its payment plan have
 * days of their own.
 */
export function dueDate({ createdAt, termDays, paymentPlan }: PayableOrder): Date | null {
  return paymentPlan ? null : new Date(createdAt.getTime() + (termDays ?? PAYMENT_TERM_DAYS) * DAY_MS)
}

/** Facts of a payment that a buyer still has to make. */
interface AmountDue {
  /** With its currency, such as '$108.00'. */
  amount: string
  /** The last day, or an event such as 'before dispatch'. */
  dueBy: Date | string
  /** Number of the order. */
  number: string
  /** Address of the buyer. */
  email: string
  /** Bank and account, one line each; '' where the shop sends them by email. */
  payTo: string
}

/**
 * Describes to a buyer how to pay, with the same sentence on the confirmation, in the email and on the invoice; the shop's account follows
 * it.
 */
export function howToPay({ amount, dueBy, number, email, payTo }: AmountDue): string {
  const when = typeof dueBy === 'string' ? dueBy : `by ${formatLongDate(dueBy)}`
  return payTo
    ? `Please pay ${amount} ${when} and use ${number} as the reference.`
    : `We'll email payment details to ${email}; payment is due ${when}.`
}
