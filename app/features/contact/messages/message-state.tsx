import type { InboxMessage } from '#contract/contact/inbox.ts'

export const TOPIC_LABELS: Record<InboxMessage['topic'], string> = { contact: 'Message', consultation: 'Consultation', quote: 'Quote' }
export const STATUS_LABELS: Record<InboxMessage['status'], string> = { open: 'Open', answered: 'Answered' }

/** Badge that says if a message is still unanswered. */
export function MessageState({ status }: Pick<InboxMessage, 'status'>) {
  return <span className={`status ${status === 'open' ? 'warn' : 'ok'}`}>{STATUS_LABELS[status]}</span>
}
