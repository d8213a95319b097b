import type { ReleasedSellers } from '#contract/sellers/applications.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import { lockBusiness, updateBusiness } from './business-record.ts'
import { closeBusiness } from './close-business.ts'

/**
 * Deletes a business; staff can restore it for 90 days. Its active sellers become Inactive or customers. Refuses `not_found` (also the
 * second time) and `business_has_orders`.
 */
export async function removeBusiness(
  { db, now }: Deps,
  actor: Actor,
  { id, sellers, requestId }: { id: string; sellers?: ReleasedSellers | undefined; requestId: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const at = now()
    const business = found(await lockBusiness(tx, id))
    const closed = await closeBusiness(tx, id, { now: at, sellers })
    await updateBusiness(
      tx,
      id,
      { status: 'Deleted', deletedAt: at, deletion: { ...closed, by: actor.userId, status: business.status } },
      at,
    )
    await recordAudit(tx, {
      actor,
      action: 'business.delete',
      targetType: 'business',
      targetId: id,
      before: { name: business.name, status: business.status },
      after: {
        status: 'Deleted',
        productsHidden: closed.products.length,
        sellersReleased: closed.sellers.length + (closed.members?.length ?? 0),
      },
      requestId,
    })
  })
}
