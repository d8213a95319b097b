import { randomBytes } from 'node:crypto'

/** A movement of money for a dispute, as the real API has it. */
interface Movement {
  id: string
  object: 'balance_transaction'
  amount: number
  currency: string
  fee: number
  net: number
  type: 'adjustment'
}

/** A dispute as the Stripe fake keeps it, in the shape of the real API. */
export interface FakeDispute {
  id: string
  object: 'dispute'
  amount: number
  currency: string
  charge: string
  payment_intent: string
  created: number
  reason: string
  status: 'warning_needs_response' | 'warning_closed' | 'needs_response' | 'under_review' | 'won' | 'lost'
  is_charge_refundable: boolean
  evidence_details: { due_by: number | null; has_evidence: boolean; past_due: boolean; submission_count: number }
  balance_transactions: Movement[]
  metadata: Record<string, string>
  livemode: false
}

/** Fee of the provider for a dispute, in cents. */
const FEE = 15_00
const ANSWER_SECONDS = 9 * 86_400

const newId = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`

function movement(amount: number, fee: number, currency: string): Movement {
  return { id: newId('txn'), object: 'balance_transaction', amount, currency, fee, net: amount - fee, type: 'adjustment' }
}

/** Opens a dispute about a charge: the money and the fee are withdrawn at once. */
export function openDispute(
  charge: { id: string; payment_intent: string; amount: number; currency: string },
  { amount = charge.amount, reason = 'product_not_received', at = new Date() }: { amount?: number; reason?: string; at?: Date } = {},
): FakeDispute {
  const created = Math.floor(at.getTime() / 1000)
  return {
    id: newId('dp'),
    object: 'dispute',
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    created,
    reason,
    status: 'needs_response',
    is_charge_refundable: false,
    evidence_details: { due_by: created + ANSWER_SECONDS, has_evidence: false, past_due: false, submission_count: 0 },
    balance_transactions: [movement(-amount, FEE, charge.currency)],
    metadata: {},
    livemode: false,
  }
}

/** Closes a dispute: one that is won brings money and fee back. */
export function closeDispute(dispute: FakeDispute, status: 'won' | 'lost'): FakeDispute {
  if (status === 'won') dispute.balance_transactions.push(movement(dispute.amount, -FEE, dispute.currency))
  return Object.assign(dispute, { status })
}
