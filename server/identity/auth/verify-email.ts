import { maskEmail } from '#domain/user.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { hashToken } from '#server/platform/secrets/token.ts'
import type { CredentialChangeHandler } from './credential-change.ts'
import { notifyOldAddress } from './mail-link.ts'
import { deleteKeyLinks, findUserToken, takeUserToken } from './one-use-links.ts'
import { refuseIfTaken } from './refusals.ts'
import { confirmEmail, lockUser } from './user-record.ts'

/**
 * Confirms the address that a one-use link was sent to. A new address replaces the old one, which is notified; links sent to the old one
 * become invalid. Refuses `link_invalid`, and `email_taken` if someone else has the address by now.
 */
export async function verifyEmail(
  deps: Deps,
  token: string,
  requestId: string,
  onCredentialChange: CredentialChangeHandler,
): Promise<void> {
  const { db, now } = deps
  const tokenHash = hashToken(token)
  await inTransaction(db, async (tx) => {
    const link = await findUserToken(tx, tokenHash, now())
    if (link?.purpose !== 'verify') return refuse('link_invalid')
    const user = await lockUser(tx, link.user.id)
    if (user?.status !== 'Active' || !(await takeUserToken(tx, tokenHash, now()))) return refuse('link_invalid')
    const email = link.newEmail ?? user.email
    await confirmEmail(tx, user, email, now()).catch(refuseIfTaken)
    const actor = { userId: user.id, name: user.name, role: user.role }
    const entry = { actor, targetType: 'user', targetId: user.id, requestId }
    if (email === user.email) return recordAudit(tx, { ...entry, action: 'email_verified' })
    await deleteKeyLinks(tx, user.id, now(), tokenHash)
    await notifyOldAddress(tx, deps, user, email)
    const [before, after] = [{ email: maskEmail(user.email) }, { email: maskEmail(email) }]
    await recordAudit(tx, { ...entry, action: 'email_changed', before, after })
    const old = { userId: user.id, email: user.email }
    return onCredentialChange(tx, user, { reason: 'email_changed', actor, old, at: now(), requestId })
  })
}
