import { isErasedEmail, isStaffRole, maskEmail } from '#domain/user.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { notifySuperAdmins } from './notify-super-admins.ts'
import { refuseIfTaken } from './refusals.ts'
import { hashToken } from './token.ts'
import {
  deleteKeyLinks,
  deleteSessionsOf,
  deleteUndoLinksSince,
  findUserToken,
  lockUser,
  restoreEmail,
  takeUserToken,
} from './user-record.ts'

/** There is no other link to ask for. */
const refuseLink = () => refuse('link_invalid', { detail: 'This link has expired or was already used.' })

/**
 * Undoes a change of address that staff made, confirmed or not: the address that the link was sent to counts (again), every session of the
 * user ends, and so do links that the other address got: those that set a password, and those that would undo this.
 * Refuses `link_invalid`, and `email_taken` when somebody else has got the old address since.
 */
export async function undoEmail(deps: Deps, token: string, requestId: string): Promise<void> {
  const { db, now } = deps
  const tokenHash = hashToken(token)
  await inTransaction(db, async (tx) => {
    const link = await findUserToken(tx, tokenHash, now())
    if (link?.purpose !== 'undo_email' || link.newEmail === null) return refuseLink()
    const user = await lockUser(tx, link.user.id) // before the link, as everybody does
    if (!user || isErasedEmail(user.email) || !(await takeUserToken(tx, tokenHash, now()))) return refuseLink()
    await restoreEmail(tx, user.id, link.newEmail, now()).catch(refuseIfTaken)
    await deleteKeyLinks(tx, user.id)
    await deleteUndoLinksSince(tx, user.id, link.createdAt)
    await deleteSessionsOf(tx, user.id)
    const actor = { userId: user.id, name: user.name, role: user.role }
    const [before, after] = [{ email: maskEmail(user.pendingEmail ?? user.email) }, { email: maskEmail(link.newEmail) }]
    await recordAudit(tx, { actor, action: 'email_change_undone', targetType: 'user', targetId: user.id, before, after, requestId })
    if (!isStaffRole(user.role)) return
    const what = [`Email: ${user.pendingEmail ?? user.email} → ${link.newEmail} (change undone by the old address)`]
    await notifySuperAdmins(tx, deps, { user: { ...user, version: user.version + 1 }, did: 'changed', what, by: user.name })
  })
}
