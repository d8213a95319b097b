import { eq } from 'drizzle-orm'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import { NEXT_VERSION } from '#server/platform/db/product-version.ts'
import { orderLines, products } from '#server/platform/db/schema.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { findSeller, type LockedProduct } from './product-form.ts'
import type { Write } from './write-product.ts'

/** Moves a locked product without orders to another business. Refuses 404 for an unknown business, and `product_has_orders`. */
export async function moveProduct(tx: Db, stored: LockedProduct, businessId: string, { actor, requestId, now }: Write): Promise<void> {
  const owner = found(await findSeller(tx, businessId))
  const [ordered] = await tx.select({ id: orderLines.id }).from(orderLines).where(eq(orderLines.productId, stored.id)).limit(1)
  if (ordered) refuse('product_has_orders', { errors: [{ field: 'businessId', message: 'A product with orders stays with its business' }] })
  await tx
    .update(products)
    .set({ businessId: owner.id, updatedAt: now, ...NEXT_VERSION })
    .where(eq(products.id, stored.id))
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
