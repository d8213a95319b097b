import type { Db } from '#server/platform/db/client.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'

/** Emails about signing in that a user gets so that a takeover does not go unnoticed. */
type SecurityMail = 'api-token-created' | 'factor-added' | 'factor-removed' | 'recovery-code-used' | 'new-browser'

/** Queues an email about signing in to its user. @param facts `what` was added or removed, or `browser` and `network` */
export function notifyUser(
  tx: Db,
  { id, name, email }: { id: string; name: string; email: string },
  template: SecurityMail,
  facts: Record<string, string | null>,
  at: Date,
): Promise<void> {
  const dedupeKey = `${template}:${id}:${facts.what ?? ''}:${at.getTime()}`
  return queueMail(tx, { dedupeKey, template, to: email, facts: { userId: id, name, at: at.toISOString(), ...facts }, at })
}
