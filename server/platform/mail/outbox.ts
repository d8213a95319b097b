import { and, asc, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import { isErasedEmail } from '#domain/user.ts'
import type { Db } from '#server/platform/db/client.ts'
import { outbox } from '#server/platform/db/schema.ts'

/** Every email that the shop sends; `write-mail.ts` has a text for each. */
export const MAIL_TEMPLATES = [
  'verify-email',
  'confirm-new-email',
  'email-change-asked',
  'email-changed',
  'reset-password',
  'password-changed',
  'account-created',
  'account-deleted',
  'staff-account-changed',
  'newsletter-confirm',
  'contact-received',
  'contact-message',
  'quote-received',
  'quote-request',
  'business-registered',
  'business-approved',
  'business-rejected',
  'business-suspended',
  'business-pending',
  'business-standing-changed',
  'applications-waiting',
  'order-placed',
  'order-processing',
  'order-shipped',
  'order-tracking',
  'order-delivered',
  'order-cancelled',
  'order-pending',
  'order-paid',
  'order-refunded',
  'payout-sent',
  'payout-failed',
  'payout-account-changed',
  'payouts-held',
  'payouts-released',
  'return-requested',
  'return-asked',
  'return-approved',
  'return-received',
  'return-credited',
  'return-declined',
  'payment-reminder',
  'confirm-to-keep',
  'dispute-opened',
  'dispute-closed',
  'seller-dispute-opened',
  'seller-dispute-won',
  'seller-dispute-lost',
  'seller-new-order',
  'seller-order-cancelled',
  'low-stock',
] as const

/** Name of an email's text. */
export type MailTemplate = (typeof MAIL_TEMPLATES)[number]

/** An email to be sent. */
export interface Mail {
  /** An email with the same key is sent only once. */
  dedupeKey: string
  template: MailTemplate
  to: string
  facts: Record<string, unknown>
  at: Date
}

/** An email claimed for delivery. */
export interface QueuedMail extends Pick<Mail, 'dedupeKey' | 'template' | 'to' | 'facts'> {
  id: number
  createdAt: Date
  /** Number of attempts, including this one. */
  attempts: number
}

/** Attempts after which an email stays unsent, with its last error. */
export const MAX_ATTEMPTS = 8

/** Adds an email to the outbox, to be sent after the commit. Skips deleted accounts. */
export async function queueMail(tx: Db, mail: Mail): Promise<void> {
  await queueMails(tx, [mail])
}

/** Adds several emails to the outbox. Skips deleted accounts. */
export async function queueMails(tx: Db, mails: readonly Mail[]): Promise<void> {
  const rows = mailRows(mails)
  if (rows.length > 0) await tx.insert(outbox).values(rows).onConflictDoNothing()
}

/** The rows of mails in the outbox; none for deleted accounts. */
export function mailRows(mails: readonly Mail[]): (typeof outbox.$inferInsert)[] {
  return mails
    .filter(({ to }) => !isErasedEmail(to))
    .map(({ dedupeKey, at, ...payload }) => ({ kind: 'mail', dedupeKey, payload, createdAt: at, dueAt: at }))
}

const isDue = (at: Date) => and(eq(outbox.kind, 'mail'), isNull(outbox.sentAt), lte(outbox.dueAt, at), lt(outbox.attempts, MAX_ATTEMPTS))

/** Returns the due time of the email that has been due longest; null if none is due. */
export async function findLongestDue(db: Db, at: Date): Promise<Date | null> {
  const [row] = await db.select({ dueAt: outbox.dueAt }).from(outbox).where(isDue(at)).orderBy(asc(outbox.dueAt)).limit(1)
  return row?.dueAt ?? null
}

/** Claims up to `limit` due emails until `leaseEnd` and counts an attempt for each. Requires a transaction. */
export async function claimDueMails(tx: Db, { at, leaseEnd, limit }: { at: Date; leaseEnd: Date; limit: number }): Promise<QueuedMail[]> {
  const due = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(isDue(at))
    .orderBy(asc(outbox.dueAt), asc(outbox.id))
    .limit(limit)
    .for('update', { skipLocked: true })
  if (due.length === 0) return []
  const ids = due.map(({ id }) => id)
  const rows = await tx
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, dueAt: leaseEnd })
    .where(inArray(outbox.id, ids))
    .returning()
  return rows.map(({ id, dedupeKey, payload, createdAt, attempts }) => {
    const { template, to, facts } = payload as Pick<Mail, 'template' | 'to' | 'facts'> // only queueMail writes it
    return { id, dedupeKey, template, to, facts, createdAt, attempts }
  })
}

/** Marks an email as sent and removes the tokens of its links; the last email to a deleted account is deleted. */
export async function markSent(db: Db, { id, template, to, facts }: QueuedMail, at: Date): Promise<void> {
  if (template === 'account-deleted') {
    await db.delete(outbox).where(eq(outbox.id, id))
    return
  }
  await db
    .update(outbox)
    .set({ sentAt: at, payload: { template, to, facts: withoutTokens(facts) } })
    .where(eq(outbox.id, id))
}

/** Returns facts without the tokens in their links. */
export function withoutTokens(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/([?&]token=)[\w-]+/g, '$1removed') : value,
    ]),
  )
}

/** Records why an email could not be sent and when to retry; a permanent failure is never retried. */
export async function markFailed(db: Db, id: number, failure: { error: string; dueAt: Date; isPermanent: boolean }): Promise<void> {
  const { error, dueAt, isPermanent } = failure
  await db
    .update(outbox)
    .set({ lastError: error, dueAt, ...(isPermanent && { attempts: MAX_ATTEMPTS }) })
    .where(eq(outbox.id, id))
}
