import { normalizeEmail } from '#domain/user.ts'
import { deleteKeyLinks, insertUserToken } from '#server/identity/auth/one-use-links.ts'
import { deleteSessionsOf } from '#server/identity/auth/session-record.ts'
import { hashToken, newToken } from '#server/identity/auth/token.ts'
import { insertUser } from '#server/identity/auth/user-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type BusinessRow, forgetPassword, lockCandidates, promoteToOwner } from './business-record.ts'

/** How long an invitation's link lives (D240). */
const INVITATION_MS = 7 * 24 * 3_600_000

type Candidate = Awaited<ReturnType<typeof lockCandidates>>[number]

/** Who approves a business, when, and in which request. */
export interface Approval {
  actor: Actor
  at: Date
  requestId: string
  publicUrl: string
}

/** A link by which somebody sets a first password and, signed in with it, comes to the dashboard. */
async function invite(tx: Db, userId: string, { publicUrl, at }: Approval): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(at.getTime() + INVITATION_MS)
  await insertUserToken(tx, { tokenHash: hashToken(token), userId, purpose: 'invite', createdAt: at, expiresAt })
  return `${publicUrl}/reset-password?token=${token}&from=/business/dashboard`
}

/** Somebody may have made an account with an address of others: what they know of it opens nothing any more. */
async function lockOut(tx: Db, userId: string): Promise<void> {
  await forgetPassword(tx, userId)
  await deleteKeyLinks(tx, userId)
}

/** Somebody has more rights than before: that is written down, as of any change of a role. */
async function noteOwner(tx: Db, business: BusinessRow, { actor, requestId }: Approval, user: { id: string; role: string }): Promise<void> {
  const after = { role: 'business_admin', businessId: business.id }
  const before = user.role === 'customer' ? { role: user.role } : null
  await recordAudit(tx, { actor, action: 'business.owner', targetType: 'user', targetId: user.id, before, after, requestId })
}

/** The customer who is to run a business: who applied signed in, else who has its e-mail. */
function customerOf({ applicantId, email }: BusinessRow, candidates: readonly Candidate[]): Candidate | undefined {
  const free = candidates.filter(({ role, isActive }) => role === 'customer' && isActive)
  return free.find(({ id }) => id === applicantId) ?? free.find((user) => user.email === normalizeEmail(email))
}

/**
 * Gives an approved business somebody who runs it: its own admin if it has one, the customer who applied or has its e-mail, else a new user.
 * An e-mail that its account never confirmed proves nothing: whoever reads the firm's mail gets that account, by the invitation.
 * @returns the link of the invitation where a password has yet to be set; null where there is nothing to set.
 */
export async function giveOwner(tx: Db, business: BusinessRow, approval: Approval): Promise<string | null> {
  const candidates = await lockCandidates(tx, business)
  const owner = candidates.find(({ businessId }) => businessId === business.id)
  if (owner) return owner.hasPassword ? null : invite(tx, owner.id, approval)
  const customer = customerOf(business, candidates)
  if (customer) {
    await promoteToOwner(tx, customer.id, business.id, approval.at)
    await deleteSessionsOf(tx, customer.id)
    await noteOwner(tx, business, approval, customer)
    if (customer.id === business.applicantId || customer.isVerified) return null
    await lockOut(tx, customer.id)
    return invite(tx, customer.id, approval)
  }
  // where staff, another business's admin or a user who is not Active has the e-mail, nobody is made: they stay what they are
  const user = await insertUser(tx, {
    name: business.name,
    email: business.email,
    role: 'business_admin',
    businessId: business.id,
    createdAt: approval.at,
    updatedAt: approval.at,
  })
  if (!user) return null
  await noteOwner(tx, business, approval, user)
  return invite(tx, user.id, approval)
}
