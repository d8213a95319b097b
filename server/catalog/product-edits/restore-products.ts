import type { RestoreAnswer } from '#contract/catalog/product-edits.ts'
import { refusalText } from '#contract/refusals.ts'
import type { ProductStatus } from '#domain/product.ts'
import { mayRestore } from '#domain/user-rules.ts'
import { recordAudits } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { skuTakenText } from './check-sku.ts'
import { restoredSlug } from './choose-slug.ts'
import { lockDeleted, storeFormerSlug, storeRestored } from './product-changes.ts'
import { isSkuTaken, listTakenSlugs } from './product-form.ts'

/** Puts a deleted, locked product back into the shop, at its former address unless another product has taken it. @returns its slug */
export async function restoreDeleted(
  tx: Db,
  row: { id: string; slug: string; name: string },
  { status, formerSlugs = [], now }: { status: ProductStatus; formerSlugs?: readonly string[] | undefined; now: Date },
): Promise<string> {
  const slug = await restoredSlug(tx, row)
  await storeRestored(tx, row.id, { status, slug, now })
  for (const former of formerSlugs) {
    if (!(await listTakenSlugs(tx, former, null)).has(former)) await storeFormerSlug(tx, row.id, former)
  }
  return slug
}

/** Restores deleted products with the status that they had: staff what they deleted themselves, super admins everything. */
export async function restoreProducts(
  { db, now }: Deps,
  actor: Actor,
  productIds: readonly string[],
  requestId: string,
): Promise<RestoreAnswer> {
  const ids = [...new Set(productIds)]
  return inTransaction(db, async (tx) => {
    const rows = await lockDeleted(tx, ids)
    if (rows.length < ids.length) refuse('not_found')
    const reasons = new Map<string, string>()
    const mine: typeof rows = []
    for (const row of rows) {
      if (!mayRestore({ id: actor.userId, role: actor.role }, row.deletedBy)) reasons.set(row.id, refusalText({ code: 'restore_reserved' }))
      else if (await isSkuTaken(tx, row)) reasons.set(row.id, skuTakenText(row.sku))
      else {
        await restoreDeleted(tx, row, { status: row.deletedFrom ?? 'Inactive', now: now() })
        mine.push(row)
      }
    }
    await recordAudits(
      tx,
      mine.map(({ id, deletedFrom }) => ({
        actor,
        action: 'product.restore',
        targetType: 'product',
        targetId: id,
        before: { status: 'Deleted' },
        after: { status: deletedFrom ?? 'Inactive' },
        requestId,
      })),
    )
    const skipped = rows.flatMap(({ id, name }) => {
      const reason = reasons.get(id)
      return reason === undefined ? [] : [{ id, name, reason }]
    })
    return { restored: mine.length, skipped }
  })
}
