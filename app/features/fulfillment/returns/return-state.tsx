import { RETURN_STATUS_LABELS, type ReturnStatus } from '#domain/return-request.ts'

const TONES: Record<ReturnStatus, string> = { requested: 'warn', approved: 'blue', received: 'ink', refunded: 'ok', declined: 'bad' }

/** The state of a return: a word, with a color of its own. */
export function ReturnState({ status }: { status: ReturnStatus }) {
  return <span className={`status ${TONES[status]}`}>{RETURN_STATUS_LABELS[status]}</span>
}
