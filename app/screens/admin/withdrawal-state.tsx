import { WITHDRAWAL_STATUS_LABELS, type WithdrawalStatus } from '#domain/withdrawal-status.ts'

const TONES: Record<WithdrawalStatus, string> = { received: 'warn', accepted: 'blue', refused: 'bad', refunded: 'ok' }

/** The status of a withdrawal: a word, with a color of its own. */
export function WithdrawalState({ status }: { status: WithdrawalStatus }) {
  return <span className={`status ${TONES[status]}`}>{WITHDRAWAL_STATUS_LABELS[status]}</span>
}
