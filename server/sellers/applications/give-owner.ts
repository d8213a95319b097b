import { DAY_MS } from '#domain/time.ts'
import { normalizeEmail } from '#domain/user.ts'
import { deleteKeyLinks, insertUserToken } from '#server/identity/auth/one-use-links.ts'
import { deleteSessionsOf } from '#server/identity/auth/session-record.ts'
import { insertUser } from '#server/identity/auth/user-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { hashToken, newToken } from '#server/platform/secrets/token.ts'
import { type BusinessRow, lockCandidates, promoteToOwner, removePassword } from './business-record.ts'

/** Lifetime of an invitation's link. */
const INVITATION_MS = 7 * DAY_MS

type Candidate = Awaited<ReturnType<typeof lockCandidates>>[number]

/** The actor, time and request of an approval. */
interface Approval {
  actor: Actor
  at: Date
  requestId: string
  publicUrl: string
}

/** Creates a link that sets a first password and leads to the dashboard. */
async function invite(tx: Db, userId: string, { publicUrl, at }: Approval): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(at.getTime() + INVITATION_MS)
  await insertUserToken(tx, { tokenHash: hashToken(token), userId, purpose: 'invite', createdAt: at, expiresAt })
  return `${publicUrl}/reset-password?token=${token}&from=/business/dashboard`
}

/** Removes the password and pending links of an account that somebody may have opened with another person's email. */
async function removeAccess(tx: Db, userId: string, at: Date): Promise<void> {
  await removePassword(tx, userId)
  await deleteKeyLinks(tx, userId, at)
}

/** Records the new role in the audit log. */
async function recordOwner(
  tx: Db,
  business: BusinessRow,
  { actor, requestId }: Approval,
  user: { id: string; role: string | null },
): Promise<void> {
  const after = { role: 'business_admin', businessId: business.id }
  const before = user.role ? { role: user.role } : null
  await recordAudit(tx, { actor, action: 'business.owner', targetType: 'user', targetId: user.id, before, after, requestId })
}

/**
 * Returns the person who will own a business: the one who applied while signed in, else the one with its email. Who works on another team
 * without owning it is free as well, but never by an address that is not confirmed: the account reaches that team.
 */
function personOf({ applicantId, email }: BusinessRow, candidates: readonly Candidate[]): Candidate | undefined {
  const isFree = ({ id, role, ownsAny, isVerified }: Candidate) =>
    role === 'customer' || (role === 'business_admin' && !ownsAny && (isVerified || id === applicantId))
  const free = candidates.filter((candidate) => candidate.isActive && isFree(candidate))
  return free.find(({ id }) => id === applicantId) ?? free.find((user) => user.email === normalizeEmail(email))
}

/**
 * Gives an approved business an owner: its own if it has one, the person who applied or has its email, else a new user.
 * An unconfirmed email proves nothing: the invitation hands that account to the owner of the mailbox.
 * @returns the invitation's link where a password has yet to be set, else null
 */
export async function giveOwner(tx: Db, business: BusinessRow, approval: Approval): Promise<string | null> {
  const candidates = await lockCandidates(tx, business)
  const owner = candidates.find(({ owns }) => owns)
  if (owner) return owner.hasPassword ? null : invite(tx, owner.id, approval)
  const person = personOf(business, candidates)
  if (person) {
    await promoteToOwner(tx, person.id, business.id, approval.at)
    await deleteSessionsOf(tx, person.id)
    await recordOwner(tx, business, approval, person)
    if (person.id === business.applicantId || person.isVerified) return null
    await removeAccess(tx, person.id, approval.at)
    return invite(tx, person.id, approval)
  }
  // staff, another business's admin or an inactive user with this email keep their role, and no owner is created
  const user = await insertUser(tx, {
    name: business.name,
    email: business.email,
    role: 'business_admin',
    businessId: business.id,
    createdAt: approval.at,
    updatedAt: approval.at,
  })
  if (!user) return null
  await recordOwner(tx, business, approval, { id: user.id, role: null })
  return invite(tx, user.id, approval)
}
