import { isStaffRole, roleLabel } from '#domain/user.ts'
import { checkUserRemoval } from '#domain/user-rules.ts'
import { eraseAccount, removeFiles } from '#server/accounts/personal-data/erase-account.ts'
import { lockSuperAdmins } from '#server/accounts/personal-data/erased-data.ts'
import { notifySuperAdmins } from '#server/identity/auth/notify-super-admins.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseIf } from '#server/platform/http/refusal.ts'
import { requireActor } from './update-user.ts'
import { findUser, lockKnownUser } from './user-list.ts'

/**
 * Deletes a user like users delete their own accounts: orders stay, anonymized, and the email can be used again. Refuses `not_found`,
 * `super_admin_protected`, `own_account`, `last_super_admin`.
 */
export async function removeUser(deps: Deps, actor: Actor, { id, requestId }: { id: string; requestId: string }): Promise<void> {
  const { db, now } = deps
  const files = await inTransaction(db, async (tx) => {
    const seen = found(await findUser(tx, id))
    const superAdmins = seen.role === 'super_admin' ? await lockSuperAdmins(tx) : null
    const user = found(await lockKnownUser(tx, id))
    refuseIf(checkUserRemoval({ id: actor.userId, role: actor.role }, user))
    if (superAdmins?.every((other) => other === id))
      refuse('last_super_admin', { detail: 'This is the last super admin. The shop needs at least one.' })
    await requireActor(tx, actor)
    const erased = await eraseAccount(tx, user, now(), 'staff')
    if (isStaffRole(user.role)) {
      const what = [`Role: ${roleLabel(user.role)}`, `Status: ${user.status} → Deleted`]
      await notifySuperAdmins(tx, deps, { user, did: 'deleted', what, by: actor.name })
    }
    await recordAudit(tx, {
      actor,
      action: 'user.delete',
      targetType: 'user',
      targetId: id,
      before: { role: user.role, status: user.status },
      after: { status: 'Deleted' },
      requestId,
    })
    return erased
  })
  await removeFiles(deps.files, files)
}
