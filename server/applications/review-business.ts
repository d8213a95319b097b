import type { Business } from '#contract/applications.ts'
import { type ApprovalStatus, REVIEW_TRANSITIONS } from '#domain/business.ts'
import { canMove } from '#domain/transitions.ts'
import { recordAudit } from '#server/audit/repository.ts'
import { deleteSessionsOf, insertUser, insertUserToken } from '#server/auth/repository.ts'
import { hashToken, newToken } from '#server/auth/token.ts'
import { type Db, inTransaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/http/actor.ts'
import { found, refuse } from '#server/http/refusal.ts'
import { queueMail } from '#server/mail/repository.ts'
import { presentBusiness } from './present-business.ts'
import { type BusinessRow, findBusiness, insertReview, lockBusiness, lockOwner, promoteToOwner, updateBusiness } from './repository.ts'

/** How long an invitation's link lives (D240). */
const INVITATION_MS = 7 * 24 * 3_600_000

/** A link by which somebody sets a first password. */
async function invite(tx: Db, userId: string, publicUrl: string, now: Date): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + INVITATION_MS)
  await insertUserToken(tx, { tokenHash: hashToken(token), userId, purpose: 'invite', createdAt: now, expiresAt })
  return `${publicUrl}/reset-password?token=${token}`
}

/**
 * Gives an approved business somebody who runs it: its own admin if it has one, the customer who applied or has its e-mail, else a new user.
 * @returns the link of the invitation where a password has yet to be set; null where there is nothing to set.
 */
async function giveOwner(tx: Db, business: BusinessRow, publicUrl: string, now: Date): Promise<string | null> {
  const owner = await lockOwner(tx, business)
  if (owner && owner.businessId === business.id) return owner.hasPassword ? null : invite(tx, owner.id, publicUrl, now)
  if (owner && owner.role === 'customer') {
    await promoteToOwner(tx, owner.id, business.id, now)
    await deleteSessionsOf(tx, owner.id)
    return null
  }
  if (owner) return null // staff, or the admin of another business: their role stays
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

/**
 * Decides on a business; an approved one gets its business_admin, and the firm is told by mail, with the reason.
 * Refuses `not_found`, `invalid_review`, and `edit_conflict` with the `current` business when `version` is an older one.
 */
export async function reviewBusiness(
  { db, config, now }: Deps,
  actor: Actor,
  request: { id: string; to: Exclude<ApprovalStatus, 'pending'>; reason: string; version: number | undefined; requestId: string },
): Promise<Business> {
  return inTransaction(db, async (tx) => {
    const { id, to, reason, version, requestId } = request
    const business = found(await lockBusiness(tx, id))
    if (version !== undefined && version !== business.version) {
      refuse('edit_conflict', { extra: { current: presentBusiness(found(await findBusiness(tx, id))) } })
    }
    const from = business.businessStatus
    if (!canMove(REVIEW_TRANSITIONS, from, to)) refuse('invalid_review', { facts: { from, to } })
    const at = now()
    await insertReview(tx, { businessId: id, reviewerId: actor.userId, from, to, reason, at })
    const decided = await updateBusiness(tx, id, { businessStatus: to }, at)
    const link = to === 'approved' ? await giveOwner(tx, decided, config.publicUrl, at) : null
    await recordAudit(tx, {
      actor,
      action: `business.${to}`,
      targetType: 'business',
      targetId: id,
      before: { businessStatus: from },
      after: { businessStatus: to, ...(reason && { reason }) },
      requestId,
    })
    await queueMail(tx, {
      dedupeKey: `business-${to}:${id}:${decided.version}`,
      template: `business-${to}`,
      to: decided.email,
      facts: { name: decided.name, reason, link },
      at,
    })
    return presentBusiness(found(await findBusiness(tx, id)))
  })
}
