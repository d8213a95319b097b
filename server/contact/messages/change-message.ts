import type { InboxChange, InboxMessage } from '#contract/contact/inbox.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuseStale } from '#server/platform/http/refusal.ts'
import { findInboxMessage, lockMessage, type MessageRow, updateMessage } from './inbox-list.ts'
import { presentMessage } from './present-message.ts'

type Change = Partial<Pick<MessageRow, 'status' | 'note' | 'answeredAt' | 'answeredById'>>

function changeOf(message: MessageRow, { status, note }: InboxChange, actor: Actor, now: Date): Change {
  const isMoved = status !== undefined && status !== message.status
  const answer = status === 'answered' ? { answeredAt: now, answeredById: actor.userId } : { answeredAt: null, answeredById: null }
  return {
    ...(isMoved && { status, ...answer }),
    ...(note !== undefined && note !== message.note && { note }),
  }
}

/** Values for the audit log, which is never erased: of a note, which may contain personal data, only its length. */
function auditOf(message: MessageRow, change: Change) {
  const noted = (note: string) => ({ noteLength: note.length })
  return {
    before: { ...(change.status && { status: message.status }), ...(change.note !== undefined && noted(message.note)) },
    after: { ...(change.status && { status: change.status }), ...(change.note !== undefined && noted(change.note)) },
  }
}

/**
 * Marks a message as answered or open and saves a note for the team. Refuses `not_found`, and `edit_conflict` with the `current` message.
 */
export async function changeMessage(
  { db, now }: Deps,
  actor: Actor,
  form: InboxChange,
  { id, requestId }: { id: string; requestId: string },
): Promise<InboxMessage> {
  return inTransaction(db, async (tx) => {
    const message = found(await lockMessage(tx, id))
    if (form.version !== undefined && form.version !== message.version) {
      refuseStale(['message', id], presentMessage(found(await findInboxMessage(tx, id))))
    }
    const change = changeOf(message, form, actor, now())
    if (Object.keys(change).length > 0) {
      await updateMessage(tx, id, change)
      await recordAudit(tx, { actor, action: 'message.edit', targetType: 'message', targetId: id, ...auditOf(message, change), requestId })
    }
    return presentMessage(found(await findInboxMessage(tx, id)))
  })
}
