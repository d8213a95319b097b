import { TEAM_INVITATION_DAYS } from '#domain/team.ts'
import { DAY_MS } from '#domain/time.ts'
import { findUserByEmail, insertUser } from '#server/identity/auth/user-record.ts'
import { businessInvitations, businessMembers } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { hashToken, newToken } from '#server/platform/secrets/token.ts'
import { DEMO_PASSWORD } from './bootstrap-admin.ts'

const OWNER = 'seller@reflute.test'
const OTHER_OWNER = 'seller2@reflute.test'
/** A member of the teams of both sellers. */
export const DEMO_MEMBER = { email: 'packer@reflute.test', name: 'Pia Packer' }
const INVITED = 'accountant@reflute.test'
const JOINED_DAYS = 40

/**
 * Adds a person who works for both demo sellers as a member, and an open invitation; nothing once there is such an account. Nobody knows
 * the link of the invitation: its owner can send a new one.
 * @param sellers business of each demo seller, by the seller's email
 */
export async function seedTeam({ db, now }: Deps, sellers: ReadonlyMap<string, string>): Promise<void> {
  if (await findUserByEmail(db, DEMO_MEMBER.email)) return
  const businessIds = [OWNER, OTHER_OWNER].flatMap((email) => sellers.get(email) ?? [])
  const at = now()
  const since = new Date(at.getTime() - JOINED_DAYS * DAY_MS)
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const values = {
    ...DEMO_MEMBER,
    role: 'business_admin',
    passwordHash,
    emailVerifiedAt: since,
    createdAt: since,
    updatedAt: since,
  } as const
  const member = await insertUser(db, values)
  if (!member || businessIds.length === 0) return
  await db
    .insert(businessMembers)
    .values(
      businessIds.map((businessId, index) => ({
        userId: member.id,
        businessId,
        kind: 'member' as const,
        since: new Date(since.getTime() + index),
      })),
    )
    .onConflictDoNothing()
  const owner = await findUserByEmail(db, OWNER)
  const businessId = sellers.get(OWNER)
  if (!owner || !businessId) return
  const expiresAt = new Date(at.getTime() + TEAM_INVITATION_DAYS * DAY_MS)
  await db
    .insert(businessInvitations)
    .values({ businessId, email: INVITED, kind: 'owner', tokenHash: hashToken(newToken()), invitedBy: owner.id, createdAt: at, expiresAt })
    .onConflictDoNothing()
}
