import type { OpenedInvitation, OwnBusiness } from '#contract/sellers/team.ts'
import { isStaffRole, maskEmail, normalizeEmail } from '#domain/user.ts'
import { deleteSessionsOf } from '#server/identity/auth/session-record.ts'
import { confirmEmail, lockUser } from '#server/identity/auth/user-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { hashToken, isToken } from '#server/platform/secrets/token.ts'
import { lockBusiness } from '#server/sellers/applications/business-record.ts'
import { listOwnBusinesses } from './list-team.ts'
import { chooseBusinessOf, deleteInvitation, findInvitation, findMember, storeMember } from './member-record.ts'

async function findOpen(db: Db, token: string, now: Date) {
  return (isToken(token) ? await findInvitation(db, hashToken(token), now) : null) ?? refuse('invitation_invalid')
}

/** Reads the invitation of an emailed link. Refuses `invitation_invalid`. */
export async function readInvitation({ db, now }: Deps, token: string): Promise<OpenedInvitation> {
  const { businessName, kind, invitedBy, email } = await findOpen(db, token, now())
  return { businessName, kind, invitedBy, email }
}

/**
 * Takes the caller into the team that an invitation is for, in this session right away. The link was emailed, so it proves the address,
 * which must be that of the caller's account. A customer becomes a seller: what other devices could do does not grow, they are signed out.
 * Refuses `invitation_invalid`, also the second time, `invitation_of_another`, `staff_in_team`.
 */
export async function acceptInvitation({ db, now }: Deps, actor: Actor, token: string, requestId: string): Promise<OwnBusiness[]> {
  return inTransaction(db, async (tx) => {
    const at = now()
    const { businessId } = await findOpen(tx, token, at)
    if (!(await lockBusiness(tx, businessId))) refuse('invitation_invalid')
    const user = found(await lockUser(tx, actor.userId))
    const { id, kind, email, businessName } = await findOpen(tx, token, at) // as it is now that nobody else changes it
    if (normalizeEmail(user.email) !== email) refuse('invitation_of_another', { facts: { email: maskEmail(email) } })
    if (isStaffRole(user.role)) refuse('staff_in_team')
    await deleteInvitation(tx, businessId, id)
    const present = await findMember(tx, businessId, user.id)
    if (present?.kind !== 'owner') {
      if (user.role === 'customer') await deleteSessionsOf(tx, user.id, actor.sessionId)
      await storeMember(tx, { userId: user.id, businessId, kind, since: present?.since ?? at }, at)
    }
    if (user.emailVerifiedAt === null) await confirmEmail(tx, user, user.email, at)
    await chooseBusinessOf(tx, actor.sessionId, businessId)
    await recordAudit(tx, {
      actor,
      action: 'team.join',
      targetType: 'business',
      targetId: businessId,
      after: { userId: user.id, kind },
      requestId,
    })
    await notify(tx, {
      audience: { businessId },
      kind: 'team-joined',
      title: `${user.name} joined the team of ${businessName}`,
      path: '/business/team',
      dedupeKey: `team-joined:${id}`,
      at,
    })
    return listOwnBusinesses(tx, actor, businessId)
  })
}
