import { eq, inArray, sql } from 'drizzle-orm'
import type { MailTemplate } from '#domain/notification-kinds.ts'
import { isErasedEmail } from '#domain/user.ts'
import type { Db } from '#server/platform/db/client.ts'
import { outbox } from '#server/platform/db/schema.ts'
import { statement, type UnitOfWork } from '#server/platform/db/unit-of-work.ts'
import type { OutboxMessage, Queue } from '#server/platform/outbox.ts'
import { currentTraceparent } from '#server/platform/traces.ts'

/** An email to be sent. */
export interface Mail {
  /** An email with the same key is sent only once. */
  dedupeKey: string
  template: MailTemplate
  to: string
  facts: Record<string, unknown>
  /** Of the business for whose team it is: it is in no daily email of who has left. */
  businessId?: string
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

/** As `queueMails`, as a part of what `work` writes. */
export const addMails = (work: UnitOfWork, mails: readonly Mail[]): void => work.insert(outbox, mailRows(mails), { onConflict: 'ignore' })

/** The rows of mails in the outbox; none for deleted accounts. */
function mailRows(mails: readonly Mail[]): (typeof outbox.$inferInsert)[] {
  const traceparent = currentTraceparent()
  return mails
    .filter(({ to }) => !isErasedEmail(to))
    .map(({ dedupeKey, at, ...payload }) => ({ kind: 'mail', dedupeKey, payload, createdAt: at, dueAt: at, traceparent }))
}

/** Kinds of an email that its recipient wants in the daily email, or only in the bell: it is not sent by itself. */
export const HELD_KINDS = { daily: 'mail-daily', bell: 'mail-bell' } as const

/** Condition: a message of the outbox is an email, whether it is sent by itself or not. */
export const isMail = inArray(outbox.kind, ['mail', HELD_KINDS.daily, HELD_KINDS.bell])

/** The mails of the outbox that are sent. */
export const MAILS: Queue = { kinds: ['mail'], maxAttempts: MAX_ATTEMPTS }

/** Reads a message of the outbox as a mail. */
export function mailOf({ id, dedupeKey, payload, createdAt, attempts }: OutboxMessage): QueuedMail {
  const { template, to, facts } = payload as Pick<Mail, 'template' | 'to' | 'facts'> // only queueMail writes it
  return { id, dedupeKey, template, to, facts, createdAt, attempts }
}

/**
 * Marks an email as sent and removes the tokens of its links, and the list of a daily email, whose subjects may name others; the last email
 * to a deleted account is deleted.
 */
export async function markSent(db: Db, { id, template, to, facts }: QueuedMail, at: Date): Promise<void> {
  if (template === 'account-deleted') {
    await db.delete(outbox).where(eq(outbox.id, id))
    return
  }
  const { entries: _list, ...others } = facts
  const stored = template === 'daily-digest' ? others : withoutTokens(facts)
  await setSent(db, { id, at: at.toISOString(), payload: JSON.stringify({ template, to, facts: stored }) })
}

const setSent = statement<{ id: number; at: string; payload: string }, never>('mail_sent', () => {
  const { placeholder } = sql
  return sql`update ${outbox} set sent_at = ${placeholder('at')}::timestamptz, payload = ${placeholder('payload')}::jsonb
    where id = ${placeholder('id')}`
})

/** Returns facts without the tokens in their links. */
export function withoutTokens(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/([?&]token=)[\w-]+/g, '$1removed') : value,
    ]),
  )
}
