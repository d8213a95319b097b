import type { CreateUserBody, UserSummary } from '#contract/accounts/users.ts'
import { isStaffRole, maskEmail, roleLabel } from '#domain/user.ts'
import { checkNewUser, creationNeedsStepUp } from '#domain/user-rules.ts'
import { mailInvitation, mailVerifyLink } from '#server/identity/auth/mail-link.ts'
import { notifySuperAdmins } from '#server/identity/auth/notify-super-admins.ts'
import { refuseTakenEmail } from '#server/identity/auth/refusals.ts'
import { findUserByEmail, insertUser } from '#server/identity/auth/user-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, requireStepUp } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { chooseBusiness } from './choose-business.ts'
import { presentUser } from './present-user.ts'
import { findUser } from './user-list.ts'

/**
 * Creates a user who is invited by email to choose a password, or whose first password was set by staff and must be replaced. Refuses
 * `super_admin_not_granted`, `invalid_input`, `email_taken`, `step_up_required`, `not_found` (the business), `busy`.
 */
export async function createUser(deps: Deps, actor: Actor, body: CreateUserBody, requestId: string): Promise<UserSummary> {
  const { name, role, status, invite } = body
  if (role === 'super_admin') refuse('super_admin_not_granted')
  const wrong = checkNewUser(body)
  if (wrong) refuse('invalid_input', wrong)
  if (await findUserByEmail(deps.db, body.email)) refuseTakenEmail()
  if (creationNeedsStepUp(role)) requireStepUp(actor)
  const passwordHash = invite ? null : await hashPassword(body.password)
  return inTransaction(deps.db, async (tx) => {
    const at = deps.now()
    const businessId = await chooseBusiness(tx, role, body.businessId)
    const deletedAt = status === 'Deleted' ? at : null
    const values = { name, email: body.email, passwordHash, mustChangePassword: !invite, role, status, businessId, deletedAt }
    const user = await insertUser(tx, { ...values, createdAt: at, updatedAt: at })
    if (!user) return refuseTakenEmail()
    if (status === 'Active') await (invite ? mailInvitation(tx, deps, user) : mailVerifyLink(tx, deps, user, 'account-created'))
    if (isStaffRole(role)) {
      const what = [`Role: ${roleLabel(role)}`, `Status: ${status}`]
      await notifySuperAdmins(tx, deps, { user, did: 'added', what, by: actor.name })
    }
    await recordAudit(tx, {
      actor,
      action: 'user.create',
      targetType: 'user',
      targetId: user.id,
      after: { name, email: maskEmail(user.email), role, status, ...(businessId && { businessId }), ...(invite && { invited: true }) },
      requestId,
    })
    return presentUser(found(await findUser(tx, user.id)))
  })
}
