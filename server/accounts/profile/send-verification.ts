import type { Reauthentication } from '#server/identity/auth/confirm-password.ts'
import { mailNewEmailLink, mailVerifyLink } from '#server/identity/auth/mail-link.ts'
import { lockActor } from '#server/identity/auth/refusals.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { findPendingEmail } from './account-record.ts'

/**
 * Sends the confirmation email again: for the pending address if there is one, else for the caller's own. Refuses `email_verified` if
 * nothing is to be confirmed, and `too_many_requests`.
 */
export async function sendVerification(deps: Deps, { actor, address, requestId, throttle }: Reauthentication): Promise<void> {
  const pendingEmail = await findPendingEmail(deps.db, actor.userId, deps.now())
  if (pendingEmail === null && actor.emailVerified) refuse('email_verified')
  await throttle?.beginMail(actor.userId, address, deps.now().getTime())
  await inTransaction(deps.db, async (tx) => {
    const user = await lockActor(tx, actor.userId)
    await (pendingEmail === null ? mailVerifyLink(tx, deps, user) : mailNewEmailLink(tx, deps, user, pendingEmail))
    await recordAudit(tx, { actor, action: 'verification_sent', targetType: 'user', targetId: actor.userId, requestId })
  })
}
