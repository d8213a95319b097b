import { type DisputeShape, disputeShape, movementShape, secondsOf } from './stripe-shapes.ts'

/** Fee of the provider for a dispute, in cents. */
const FEE = 15_00
const ANSWER_SECONDS = 9 * 86_400

/** Opens a dispute about a charge: the money and the fee are withdrawn at once. */
export function openDispute(
  charge: { id: string; payment_intent: string; amount: number; currency: string },
  { amount = charge.amount, reason = 'product_not_received', at = new Date() }: { amount?: number; reason?: string; at?: Date } = {},
): DisputeShape {
  const { id, payment_intent, currency } = charge
  const created = secondsOf(at)
  const balance_transactions = [movementShape(-amount, FEE, currency, at)]
  return disputeShape({ amount, currency, charge: id, payment_intent, created, reason, balance_transactions }, created + ANSWER_SECONDS)
}

/** Closes a dispute: one that is won brings money and fee back. */
export function closeDispute(dispute: DisputeShape, status: 'won' | 'lost'): DisputeShape {
  const { amount, currency, created } = dispute
  if (status === 'won') dispute.balance_transactions.push(movementShape(amount, -FEE, currency, new Date(created * 1000)))
  return Object.assign(dispute, { status })
}
