import * as z from 'zod/mini'
import { Amount } from '#contract/money.ts'
import { DISPUTE_STATUSES } from '#domain/dispute.ts'
import { CURRENCIES } from '#domain/money.ts'

const commonFields = {
  id: z.string(),
  currency: z.enum(CURRENCIES),
  /** The provider's reason code. */
  reason: z.string(),
  status: z.enum(DISPUTE_STATUSES),
  /** Deadline for the shop's response; null where the provider names none. */
  evidenceDueAt: z.nullable(z.string()),
  openedAt: z.string(),
  closedAt: z.nullable(z.string()),
}

/** A disputed payment as staff read it on its order. */
export const OrderDispute = z.object({
  ...commonFields,
  stripeId: z.string(),
  /** The amount that the cardholder wants back. */
  amount: Amount,
  /** The provider's fee, less what it has refunded of it. */
  fee: Amount,
  /** Stripe's dashboard, where it is answered. */
  url: z.string(),
})
export type OrderDispute = z.output<typeof OrderDispute>

/** A disputed payment on a seller's own order: the seller's share of the amount, nothing of the buyer or of other sellers. */
export const OwnOrderDispute = z.object({ ...commonFields, amount: Amount })
export type OwnOrderDispute = z.output<typeof OwnOrderDispute>
