import type { CheckedBusiness } from '#contract/sellers/applications.ts'
import type { TraderCheck, TraderChecks } from '#domain/trader.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuseStale } from '#server/platform/http/refusal.ts'
import { findBusiness, lockBusiness, updateBusiness } from './business-record.ts'
import { presentChecked } from './present-business.ts'

/** A check of a business as it was sent; an empty `how` takes it back. */
interface Check {
  id: string
  check: TraderCheck
  how: string
  version: number | undefined
  requestId: string
}

/**
 * Records a check of a business, or takes it back. Refuses `not_found`, and `edit_conflict` with the `current` business when `version` is
 * stale.
 */
export async function checkBusiness(
  { db, now }: Deps,
  actor: Actor,
  { id, check, how, version, requestId }: Check,
): Promise<CheckedBusiness> {
  return inTransaction(db, async (tx) => {
    const business = found(await lockBusiness(tx, id))
    const current = () => findBusiness(tx, id).then((stored) => presentChecked(found(stored)))
    if (version !== undefined && version !== business.version) refuseStale(['business', id], await current())
    const { [check]: made, ...others } = business.checks
    if ((made?.how ?? '') === how) return current()
    const checks: TraderChecks = how === '' ? others : { ...others, [check]: { by: actor.name, at: now().toISOString(), how } }
    await updateBusiness(tx, id, { checks }, now())
    await recordAudit(tx, {
      actor,
      action: how === '' ? 'business.uncheck' : 'business.check',
      targetType: 'business',
      targetId: id,
      before: { [check]: made?.how ?? null },
      after: { [check]: how || null },
      requestId,
    })
    return current()
  })
}
