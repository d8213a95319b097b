import { deleteSessionsOf } from '#server/identity/auth/session-record.ts'
import { lockUser, type UserRow } from '#server/identity/auth/user-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, requireOwner } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { type BusinessRow, lockBusiness } from '#server/sellers/applications/business-record.ts'
import { chooseBusinessOf, deleteInvitation, deleteMember, findMember } from './member-record.ts'
import { notifyPerson } from './notify-person.ts'
import { requireOtherOwner } from './require-owner.ts'

interface Removal {
  /** A person, or an open invitation. */
  id: string
  requestId: string
}

/**
 * Ends what a person may do for the caller's business, or withdraws an invitation. People who are removed are signed out everywhere, those
 * who leave on all other devices; on no team any more, they are customers again. Refuses `not_found`, `owners_only` for members who remove
 * others, `last_owner`.
 */
export async function removeMember({ db, now }: Deps, actor: Actor, { id, requestId }: Removal): Promise<void> {
  await inTransaction(db, async (tx) => {
    const at = now()
    const business = found(await lockBusiness(tx, found(actor.businessId)))
    const { kind: ownKind } = found(await findMember(tx, business.id, actor.userId))
    if (id !== actor.userId) requireOwner({ memberKind: ownKind })
    const entry = { actor, targetType: 'business', targetId: business.id, requestId }
    const user = await lockUser(tx, id)
    const member = user && (await findMember(tx, business.id, id))
    if (!member) {
      const before = found(await deleteInvitation(tx, business.id, id))
      return recordAudit(tx, { ...entry, action: 'team.withdraw', before: { kind: before.kind } })
    }
    const { kind } = member
    if (kind === 'owner') await requireOtherOwner(tx, business, id)
    await deleteMember(tx, business.id, id, at)
    await recordAudit(tx, { ...entry, action: id === actor.userId ? 'team.leave' : 'team.remove', before: { userId: id, kind } })
    return endAccess(tx, business, { actor, user, at })
  })
}

interface Gone {
  actor: Actor
  user: UserRow
  at: Date
}

/** Signs a person out who may do nothing for a business any more, and says so: to them, or to those who stay. */
async function endAccess(tx: Db, { id: businessId, name: business }: BusinessRow, { actor, user, at }: Gone): Promise<void> {
  const isOwn = user.id === actor.userId
  await deleteSessionsOf(tx, user.id, isOwn ? actor.sessionId : undefined)
  if (!isOwn) {
    const what = `You're no longer on the team of ${business}`
    return notifyPerson(tx, user, { actor, businessId, kind: 'team-left', what, path: '/account', at })
  }
  await chooseBusinessOf(tx, actor.sessionId, null)
  await notify(tx, {
    audience: { businessId },
    kind: 'team-left',
    title: `${user.name} left the team`,
    path: '/business/team',
    dedupeKey: `team-left:${businessId}:${user.id}:${at.getTime()}`,
    at,
  })
}
