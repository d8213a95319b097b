import { ERASED_NAME } from '#domain/user.ts'
import { recordAudit } from '#server/audit/repository.ts'
import { type Db, inTransaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { refuse } from '#server/http/refusal.ts'
import { type Asker, confirmPassword } from './confirm-password.ts'
import { eraseAccount } from './erasure/erase-account.ts'
import { lockSuperAdmins } from './erasure/repository.ts'

async function refuseLastSuperAdmin(tx: Db, { actor }: Asker): Promise<void> {
  if (actor.role !== 'super_admin') return
  const superAdmins = await lockSuperAdmins(tx)
  if (superAdmins.every((id) => id === actor.userId)) refuse('last_super_admin')
}

/**
 * Deletes the caller's account in one transaction; what stays, and why, is decided in docs/decisions. The last mail goes to the address that is
 * forgotten here. Refuses `wrong_password`, `last_super_admin`, `too_many_requests`, `busy`.
 */
export async function deleteAccount(deps: Deps, asker: Asker, currentPassword: string): Promise<void> {
  const { actor, requestId } = asker
  const lock = await confirmPassword(deps, asker, currentPassword)
  await inTransaction(deps.db, async (tx) => {
    await refuseLastSuperAdmin(tx, asker)
    const user = await lock(tx)
    await eraseAccount(tx, user, deps.now(), 'owner')
    await recordAudit(tx, {
      actor: { ...actor, name: ERASED_NAME },
      action: 'account_deleted',
      targetType: 'user',
      targetId: user.id,
      requestId,
    })
  })
}
