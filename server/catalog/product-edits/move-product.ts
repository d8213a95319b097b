import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { changeOwner, findSeller, hasOrders, type LockedProduct } from './product-form.ts'
import type { Write } from './write-product.ts'

/** Moves a locked product without orders to another business. Refuses 404 for an unknown business, and `product_has_orders`. */
export async function moveProduct(tx: Db, stored: LockedProduct, businessId: string, { actor, requestId, now }: Write): Promise<void> {
  const owner = found(await findSeller(tx, businessId))
  if (await hasOrders(tx, stored.id))
    refuse('product_has_orders', { errors: [{ field: 'businessId', message: 'A product with orders stays with its business' }] })
  await changeOwner(tx, stored.id, owner.id, now)
  await recordAudit(tx, {
    actor,
    action: 'product.business',
    targetType: 'product',
    targetId: stored.id,
    before: { businessId: stored.businessId },
    after: { businessId: owner.id },
    requestId,
  })
}
