import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { mailResetLink } from './mail-link.ts'
import { findUserByEmail, lockUser } from './user-record.ts'

/**
 * Queues the email with a link that sets a new password if an active user has that address; otherwise only writes the audit entry. Runs
 * after the response, so that its time does not reveal which addresses are known.
 */
export async function requestReset(deps: Deps, email: string, requestId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const named = await findUserByEmail(tx, email)
    const user = named && (await lockUser(tx, named.id)) // simultaneous requests take turns, so that the links are counted
    const targetId = user?.id ?? 'unknown'
    await recordAudit(tx, { actor: null, action: 'password_reset_requested', targetType: 'user', targetId, requestId })
    if (user?.status === 'Active') await mailResetLink(tx, deps, user)
  })
}
