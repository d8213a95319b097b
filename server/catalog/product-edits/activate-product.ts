import type { Product } from '#contract/catalog/products.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { readSwitches } from '#server/platform/settings/setting-groups.ts'
import { presentStored } from './present-form.ts'
import { updateStatus } from './product-form.ts'
import { lockOne } from './update-product.ts'

/** Shows or hides a seller's own product. Refuses `product_suspended`, and `review_pending` where staff review products first. */
export async function activateProduct(
  { db, now }: Deps,
  actor: Actor,
  { id, active }: { id: string; active: boolean },
  requestId: string,
): Promise<Product> {
  return inTransaction(db, async (tx) => {
    const stored = await lockOne(tx, id, undefined, { actor, requestId, now: now() })
    const status = active ? 'Active' : 'Inactive'
    if (stored.status === 'Suspended') refuse('product_suspended')
    if (stored.status !== status) {
      if (active && (await readSwitches(tx)).reviewNewProducts) refuse('review_pending')
      await updateStatus(tx, id, status, now())
      const values = { before: { status: stored.status }, after: { status } }
      await recordAudit(tx, { actor, action: 'product.status', targetType: 'product', targetId: id, ...values, requestId })
    }
    return presentStored(tx, actor, id, now())
  })
}
