import { recordAudit } from '#server/audit/repository.ts'
import { inTransaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/http/actor.ts'
import { found } from '#server/http/refusal.ts'
import { closeBusiness } from './close-business.ts'
import { lockBusiness, updateBusiness } from './repository.ts'

/** Deletes a business; staff can bring it back for 90 days. Refuses `not_found` (also a second time) and `business_has_orders`. */
export async function removeBusiness({ db, now }: Deps, actor: Actor, { id, requestId }: { id: string; requestId: string }): Promise<void> {
  await inTransaction(db, async (tx) => {
    const at = now()
    const business = found(await lockBusiness(tx, id))
    const { products } = await closeBusiness(tx, id, at)
    await updateBusiness(tx, id, { status: 'Deleted', deletedAt: at }, at)
    await recordAudit(tx, {
      actor,
      action: 'business.delete',
      targetType: 'business',
      targetId: id,
      before: { name: business.name, status: business.status },
      after: { status: 'Deleted', productsHidden: products },
      requestId,
    })
  })
}
