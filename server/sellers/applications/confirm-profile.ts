import type { Business } from '#contract/sellers/applications.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import { findBusiness, lockBusiness, updateBusiness } from './business-record.ts'
import { presentBusiness } from './present-business.ts'

/** Notes that the details of the caller's business are still correct. Refuses `not_found`. */
export async function confirmProfile({ db, now }: Deps, actor: Actor, requestId: string): Promise<Business> {
  return inTransaction(db, async (tx) => {
    const { id, informConfirmedAt } = found(await lockBusiness(tx, found(actor.businessId)))
    const at = now()
    await updateBusiness(tx, id, { informConfirmedAt: at }, at)
    await recordAudit(tx, {
      actor,
      action: 'business.confirm',
      targetType: 'business',
      targetId: id,
      before: { confirmedAt: informConfirmedAt },
      after: { confirmedAt: at },
      requestId,
    })
    return presentBusiness(found(await findBusiness(tx, id)))
  })
}
