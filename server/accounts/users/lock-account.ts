import { randomUUID } from 'node:crypto'
import type { SecondFactor } from '#domain/second-factor.ts'
import { isUuid } from '#domain/text.ts'
import { isErasedEmail, isStaffRole } from '#domain/user.ts'
import { deletePendingEmails, replacePassword } from '#server/accounts/profile/account-record.ts'
import { notifyPasswordChanged } from '#server/identity/auth/mail-link.ts'
import { notifySuperAdmins } from '#server/identity/auth/notify-super-admins.ts'
import { deleteKeyLinks } from '#server/identity/auth/one-use-links.ts'
import { deleteSessionsOf } from '#server/identity/auth/session-record.ts'
import { findUserByEmail, lockUser } from '#server/identity/auth/user-record.ts'
import { listFactors } from '#server/identity/second-factor/factor-record.ts'
import { holdPayoutsOfAdmin, holdTouchedPayouts } from '#server/payouts/holds/hold-payouts.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { newToken } from '#server/platform/secrets/token.ts'

/** Outcome of a lockdown. */
interface LockedAccount {
  user: { id: string; email: string }
  /** Number of sessions that ended. */
  sessions: number
  /** Names of the sellers whose payouts wait. */
  held: string[]
  /** Second factors, which stay: a thief may have added them. */
  factors: SecondFactor[]
}

/**
 * Locks out anyone who has a stolen session, password or link of an account: ends them all, and puts payouts on hold for 72 hours, those of
 * the user's business, or of a staff account, of every seller it touched in that time. The user comes back by "Forgot your password?".
 * @param who email or id
 * @returns null if there is no such account
 */
export async function lockAccount(deps: Pick<Deps, 'config' | 'db' | 'now'>, who: string): Promise<LockedAccount | null> {
  const { db, now } = deps
  const id = isUuid(who) ? who : (await findUserByEmail(db, who))?.id
  if (id === undefined) return null
  const unknownPassword = await hashPassword(newToken())
  return inTransaction(db, async (tx) => {
    const user = await lockUser(tx, id)
    if (!user || isErasedEmail(user.email)) return null
    const at = now()
    await replacePassword(tx, id, unknownPassword, at)
    await deletePendingEmails(tx, id, at)
    await deleteKeyLinks(tx, id, at)
    const sessions = await deleteSessionsOf(tx, id)
    await notifyPasswordChanged(tx, user, at)
    const cause = { reason: 'password_changed', actor: null, at, requestId: randomUUID() } as const
    const held = isStaffRole(user.role) ? await holdTouchedPayouts(tx, id, cause) : await holdPayoutsOfAdmin(tx, user, cause)
    if (isStaffRole(user.role)) {
      const what = ['Signed out everywhere, password expired']
      await notifySuperAdmins(tx, deps, { user, did: 'changed', what, by: 'the operator of the server' })
    }
    const after = { sessions, held: held.length }
    await recordAudit(tx, { actor: null, action: 'user.lockdown', targetType: 'user', targetId: id, after, requestId: cause.requestId })
    return { user: { id, email: user.email }, sessions, held, factors: await listFactors(tx, id) }
  })
}
