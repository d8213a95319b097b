import { RETURN_STATUS_LABELS, type ReturnStatus } from '#domain/return-request.ts'

const TONES: Record<ReturnStatus, string> = { requested: 'warn', approved: 'blue', received: 'ink', refunded: 'ok', declined: 'bad' }

/** The state of a return: a word, with a color of its own. One that is settled by an exchange says so. */
export function ReturnState({ status, isExchanged = false }: { status: ReturnStatus; isExchanged?: boolean }) {
  return <span className={`status ${TONES[status]}`}>{isExchanged ? 'Exchanged' : RETURN_STATUS_LABELS[status]}</span>
}
