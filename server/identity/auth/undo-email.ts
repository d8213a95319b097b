import { isErasedEmail, isStaffRole, maskEmail } from '#domain/user.ts'
import { revokeTokensOf } from '#server/identity/tokens/token-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { hashToken } from '#server/platform/secrets/token.ts'
import { notifySuperAdmins } from './notify-super-admins.ts'
import { deleteKeyLinks, deleteUndoLinksSince, findUserToken, takeUserToken } from './one-use-links.ts'
import { refuseIfTaken } from './refusals.ts'
import { deleteSessionsOf } from './session-record.ts'
import { lockUser, restoreEmail } from './user-record.ts'

/** There is no way to request another link. */
const refuseLink = () => refuse('link_invalid', { detail: 'This link has expired or was already used.' })

/**
 * Undoes a change of address made by staff, confirmed or not: restores the address that the link was sent to, ends all the user's sessions
 * and API tokens, and deletes links that went to the other address. Refuses `link_invalid`, and `email_taken` if someone else has the old
 * address by now.
 */
export async function undoEmail(deps: Deps, token: string, requestId: string): Promise<void> {
  const { db, now } = deps
  const tokenHash = hashToken(token)
  await inTransaction(db, async (tx) => {
    const link = await findUserToken(tx, tokenHash, now())
    if (link?.purpose !== 'undo_email' || link.newEmail === null) return refuseLink()
    const user = await lockUser(tx, link.user.id) // before the link, in the usual lock order
    if (!user || isErasedEmail(user.email) || !(await takeUserToken(tx, tokenHash, now()))) return refuseLink()
    await restoreEmail(tx, user.id, link.newEmail, now()).catch(refuseIfTaken)
    await deleteKeyLinks(tx, user.id, now())
    await deleteUndoLinksSince(tx, user.id, link.createdAt)
    await deleteSessionsOf(tx, user.id)
    await revokeTokensOf(tx, user.id, now())
    const actor = { userId: user.id, name: user.name, role: user.role }
    const [before, after] = [{ email: maskEmail(user.pendingEmail ?? user.email) }, { email: maskEmail(link.newEmail) }]
    await recordAudit(tx, { actor, action: 'email_change_undone', targetType: 'user', targetId: user.id, before, after, requestId })
    if (!isStaffRole(user.role)) return
    const what = [`Email: ${user.pendingEmail ?? user.email} → ${link.newEmail} (change undone by the old address)`]
    await notifySuperAdmins(tx, deps, { user, did: 'changed', what, by: user.name })
  })
}
