import { PAYOUT_STATUS_LABELS, type PayoutStatus } from '#domain/payout.ts'

const TONE: Record<PayoutStatus, string> = { draft: 'warn', sent: 'blue', paid: 'ok', failed: 'bad' }

/** The state of a payout: a word, with a colour of its own. */
export function PayoutStatusWord({ status }: { status: PayoutStatus }) {
  return <span className={`status ${TONE[status]}`}>{PAYOUT_STATUS_LABELS[status]}</span>
}
