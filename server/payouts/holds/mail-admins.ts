import type { MailTemplate } from '#domain/notification-kinds.ts'
import { normalizeEmail } from '#domain/user.ts'
import type { Db } from '#server/platform/db/client.ts'
import { queueMails } from '#server/platform/mail/queued-mails.ts'
import { listAdmins, type Seller } from './held-sellers.ts'

/** An email to everybody who answers for a seller's money. */
interface AdminMail {
  template: MailTemplate
  facts: Record<string, unknown>
  /** Address that one of the admins had until now. */
  old?: { userId: string; email: string } | undefined
  at: Date
}

/** Emails all admins of a business, its own mailbox, and the old address of an admin who has a new one; each address once. */
export async function mailAdmins(tx: Db, { id, name, email }: Seller, { template, facts, old, at }: AdminMail): Promise<void> {
  const admins = (await listAdmins(tx, id)).map((admin) => ({ to: admin.email, userId: admin.id }))
  const others = [...(old ? [{ to: old.email, userId: old.userId }] : []), { to: email, userId: null }]
  const byAddress = Map.groupBy([...admins, ...others], ({ to }) => normalizeEmail(to))
  await queueMails(
    tx,
    [...byAddress.values()].flatMap(([recipient], index) =>
      recipient
        ? {
            dedupeKey: `${template}:${recipient.userId ?? 'business'}:${id}:${index}:${at.getTime()}`,
            template,
            to: recipient.to,
            facts: { ...facts, name, ...(recipient.userId && { userId: recipient.userId }) },
            at,
          }
        : [],
    ),
  )
}
