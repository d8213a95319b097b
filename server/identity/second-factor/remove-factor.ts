import { isStaffRole } from '#domain/user.ts'
import { notifySuperAdmins } from '#server/identity/auth/notify-super-admins.ts'
import { lockActor } from '#server/identity/auth/refusals.ts'
import type { UserRow } from '#server/identity/auth/user-record.ts'
import { type AuditEntry, recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { passkeyName } from './add-passkey.ts'
import { TOTP_NAME } from './add-totp.ts'
import { deleteFactors, deletePasskey, deleteRecoveryCodes, deleteTotp, listFactors, replaceRecoveryCodes } from './factor-record.ts'
import { notifyUser } from './notify-user.ts'

/** Deletes recovery codes that replace no factor any more. */
async function dropIdleCodes(tx: Db, userId: string): Promise<void> {
  if ((await listFactors(tx, userId)).length === 0) await deleteRecoveryCodes(tx, userId)
}

/** Removes the caller's authenticator app, and the user's recovery codes with the last factor. Refuses `not_found`. */
export async function removeTotp({ db, now }: Deps, actor: Actor, requestId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const user = await lockActor(tx, actor.userId)
    if (!(await deleteTotp(tx, user.id))) refuse('not_found')
    await dropIdleCodes(tx, user.id)
    await recordAudit(tx, { actor, action: 'totp_removed', targetType: 'user', targetId: user.id, requestId })
    await notifyUser(tx, user, 'factor-removed', { what: TOTP_NAME }, now())
  })
}

/** Removes one of the caller's passkeys, and the user's recovery codes with the last factor. Refuses `not_found` for someone else's. */
export async function removePasskey({ db, now }: Deps, actor: Actor, id: string, requestId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const user = await lockActor(tx, actor.userId)
    const { name } = found(await deletePasskey(tx, user.id, id))
    await dropIdleCodes(tx, user.id)
    await recordAudit(tx, { actor, action: 'passkey_removed', targetType: 'user', targetId: user.id, before: { name }, requestId })
    await notifyUser(tx, user, 'factor-removed', { what: passkeyName(name) }, now())
  })
}

/** Replaces the caller's recovery codes. Refuses `no_second_factor`. @returns the codes, shown once */
export async function replaceCodes({ db, now }: Deps, actor: Actor, requestId: string): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const user = await lockActor(tx, actor.userId)
    if ((await listFactors(tx, user.id)).length === 0) refuse('no_second_factor')
    const codes = await replaceRecoveryCodes(tx, user.id)
    await recordAudit(tx, { actor, action: 'recovery_codes_created', targetType: 'user', targetId: user.id, requestId })
    await notifyUser(tx, user, 'factor-added', { what: 'Recovery codes' }, now())
    return codes
  })
}

/**
 * Removes every second factor of a user who has lost them. The user is notified; of a staff account, all super admins. The caller holds the
 * user's lock.
 * @returns false if there was none
 */
export async function resetFactors(
  tx: Db,
  deps: Pick<Deps, 'config' | 'now'>,
  user: UserRow,
  { actor, requestId }: Pick<AuditEntry, 'actor' | 'requestId'>,
): Promise<boolean> {
  if (!(await deleteFactors(tx, user.id))) return false
  const entry = { actor, action: 'user.reset_second_factor', targetType: 'user', targetId: user.id }
  await recordAudit(tx, { ...entry, ...(requestId && { requestId }) })
  await notifyUser(tx, user, 'factor-removed', { what: 'All sign-in methods (by our team)' }, deps.now())
  if (isStaffRole(user.role)) {
    const by = actor?.name ?? 'the operator of the server'
    const what = ['Two-factor sign-in: removed']
    await notifySuperAdmins(tx, deps, { user, did: 'changed', what, by })
  }
  return true
}
