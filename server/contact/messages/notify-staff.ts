import type { CONTACT_TOPICS } from '#contract/contact/messages.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'

const WORDS: Record<(typeof CONTACT_TOPICS)[number], string> = {
  contact: 'New message',
  consultation: 'New consultation request',
  quote: 'New quote request',
}

/** Notifies staff of a new message, without its sender and content. */
export async function notifyStaff(
  tx: Db,
  { id, reference, topic }: { id: string; reference: string; topic: (typeof CONTACT_TOPICS)[number] },
  at: Date,
): Promise<void> {
  await notify(tx, {
    audience: { staff: 'support.read' },
    kind: `message-${topic}`,
    title: `${WORDS[topic]} (${reference})`,
    text: 'Reply within one business day.',
    path: `/admin/messages/${id}`,
    dedupeKey: `message:${id}`,
    at,
  })
}
