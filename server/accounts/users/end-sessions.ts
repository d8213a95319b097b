import { checkTouch } from '#domain/user-rules.ts'
import { deleteSessionsOf } from '#server/identity/auth/session-record.ts'
import { revokeTokensOf } from '#server/identity/tokens/token-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuseIf } from '#server/platform/http/refusal.ts'
import { lockKnownUser } from './user-list.ts'

/**
 * Ends all sessions and API tokens of a user; of the caller all sessions except the current one. Refuses `not_found`,
 * `super_admin_protected`. @returns the number of sessions
 */
export async function endSessions({ db, now }: Deps, actor: Actor, { id, requestId }: { id: string; requestId: string }): Promise<number> {
  return inTransaction(db, async (tx) => {
    const user = found(await lockKnownUser(tx, id))
    refuseIf(checkTouch({ id: actor.userId, role: actor.role }, user))
    const ended = await deleteSessionsOf(tx, id, id === actor.userId ? actor.sessionId : undefined)
    const revoked = id === actor.userId ? 0 : await revokeTokensOf(tx, id, now())
    await recordAudit(tx, { actor, action: 'user.end_sessions', targetType: 'user', targetId: id, after: { ended, revoked }, requestId })
    return ended
  })
}
