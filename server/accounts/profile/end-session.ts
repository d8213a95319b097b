import type { Reauthentication } from '#server/identity/auth/confirm-password.ts'
import { deleteSessionsOf } from '#server/identity/auth/session-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { deleteSession } from './account-record.ts'

/** Signs out one of the caller's devices. Refuses `not_found` for someone else's. */
export async function endSession({ db }: Deps, { actor, requestId }: Reauthentication, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await deleteSession(tx, actor.userId, id))) refuse('not_found')
    await recordAudit(tx, { actor, action: 'session_ended', targetType: 'session', targetId: id, requestId })
  })
}

/** Signs out all devices of the caller except the current one. @returns their number */
export async function endOtherSessions({ db }: Deps, { actor, requestId }: Reauthentication): Promise<number> {
  return inTransaction(db, async (tx) => {
    const ended = await deleteSessionsOf(tx, actor.userId, actor.sessionId)
    const after = { ended }
    await recordAudit(tx, { actor, action: 'other_sessions_ended', targetType: 'user', targetId: actor.userId, after, requestId })
    return ended
  })
}
