import { PAYOUT_STATUS_LABELS, type PayoutStatus } from '#domain/payout.ts'

const TONE: Record<PayoutStatus, string> = { draft: 'warn', sent: 'blue', paid: 'ok', failed: 'bad' }

/** Status of a payout: a word, with a color of its own. A prepared one that doesn't go out is held. */
export function PayoutStatusWord({ status, isHeld = false }: { status: PayoutStatus; isHeld?: boolean }) {
  if (isHeld) return <span className="status bad">Held</span>
  return <span className={`status ${TONE[status]}`}>{PAYOUT_STATUS_LABELS[status]}</span>
}
