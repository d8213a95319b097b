import type { ChangePasswordBody } from '#contract/accounts/account.ts'
import { refusalText } from '#contract/refusals.ts'
import { confirmPassword, type Reauthentication } from '#server/identity/auth/confirm-password.ts'
import { notifyPasswordChanged } from '#server/identity/auth/mail-link.ts'
import { deleteKeyLinks } from '#server/identity/auth/one-use-links.ts'
import { refuseWeakPassword } from '#server/identity/auth/refusals.ts'
import { deleteSessionsOf } from '#server/identity/auth/session-record.ts'
import { holdPayoutsOfAdmin } from '#server/payouts/holds/hold-payouts.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { replacePassword } from './account-record.ts'

/**
 * Changes the caller's password, ends all other sessions and every link that would open the account, and notifies the user by email.
 * Refuses `wrong_password`, `password_…` at the field `newPassword`, `too_many_requests`, `busy`.
 */
export async function changePassword(
  deps: Deps,
  reauthentication: Reauthentication,
  { currentPassword, newPassword }: ChangePasswordBody,
): Promise<void> {
  const { actor, requestId } = reauthentication
  const lock = await confirmPassword(deps, reauthentication, currentPassword)
  refuseWeakPassword(newPassword, actor, 'newPassword')
  if (newPassword === currentPassword) {
    refuse('password_unchanged', { errors: [{ field: 'newPassword', message: refusalText({ code: 'password_unchanged' }) }] })
  }
  const passwordHash = await hashPassword(newPassword)
  await inTransaction(deps.db, async (tx) => {
    const user = await lock(tx)
    await replacePassword(tx, user.id, passwordHash, deps.now())
    await deleteKeyLinks(tx, user.id, deps.now())
    await deleteSessionsOf(tx, user.id, actor.sessionId)
    await notifyPasswordChanged(tx, user, deps.now())
    await recordAudit(tx, { actor, action: 'password_changed', targetType: 'user', targetId: user.id, requestId })
    await holdPayoutsOfAdmin(tx, user, { reason: 'password_changed', actor, at: deps.now(), requestId })
  })
}
