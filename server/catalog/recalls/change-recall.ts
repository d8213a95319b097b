import type { ProductForm } from '#contract/catalog/product-edits.ts'
import { presentForm } from '#server/catalog/product-edits/present-form.ts'
import { findForm } from '#server/catalog/product-edits/product-form.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { isStale } from '#server/platform/db/product-version.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuseStale } from '#server/platform/http/refusal.ts'
import { notifyRecall } from './notify-buyers.ts'
import { lockRecalled, storeRecall } from './recall-list.ts'

/** A change by staff: the text of the recall, or null to end it. */
interface RecallChange {
  productId: string
  text: string | null
  version?: number | undefined
  requestId: string
}

const present = async (tx: Db, actor: Actor, id: string) => presentForm(found(await findForm(tx, actor, id)))

/**
 * Recalls a product: its sale stops with the transaction, and all buyers are emailed. A recalled one gets another text, or is sold again.
 * @throws the refusal `edit_conflict` with the `current` product
 */
export async function changeRecall(
  { db, now }: Deps,
  actor: Actor,
  { productId, text, version, requestId }: RecallChange,
): Promise<ProductForm> {
  return inTransaction(db, async (tx) => {
    const row = found(await lockRecalled(tx, productId))
    if (isStale(version, row)) refuseStale(['product', productId], await present(tx, actor, productId))
    const isSame = text === null ? row.recalledAt === null : row.recalledAt !== null && row.recallText === text
    if (isSame) return present(tx, actor, productId)
    const at = now()
    await storeRecall(tx, productId, text === null ? null : { at: row.recalledAt ?? at, text }, at)
    await recordAudit(tx, {
      actor,
      action: text === null ? 'product.recall_ended' : 'product.recalled',
      targetType: 'product',
      targetId: productId,
      before: { recall: row.recallText },
      after: { recall: text ?? '' },
      requestId,
    })
    if (text !== null && row.recalledAt === null) await notifyRecall(tx, row, { text, at })
    return present(tx, actor, productId)
  })
}
