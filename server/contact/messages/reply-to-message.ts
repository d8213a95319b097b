import type { MessageThread } from '#contract/contact/inbox.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { type OnceAnswered } from '#server/platform/idempotency/answer-once.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { findInboxMessage, lockMessage, type MessageRow, updateMessage } from './inbox-list.ts'
import { findReplyByKey, insertReply, listReplies, replyMailKey } from './message-replies.ts'
import { presentMessage } from './present-message.ts'

/** Request of `POST /api/admin/messages/{id}/replies`. */
interface ReplyRequest {
  id: string
  text: string
  idempotencyKey: string | null
  requestId: string
}

/** Returns a message with its replies. Refuses `not_found`. */
export async function readThread(db: Db, id: string): Promise<MessageThread> {
  return { ...presentMessage(found(await findInboxMessage(db, id))), replies: await listReplies(db, id) }
}

/**
 * Stores a reply, emails it to the sender and marks the message as answered, once for each key. Refuses `not_found` and
 * `idempotency_key_reused`.
 */
export async function replyToMessage(
  deps: Deps,
  actor: Actor,
  { id, text, idempotencyKey, requestId }: ReplyRequest,
): Promise<OnceAnswered<MessageThread>> {
  const requestKey = idempotencyKey && `${actor.userId} ${idempotencyKey}` // keys belong to their sender
  return inTransaction(deps.db, async (tx) => {
    const message = found(await lockMessage(tx, id))
    const at = deps.now()
    const replyId = await insertReply(tx, { messageId: id, text, authorId: actor.userId, requestKey, createdAt: at })
    if (!replyId) return replay(tx, id, text, requestKey ?? '')
    await mailReply(tx, message, { replyId, text, at, by: actor.name })
    await updateMessage(tx, id, { status: 'answered', answeredAt: at, answeredById: actor.userId })
    // the audit log is never erased: of the text, which may contain personal data, only its length
    await recordAudit(tx, {
      actor,
      action: 'message.reply',
      targetType: 'message',
      targetId: id,
      after: { textLength: text.length },
      requestId,
    })
    return { answer: await readThread(tx, id), isReplay: false }
  })
}

async function replay(tx: Db, id: string, text: string, requestKey: string): Promise<OnceAnswered<MessageThread>> {
  const earlier = await findReplyByKey(tx, requestKey)
  if (earlier?.messageId !== id || earlier.text !== text) refuse('idempotency_key_reused')
  return { answer: await readThread(tx, id), isReplay: true }
}

async function mailReply(tx: Db, message: MessageRow, reply: { replyId: string; text: string; at: Date; by: string }): Promise<void> {
  const { name, email, reference, topic, createdAt } = message
  await queueMail(tx, {
    dedupeKey: replyMailKey(reply.replyId),
    template: 'message-reply',
    to: email,
    facts: {
      name,
      reference,
      topic,
      message: message.message,
      sentAt: createdAt.toISOString(),
      reply: reply.text,
      by: reply.by,
      answers: `${topic === 'quote' ? 'quote' : 'contact'}-received:${reference}`, // the copy that the sender got
    },
    at: reply.at,
  })
}
