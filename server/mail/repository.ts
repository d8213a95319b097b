import type { Db } from '#server/db/client.ts'
import { outbox } from '#server/db/schema.ts'

/** Every mail that the shop writes; `deliver-mail.ts` has a text for each. */
export type MailTemplate =
  | 'verify-email'
  | 'confirm-new-email'
  | 'email-changed'
  | 'reset-password'
  | 'password-changed'
  | 'account-deleted'
  | 'newsletter-confirm'
  | 'contact-received'
  | 'contact-message'
  | 'quote-received'
  | 'quote-request'
  | 'business-registered'
  | 'business-approved'
  | 'business-rejected'
  | 'business-suspended'
  | 'order-placed'
  | 'order-processing'
  | 'order-shipped'
  | 'order-delivered'
  | 'order-cancelled'
  | 'order-pending'

/** A mail to be sent: its text's name, to whom, and what the text tells. */
export interface Mail {
  /** The same key twice is one mail. */
  dedupeKey: string
  template: MailTemplate
  to: string
  facts: Record<string, unknown>
  at: Date
}

/** Puts a mail into the outbox, to be sent after the commit. */
export async function queueMail(tx: Db, { dedupeKey, at, ...payload }: Mail): Promise<void> {
  await tx
    .insert(outbox)
    .values({ kind: 'mail', dedupeKey, payload, createdAt: at, dueAt: at })
    .onConflictDoNothing({ target: outbox.dedupeKey })
}
