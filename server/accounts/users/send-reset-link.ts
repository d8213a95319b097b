import { checkTouch } from '#domain/user-rules.ts'
import { mailResetLink } from '#server/identity/auth/mail-link.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { tooMany } from '#server/platform/http/limits.ts'
import { found, refuse, refuseIf } from '#server/platform/http/refusal.ts'
import { lockKnownUser } from './user-list.ts'

/**
 * Emails a user a link that sets a new password. Staff never see it, and the password stays valid until the link is used. Refuses
 * `not_found`, `super_admin_protected`, `user_not_active`, `too_many_requests`.
 */
export async function sendResetLink(deps: Deps, actor: Actor, { id, requestId }: { id: string; requestId: string }): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const user = found(await lockKnownUser(tx, id))
    refuseIf(checkTouch({ id: actor.userId, role: actor.role }, user))
    if (user.status !== 'Active') refuse('user_not_active')
    const seconds = Math.ceil((await mailResetLink(tx, deps, user)) / 1000)
    if (seconds > 0) refuse('too_many_requests', tooMany(seconds))
    await recordAudit(tx, { actor, action: 'user.reset_link', targetType: 'user', targetId: id, requestId })
  })
}
