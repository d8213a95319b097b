import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import { violatedConstraint } from '#server/platform/db/failure.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, requireMayRestore } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { findBusiness, lockAnyBusiness, updateBusiness } from './business-record.ts'
import { presentBusiness } from './present-business.ts'
import { reinstateSellers, showProducts } from './related-records.ts'

/**
 * Restores a deleted business with the status that it had, and the products and sellers that are still as its deletion left them. One that
 * is not deleted stays as it is. Refuses `not_found`, `restore_reserved` and `business_email_taken`.
 */
export async function restoreBusiness({ db, now }: Deps, actor: Actor, { id, requestId }: { id: string; requestId: string }) {
  return inTransaction(db, async (tx) => {
    const at = now()
    const { status, deletion, email } = found(await lockAnyBusiness(tx, id))
    if (status !== 'Deleted') return { ...presentBusiness(found(await findBusiness(tx, id))), restoredProducts: 0, restoredSellers: 0 }
    requireMayRestore(actor, deletion?.by ?? null)
    const change = { status: deletion?.status ?? 'Inactive', deletedAt: null, deletion: null } as const
    await updateBusiness(tx, id, change, at).catch((error: unknown) => {
      if (violatedConstraint(error) !== 'businesses_email_key') throw error
      return refuse('business_email_taken', {
        detail: `Another business now uses the email ${email}. Change its email or delete it, then restore this one.`,
      })
    })
    const restoredProducts = deletion ? await showProducts(tx, id, deletion.products, at) : 0
    const restoredSellers = deletion ? await reinstateSellers(tx, id, deletion, at) : 0
    await recordAudit(tx, {
      actor,
      action: 'business.restore',
      targetType: 'business',
      targetId: id,
      before: { status },
      after: { status: change.status, productsShown: restoredProducts, sellersReinstated: restoredSellers },
      requestId,
    })
    return { ...presentBusiness(found(await findBusiness(tx, id))), restoredProducts, restoredSellers }
  })
}
