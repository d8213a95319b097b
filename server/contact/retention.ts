import { sql } from 'drizzle-orm'
import { RETENTION_DAYS } from '#domain/retention.ts'
import { contactMessages, messageReplies, newsletterSubscribers, notices } from '#server/platform/db/schema.ts'
import type { RetentionRule } from '#server/platform/jobs/retention-rule.ts'
import { hashedEmail, isHashedEmail } from '#server/platform/text/hashed-columns.ts'

const isFormer = sql`${newsletterSubscribers.status} = 'unsubscribed'`

/** Retention of messages, subscriptions and notices about content. */
export const CONTACT_RETENTION: readonly RetentionRule[] = [
  {
    noun: 'message',
    table: contactMessages,
    since: contactMessages.createdAt,
    days: RETENTION_DAYS.message,
    where: (before) => sql`coalesce(${contactMessages.answeredAt}, ${contactMessages.createdAt}) < ${before} and not exists (
      select 1 from ${messageReplies} where ${messageReplies.messageId} = ${contactMessages.id}
        and ${messageReplies.createdAt} >= ${before})`,
    which: 'whose last answer is as old; with their replies',
  },
  {
    noun: 'unconfirmed subscription',
    table: newsletterSubscribers,
    since: newsletterSubscribers.createdAt,
    days: RETENTION_DAYS.unconfirmedSubscriber,
    where: () => sql`${newsletterSubscribers.status} = 'pending'`,
  },
  {
    noun: 'former subscriber',
    table: newsletterSubscribers,
    since: newsletterSubscribers.unsubscribedAt,
    days: 0,
    where: () => sql`${isFormer} and not ${isHashedEmail(sql`${newsletterSubscribers.email}`)}`,
    which: 'who have unsubscribed',
    reduce: { set: sql`email = ${hashedEmail(sql`email`)}`, words: 'the address is replaced by its hash' },
  },
  {
    noun: 'former subscription',
    table: newsletterSubscribers,
    since: newsletterSubscribers.unsubscribedAt,
    days: RETENTION_DAYS.formerSubscriber,
    where: () => isFormer,
  },
  {
    noun: 'notice',
    table: notices,
    since: notices.decidedAt,
    days: RETENTION_DAYS.notice,
    where: () => sql`${notices.objectedAt} is null or ${notices.objectedAt} < ${notices.decidedAt}`,
    which: 'without an open objection',
  },
]
