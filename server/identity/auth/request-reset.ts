import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { mailResetLink } from './mail-link.ts'
import { countRecentResets } from './one-use-links.ts'
import { findUserByEmail, lockUser } from './user-record.ts'

/** Maximum number of valid reset links a user, from any network. */
const MAX_RECENT_LINKS = 5

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
    if (user?.status !== 'Active') return
    const hasEnough = deps.config.limitsRates && (await countRecentResets(tx, user.id, deps.now())) >= MAX_RECENT_LINKS
    if (!hasEnough) await mailResetLink(tx, deps, user)
  })
}
