import type { ResetPasswordBody } from '#contract/identity/auth.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { hashToken } from '#server/platform/secrets/token.ts'
import type { CredentialChangeHandler } from './credential-change.ts'
import { notifyPasswordChanged } from './mail-link.ts'
import { deleteKeyLinks, findUserToken, type TokenPurpose, takeUserToken } from './one-use-links.ts'
import { refuseIfTaken, refuseWeakPassword } from './refusals.ts'
import { deleteSessionsOf } from './session-record.ts'
import { lockUser, setPassword } from './user-record.ts'

/** Purposes of links that set a password. */
const SETS_PASSWORD: ReadonlySet<TokenPurpose> = new Set(['reset', 'invite', 'bootstrap'])

/**
 * Sets a password by a one-use link and ends all the user's sessions and other such links. The link of the first start also takes the
 * `email` with which the owner will sign in; other links ignore it. Refuses `link_invalid`, `password_…`, `email_taken`, `busy`.
 */
export async function resetPassword(
  { db, now }: Deps,
  { token, password, email: chosenEmail }: ResetPasswordBody,
  requestId: string,
  onCredentialChange: CredentialChangeHandler,
): Promise<void> {
  const tokenHash = hashToken(token)
  const found = await findUserToken(db, tokenHash, now())
  if (!found || !SETS_PASSWORD.has(found.purpose) || found.user.status !== 'Active') return refuse('link_invalid')
  const { user, purpose } = found
  const email = (purpose === 'bootstrap' && chosenEmail) || user.email
  refuseWeakPassword(password, { email, name: user.name })
  const passwordHash = await hashPassword(password)
  await inTransaction(db, async (tx) => {
    // before the link, in the usual lock order; it may be someone else's address by now, or deleted
    const locked = await lockUser(tx, user.id)
    if (locked?.status !== 'Active' || !(await takeUserToken(tx, tokenHash, now()))) return refuse('link_invalid')
    const newEmail = purpose === 'bootstrap' ? email : locked.email
    await setPassword(tx, user.id, { passwordHash, email: newEmail, now: now() }).catch(refuseIfTaken)
    await deleteKeyLinks(tx, user.id, now(), tokenHash)
    await deleteSessionsOf(tx, user.id)
    const actor = { userId: user.id, name: locked.name, role: locked.role }
    await recordAudit(tx, { actor, action: 'password_reset', targetType: 'user', targetId: user.id, requestId })
    if (purpose === 'reset') await notifyPasswordChanged(tx, locked, now())
    await onCredentialChange(tx, locked, { reason: 'password_changed', actor, at: now(), requestId })
  })
}
