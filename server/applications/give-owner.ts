import { normalizeEmail } from '#domain/user.ts'
import { deleteKeyLinks, deleteSessionsOf, insertUser, insertUserToken } from '#server/auth/repository.ts'
import { hashToken, newToken } from '#server/auth/token.ts'
import type { Db } from '#server/db/client.ts'
import { type BusinessRow, forgetPassword, lockCandidates, promoteToOwner } from './repository.ts'

/** How long an invitation's link lives (D240). */
const INVITATION_MS = 7 * 24 * 3_600_000

type Candidate = Awaited<ReturnType<typeof lockCandidates>>[number]

/** A link by which somebody sets a first password. */
async function invite(tx: Db, userId: string, publicUrl: string, now: Date): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + INVITATION_MS)
  await insertUserToken(tx, { tokenHash: hashToken(token), userId, purpose: 'invite', createdAt: now, expiresAt })
  return `${publicUrl}/reset-password?token=${token}`
}

/** Somebody may have made an account with an address of others: what they know of it opens nothing any more. */
async function lockOut(tx: Db, userId: string): Promise<void> {
  await forgetPassword(tx, userId)
  await deleteKeyLinks(tx, userId)
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
export async function giveOwner(tx: Db, business: BusinessRow, publicUrl: string, now: Date): Promise<string | null> {
  const candidates = await lockCandidates(tx, business)
  const owner = candidates.find(({ businessId }) => businessId === business.id)
  if (owner) return owner.hasPassword ? null : invite(tx, owner.id, publicUrl, now)
  const customer = customerOf(business, candidates)
  if (customer) {
    await promoteToOwner(tx, customer.id, business.id, now)
    await deleteSessionsOf(tx, customer.id)
    if (customer.id === business.applicantId || customer.isVerified) return null
    await lockOut(tx, customer.id)
    return invite(tx, customer.id, publicUrl, now)
  }
  // null where staff, another business's admin or a user who is not Active has the e-mail: they stay what they are
  const user = await insertUser(tx, {
    name: business.name,
    email: business.email,
    role: 'business_admin',
    businessId: business.id,
    createdAt: now,
    updatedAt: now,
  })
  return user && invite(tx, user.id, publicUrl, now)
}
