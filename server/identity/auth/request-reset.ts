import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { mailResetLink } from './mail-link.ts'
import { countRecentResets, findUserByEmail, lockUser } from './user-record.ts'

/** So many links in a mailbox are enough, whoever asks for more, and from wherever. */
const MAX_RECENT_LINKS = 5

/**
 * Leaves the mail with a link that sets a new password, when an Active user has that address; else only the audit entry.
 * Run after the answer, which is therefore the same in time, too, for an address that nobody has.
 */
export async function requestReset(deps: Deps, email: string, requestId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const named = await findUserByEmail(tx, email)
    const user = named && (await lockUser(tx, named.id)) // requests at once take turns, so that the links are counted
    const targetId = user?.id ?? 'unknown'
    await recordAudit(tx, { actor: null, action: 'password_reset_requested', targetType: 'user', targetId, requestId })
    if (user?.status !== 'Active') return
    const hasEnough = deps.config.limitsRates && (await countRecentResets(tx, user.id, deps.now())) >= MAX_RECENT_LINKS
    if (!hasEnough) await mailResetLink(tx, deps, user)
  })
}
