import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, id, lower, oneOf, version } from './columns.ts'
import { users } from './identity.ts'
import { impactResults } from './impact.ts'

export const contactMessages = pgTable(
  'contact_messages',
  {
    id: id(),
    reference: text().notNull().unique(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    company: text(),
    topic: text({ enum: ['contact', 'consultation', 'quote'] })
      .notNull()
      .default('contact'),
    message: text().notNull(),
    /** Fields of a quote request beyond the message, as its form names them. */
    details: jsonb().$type<Record<string, string>>(),
    /** The calculation that came along. */
    impactKey: text().references(() => impactResults.key),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The Idempotency-Key of a quote and what was sent under it; null for messages. */
    requestKey: text().unique(),
    requestFingerprint: text(),
    status: text({ enum: ['open', 'answered'] })
      .notNull()
      .default('open'),
    /** Notes of staff for each other; the sender of the message never sees them. */
    note: text().notNull().default(''),
    answeredAt: at(),
    answeredById: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    index('contact_messages_created_idx').on(t.createdAt),
    oneOf('contact_messages_topic_check', t.topic, ['contact', 'consultation', 'quote']),
    oneOf('contact_messages_status_check', t.status, ['open', 'answered']),
  ],
)

/** Replies of staff to a message, each emailed to its sender. */
export const messageReplies = pgTable(
  'message_replies',
  {
    id: id(),
    messageId: uuid()
      .notNull()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The Idempotency-Key of its request and the user who sent it; null without one. */
    requestKey: text().unique(),
    createdAt: createdAt(),
  },
  (t) => [index('message_replies_message_idx').on(t.messageId, t.createdAt)],
)

export const newsletterSubscribers = pgTable(
  'newsletter_subscribers',
  {
    id: id(),
    email: text().notNull(),
    status: text({ enum: ['pending', 'confirmed', 'unsubscribed'] })
      .notNull()
      .default('pending'),
    /** Of the link that confirms. */
    tokenHash: text().notNull(),
    /** Part of the unsubscribe link in every newsletter; anyone who has it can end the subscription, nothing else. */
    unsubscribeToken: text().notNull().unique(),
    consentText: text().notNull(),
    createdAt: createdAt(),
    confirmBy: at().notNull(),
    confirmedAt: at(),
    unsubscribedAt: at(),
  },
  (t) => [
    uniqueIndex('newsletter_email_key').on(lower(t.email)),
    index('newsletter_token_idx').on(t.tokenHash),
    oneOf('newsletter_status_check', t.status, ['pending', 'confirmed', 'unsubscribed']),
  ],
)
