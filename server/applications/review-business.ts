import type { Business } from '#contract/applications.ts'
import { type ApprovalStatus, REVIEW_TRANSITIONS } from '#domain/business.ts'
import { canMove } from '#domain/transitions.ts'
import { recordAudit } from '#server/audit/repository.ts'
import { inTransaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/http/actor.ts'
import { found, refuse } from '#server/http/refusal.ts'
import { followDecision } from './follow-decision.ts'
import { presentBusiness } from './present-business.ts'
import { findBusiness, lockBusiness, updateBusiness } from './repository.ts'

/**
 * Decides on a business; an approved one gets its business_admin, and the firm is told by mail, with the reason.
 * Refuses `not_found`, `invalid_review`, and `edit_conflict` with the `current` business when `version` is an older one.
 */
export async function reviewBusiness(
  deps: Deps,
  actor: Actor,
  request: { id: string; to: Exclude<ApprovalStatus, 'pending'>; reason: string; version: number | undefined; requestId: string },
): Promise<Business> {
  return inTransaction(deps.db, async (tx) => {
    const { id, to, reason, version, requestId } = request
    const business = found(await lockBusiness(tx, id))
    if (version !== undefined && version !== business.version) {
      refuse('edit_conflict', { extra: { current: presentBusiness(found(await findBusiness(tx, id))) } })
    }
    const from = business.businessStatus
    if (!canMove(REVIEW_TRANSITIONS, from, to)) refuse('invalid_review', { facts: { from, to } })
    const at = deps.now()
    const decided = await updateBusiness(tx, id, { businessStatus: to }, at)
    await followDecision(tx, deps, decided, { actor, from, reason, at, requestId })
    await recordAudit(tx, {
      actor,
      action: `business.${to}`,
      targetType: 'business',
      targetId: id,
      before: { businessStatus: from },
      after: { businessStatus: to, ...(reason && { reason }) },
      requestId,
    })
    return presentBusiness(found(await findBusiness(tx, id)))
  })
}
