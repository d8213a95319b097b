import type { Team } from '#contract/sellers/team.ts'
import type { MemberKind } from '#domain/team.ts'
import { lockUser } from '#server/identity/auth/user-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import { lockBusiness } from '#server/sellers/applications/business-record.ts'
import { listTeam } from './list-team.ts'
import { deleteInvitationsBy, findMember, storeMember } from './member-record.ts'
import { notifyPerson } from './notify-person.ts'
import { requireOtherOwner, requireStillOwner } from './require-owner.ts'

/** Makes a person of the caller's team an owner or a member. Refuses `not_found`, `owners_only`, `last_owner`. */
export async function changeMember(
  { db, now }: Deps,
  actor: Actor,
  { userId, kind }: { userId: string; kind: MemberKind },
  requestId: string,
): Promise<Team> {
  return inTransaction(db, async (tx) => {
    const at = now()
    const business = found(await lockBusiness(tx, found(actor.businessId)))
    const { id: businessId, name } = business
    await requireStillOwner(tx, actor)
    const user = found(await lockUser(tx, userId))
    const member = found(await findMember(tx, businessId, userId))
    if (member.kind === kind) return listTeam(tx, businessId, at)
    if (kind === 'member') await requireOtherOwner(tx, business, userId)
    await storeMember(tx, { userId, businessId, kind, since: member.since }, at)
    if (kind === 'member') await deleteInvitationsBy(tx, businessId, userId)
    await recordAudit(tx, {
      actor,
      action: 'team.change',
      targetType: 'business',
      targetId: businessId,
      before: { userId, kind: member.kind },
      after: { userId, kind },
      requestId,
    })
    const what = kind === 'owner' ? `You're now an owner of ${name}` : `You're now a member of ${name}`
    if (userId !== actor.userId) await notifyPerson(tx, user, { actor, businessId, kind: 'team-changed', what, path: '/business/team', at })
    return listTeam(tx, businessId, at)
  })
}
