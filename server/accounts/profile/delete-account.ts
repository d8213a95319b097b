import { ERASED_NAME } from '#domain/user.ts'
import { eraseAccount, removeFiles } from '#server/accounts/personal-data/erase-account.ts'
import { lockSuperAdmins } from '#server/accounts/personal-data/erased-data.ts'
import { confirmPassword, type Reauthentication } from '#server/identity/auth/confirm-password.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { requireOtherOwners } from '#server/sellers/team/require-owner.ts'

async function refuseLastSuperAdmin(tx: Db, { actor }: Reauthentication): Promise<void> {
  if (actor.role !== 'super_admin') return
  const superAdmins = await lockSuperAdmins(tx)
  if (superAdmins.every((id) => id === actor.userId)) refuse('last_super_admin')
}

/**
 * Deletes the caller's account in one transaction; docs/decisions has what stays and why. The last email goes to the address that is erased
 * here. Refuses `wrong_password`, `last_super_admin`, `last_owner`, `too_many_requests`, `busy`.
 */
export async function deleteAccount(deps: Deps, reauthentication: Reauthentication, currentPassword: string): Promise<void> {
  const { actor, requestId } = reauthentication
  const lock = await confirmPassword(deps, reauthentication, currentPassword)
  const files = await inTransaction(deps.db, async (tx) => {
    await refuseLastSuperAdmin(tx, reauthentication)
    await requireOtherOwners(tx, actor.userId)
    const user = await lock(tx)
    const erased = await eraseAccount(tx, user, deps.now(), 'owner')
    await recordAudit(tx, {
      actor: { ...actor, name: ERASED_NAME },
      action: 'account_deleted',
      targetType: 'user',
      targetId: user.id,
      requestId,
    })
    return erased
  })
  await removeFiles(deps.files, files)
}
