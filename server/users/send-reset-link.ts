import { checkTouch } from '#domain/user-rules.ts'
import { recordAudit } from '#server/audit/repository.ts'
import { mailResetLink } from '#server/auth/mail-link.ts'
import { inTransaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/http/actor.ts'
import { found, refuse, refuseIf } from '#server/http/refusal.ts'
import { lockKnownUser } from './repository.ts'

/**
 * Mails a user the link that sets a new password; staff never see it, and the password stays until the link is used.
 * Refuses `not_found`, `super_admin_protected`, `user_not_active`.
 */
export async function sendResetLink(deps: Deps, actor: Actor, { id, requestId }: { id: string; requestId: string }): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const user = found(await lockKnownUser(tx, id))
    refuseIf(checkTouch({ id: actor.userId, role: actor.role }, user))
    if (user.status !== 'Active') refuse('user_not_active')
    await mailResetLink(tx, deps, user)
    await recordAudit(tx, { actor, action: 'user.reset_link', targetType: 'user', targetId: id, requestId })
  })
}
