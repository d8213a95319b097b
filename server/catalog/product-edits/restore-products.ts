import type { RestoreAnswer } from '#contract/catalog/product-edits.ts'
import { refusalText } from '#contract/refusals.ts'
import type { ProductStatus } from '#domain/product.ts'
import { mayRestore } from '#domain/user-rules.ts'
import { recordAudits } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { restoredSlug } from './choose-slug.ts'
import { lockDeleted, storeFormerSlug, storeRestored } from './product-changes.ts'
import { listTakenSlugs } from './product-form.ts'

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
    const mine = rows.filter(({ deletedBy }) => mayRestore({ id: actor.userId, role: actor.role }, deletedBy))
    for (const row of mine) await restoreDeleted(tx, row, { status: row.deletedFrom ?? 'Inactive', now: now() })
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
    const skipped = rows
      .filter((row) => !mine.includes(row))
      .map(({ id, name }) => ({ id, name, reason: refusalText({ code: 'restore_reserved' }) }))
    return { restored: mine.length, skipped }
  })
}
