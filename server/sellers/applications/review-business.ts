import type { CheckedBusiness } from '#contract/sellers/applications.ts'
import { APPROVAL_LABELS, type ApprovalStatus, REVIEW_TRANSITIONS } from '#domain/business.ts'
import { canTransition } from '#domain/transitions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseStale } from '#server/platform/http/refusal.ts'
import { findBusiness, lockBusiness, updateBusiness } from './business-record.ts'
import { requireTraderChecks } from './check-open-items.ts'
import { followDecision } from './follow-decision.ts'
import { presentChecked } from './present-business.ts'

const wordOf = (status: ApprovalStatus) => APPROVAL_LABELS[status].toLowerCase()

/** A decision as it was sent; `version` is the one that the actor saw. */
interface Review {
  id: string
  to: Exclude<ApprovalStatus, 'pending'>
  reason: string
  version: number | undefined
  requestId: string
}

/**
 * Decides on a business. An approved one gets an owner, and the business is emailed, with the reason.
 * Refuses `not_found`, `invalid_review`, `trader_checks_open`, and `edit_conflict` with the `current` business when `version` is stale or
 * somebody else decided concurrently.
 */
export async function reviewBusiness(deps: Deps, actor: Actor, { id, to, reason, requestId, ...sent }: Review): Promise<CheckedBusiness> {
  const version = sent.version ?? found(await findBusiness(deps.db, id)).business.version
  return inTransaction(deps.db, async (tx) => {
    const business = found(await lockBusiness(tx, id))
    if (version !== business.version) refuseStale(['business', id], presentChecked(found(await findBusiness(tx, id))))
    const from = business.businessStatus
    if (!canTransition(REVIEW_TRANSITIONS, from, to)) refuse('invalid_review', { facts: { from: wordOf(from), to: wordOf(to) } })
    if (to === 'approved') await requireTraderChecks(tx, business)
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
    return presentChecked(found(await findBusiness(tx, id)))
  })
}
