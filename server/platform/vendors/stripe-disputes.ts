import type Stripe from 'stripe'
import type { DisputeStatus } from '#domain/dispute.ts'
import { roundHalfUp } from '#domain/money.ts'

/** A payment dispute as the provider reports it, amounts in cents. */
export interface ReportedDispute {
  id: string
  intentId: string
  amountCents: number
  /** Lower case, as the provider writes it. */
  currency: string
  /** The provider's reason code. */
  reason: string
  status: DisputeStatus
  evidenceDueAt: Date | null
  /** Fee of the provider for it, less what the provider returned; in the dispute's currency. */
  feeCents: number
  openedAt: Date
  isLive: boolean
  /** Grows as the dispute goes on, so that reports can be compared whatever order they come in. */
  progress: number
}

/** Calls of the shop about disputes. */
export interface DisputeProvider {
  /** Every dispute that was opened since, with its newest state. */
  listDisputes: (since: Date, now: Date) => Promise<ReportedDispute[]>
}

interface Stage {
  status: DisputeStatus
  rank: number
}

/**
 * The stages in the order in which a dispute passes them. An inquiry (`warning_…`) comes first and moves no money; it may become a dispute.
 * What is appealed was lost: the money is gone until the appeal brings it back.
 */
const STAGES: Readonly<Record<string, Stage>> = {
  warning_needs_response: { status: 'needs_response', rank: 0 },
  warning_under_review: { status: 'under_review', rank: 1 },
  warning_closed: { status: 'won', rank: 2 },
  needs_response: { status: 'needs_response', rank: 3 },
  under_review: { status: 'under_review', rank: 4 },
  prevented: { status: 'won', rank: 5 },
  won: { status: 'won', rank: 5 },
  lost: { status: 'lost', rank: 5 },
  appeal_needs_response: { status: 'lost', rank: 5 },
  appeal_under_review: { status: 'lost', rank: 5 },
}
/** The stage of a status that we do not know yet: the money stays held. */
const UNKNOWN: Stage = { status: 'under_review', rank: 4 }
/** More than the provider ever moves money for one dispute (withdrawn, reinstated). */
const MOST_MOVEMENTS = 10

const instant = (seconds: number) => new Date(seconds * 1000)
const idOf = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/** The fee of a movement in the dispute's currency: an account that settles in another one is charged in that. */
function feeOf(movement: Stripe.BalanceTransaction, dispute: Stripe.Dispute): number {
  const fee = movement.fee ?? 0
  if (!movement.currency || movement.currency === dispute.currency) return fee
  return movement.amount === 0 ? 0 : roundHalfUp(fee * dispute.amount, Math.abs(movement.amount))
}

/** Reads a dispute as it was reported `at`; null for one without a payment intent, which is none of the shop's. */
export function toDispute(dispute: Stripe.Dispute, at: Date): ReportedDispute | null {
  const intentId = idOf(dispute.payment_intent)
  if (!intentId) return null
  const { id, amount: amountCents, currency, reason, created, evidence_details: evidence, livemode: isLive } = dispute
  const movements = dispute.balance_transactions ?? []
  const { status, rank } = STAGES[dispute.status] ?? UNKNOWN
  return {
    id,
    intentId,
    amountCents,
    currency,
    reason: reason ?? 'general',
    status,
    evidenceDueAt: evidence?.due_by ? instant(evidence.due_by) : null,
    feeCents: movements.reduce((sum, movement) => sum + feeOf(movement, dispute), 0),
    openedAt: created ? instant(created) : at,
    isLive: isLive ?? false,
    progress: rank * MOST_MOVEMENTS + Math.min(movements.length, MOST_MOVEMENTS - 1),
  }
}

const MOST = 10_000

/** The part of the provider that reports disputes; `open` gives its client, `asked` makes its failures the shop's own. */
export function openDisputes(
  open: () => Promise<Stripe>,
  asked: <Answer>(request: () => Promise<Answer>) => Promise<Answer>,
): DisputeProvider {
  return {
    listDisputes: (since, now) =>
      asked(async () => {
        const created = { gte: Math.floor(since.getTime() / 1000) }
        const all = await (await open()).disputes.list({ created, limit: 100 }).autoPagingToArray({ limit: MOST })
        return all.map((dispute) => toDispute(dispute, now)).filter((dispute) => dispute !== null)
      }),
  }
}
