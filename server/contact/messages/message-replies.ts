import { asc, eq, sql } from 'drizzle-orm'
import type { MessageReply } from '#contract/contact/inbox.ts'
import type { Db } from '#server/platform/db/client.ts'
import { messageReplies, outbox, users } from '#server/platform/db/schema.ts'
import { stateOf } from '#server/platform/mail/present-mails.ts'

type NewReply = typeof messageReplies.$inferInsert

/** Key of the email of a reply in the outbox. */
export const replyMailKey = (replyId: string) => `message-reply:${replyId}`

/** Returns the replies to a message, oldest first. */
export async function listReplies(db: Db, messageId: string): Promise<MessageReply[]> {
  const rows = await db
    .select({ reply: messageReplies, by: users.name, mail: outbox })
    .from(messageReplies)
    .leftJoin(users, eq(users.id, messageReplies.authorId))
    .leftJoin(outbox, eq(outbox.dedupeKey, sql`'message-reply:' || ${messageReplies.id}`))
    .where(eq(messageReplies.messageId, messageId))
    .orderBy(asc(messageReplies.createdAt), asc(messageReplies.id))
  return rows.map(({ reply: { id, text, createdAt }, by, mail }) => ({
    id,
    text,
    by,
    at: createdAt.toISOString(),
    email: mail && { id: mail.id, state: stateOf(mail) },
  }))
}

/** Stores a reply. @returns its id; null, storing nothing, if its request key is taken */
export async function insertReply(tx: Db, reply: NewReply): Promise<string | null> {
  const [row] = await tx.insert(messageReplies).values(reply).onConflictDoNothing().returning({ id: messageReplies.id })
  return row?.id ?? null
}

/** Returns the reply stored under an idempotency key; null for a new key. */
export async function findReplyByKey(tx: Db, requestKey: string): Promise<{ messageId: string; text: string } | null> {
  const [row] = await tx
    .select({ messageId: messageReplies.messageId, text: messageReplies.text })
    .from(messageReplies)
    .where(eq(messageReplies.requestKey, requestKey))
  return row ?? null
}
