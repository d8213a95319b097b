import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { deleteHold, lockSeller } from './held-sellers.ts'
import { holdOfSeller } from './hold-payouts.ts'
import { mailAdmins } from './mail-admins.ts'

/**
 * Ends the hold on the payouts of a seller before its time. The note stays in the audit log; the admins of the seller are notified without
 * it. Refuses `not_found` and `payouts_not_on_hold`.
 */
export async function releasePayouts(
  { db, now }: Deps,
  { actor, requestId }: { actor: Actor; requestId: string },
  { id, note }: { id: string; note: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const business = found(await lockSeller(tx, id))
    const at = now()
    const hold = holdOfSeller(business, at) ?? refuse('payouts_not_on_hold', { facts: { business: business.name } })
    await deleteHold(tx, id)
    await recordAudit(tx, {
      actor,
      action: 'payouts.release',
      targetType: 'business',
      targetId: id,
      before: hold,
      after: { until: null, note },
      requestId,
    })
    await mailAdmins(tx, business, { template: 'payouts-released', facts: {}, at })
    await notify(tx, {
      audience: { businessId: id },
      kind: 'payouts-released',
      title: 'Your payouts are no longer on hold',
      text: "We ended the hold early. If you didn't ask for this, contact us right away.",
      path: '/business/earnings',
      dedupeKey: `payouts-released:${id}:${at.getTime()}`,
      at,
    })
  })
}
