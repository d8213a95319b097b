import type { Product } from '#contract/catalog/products.ts'
import type { ProductStatus } from '#domain/product.ts'
import { refuseTakenSku } from '#server/catalog/product-edits/check-sku.ts'
import { restoredSlug } from '#server/catalog/product-edits/choose-slug.ts'
import { markDeleted } from '#server/catalog/product-edits/product-form.ts'
import { presentProduct } from '#server/catalog/products/present-product.ts'
import { findProduct } from '#server/catalog/products/product-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { isStale } from '#server/platform/db/product-version.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuseStale } from '#server/platform/http/refusal.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { type LockedProduct, lockProduct, storeStatus } from './product-status.ts'

/** Stores the status; a restored product gets its slug back. @returns the audit entry's values */
async function change(tx: Db, row: LockedProduct, status: ProductStatus, { actor, now }: { actor: Actor; now: Date }) {
  if (status === 'Deleted') {
    await markDeleted(tx, [row], { actor, now })
    return { before: { status: row.status }, after: { status } }
  }
  if (row.status === 'Deleted') await refuseTakenSku(tx, row)
  const slug = row.status === 'Deleted' ? await restoredSlug(tx, row) : row.slug
  await storeStatus(tx, row.id, { status, slug }, now)
  const hasNewSlug = slug !== row.slug
  return { before: { status: row.status, ...(hasNewSlug && { slug: row.slug }) }, after: { status, ...(hasNewSlug && { slug }) } }
}

/** Notifies the seller of the new status; a deleted product has no page to link to. */
async function notifySeller(tx: Db, { id, name, businessId, version }: LockedProduct, status: ProductStatus, at: Date): Promise<void> {
  await notify(tx, {
    audience: { businessId },
    kind: 'product-status',
    title: `${name} is now ${status}`,
    text: status === 'Active' ? 'Buyers can see it and order it.' : "Our team set this status. Buyers can't see it.",
    path: status === 'Deleted' ? '/business/dashboard?tab=products' : `/business/products/${id}/edit`,
    dedupeKey: `product-status:${id}:${version}`,
    at,
  })
}

/**
 * Sets the status of a product; every change of status is allowed. Deleted removes it from the shop, any other status restores it.
 * Refuses `edit_conflict` with the `current` product.
 */
export async function setStatus(
  { db, now }: Deps,
  actor: Actor,
  { productId, status, version }: { productId: string; status: ProductStatus; version?: number | undefined },
  requestId: string,
): Promise<Product> {
  return inTransaction(db, async (tx) => {
    const row = found(await lockProduct(tx, productId))
    const present = async () => presentProduct(found(await findProduct(tx, actor, { id: productId }, now())))
    if (isStale(version, row)) refuseStale(['product', productId], await present())
    if (status !== row.status) {
      const values = await change(tx, row, status, { actor, now: now() })
      await recordAudit(tx, { actor, action: 'product.status', targetType: 'product', targetId: productId, ...values, requestId })
      await notifySeller(tx, row, status, now())
    }
    return present()
  })
}
