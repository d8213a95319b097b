import { DISPUTE_STATUS_LABELS, type DisputeStatus, isOpenDispute, OWN_DISPUTE_STATUS_LABELS } from '#domain/dispute.ts'

const TONES: Record<DisputeStatus, string> = { needs_response: 'bad', under_review: 'blue', won: 'ok', lost: 'bad' }

/** The state of a dispute: a word, with a color of its own. */
export function DisputeStatusWord({ status }: { status: DisputeStatus }) {
  return <span className={`status ${TONES[status]}`}>{DISPUTE_STATUS_LABELS[status]}</span>
}

/** The state of a dispute as sellers read it: nothing asks them to respond. */
export function OwnDisputeStatusWord({ status }: { status: DisputeStatus }) {
  return <span className={`status ${status === 'needs_response' ? 'warn' : TONES[status]}`}>{OWN_DISPUTE_STATUS_LABELS[status]}</span>
}

/** The badge of an order whose payment is or was disputed; nothing for any other. */
export function DisputeMark({ dispute }: { dispute: { status: DisputeStatus } | null }) {
  if (!dispute) return null
  const { status } = dispute
  const words = isOpenDispute(status) ? 'Disputed' : `Dispute ${DISPUTE_STATUS_LABELS[status].toLowerCase()}`
  return <span className={`status ${status === 'won' ? 'ok' : 'bad'}`}>{words}</span>
}
