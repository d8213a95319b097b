import type { OwnBusiness, Team } from '#contract/sellers/team.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { listBusinessesOf, listInvitations, listMembers } from './member-record.ts'

/** Lists the team of a business and its open invitations. */
export async function listTeam(db: Db, businessId: string, now: Date): Promise<Team> {
  const members = await listMembers(db, businessId)
  const invitations = await listInvitations(db, businessId, now)
  return {
    members: members.map(({ since, ...member }) => ({ ...member, since: since.toISOString() })),
    invitations: invitations.map(({ createdAt, expiresAt, ...invitation }) => ({
      ...invitation,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
  }
}

/** Lists the businesses that a person acts for. @param currentId the one of the session */
export async function listOwnBusinesses(db: Db, { userId }: Pick<Actor, 'userId'>, currentId: string | null): Promise<OwnBusiness[]> {
  return (await listBusinessesOf(db, userId)).map((business) => ({ ...business, isCurrent: business.id === currentId }))
}
