import { pluralize } from '#domain/text.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseField } from '#server/platform/http/refusal.ts'
import { type CategoryRow, countIn, deleteCategory as eraseCategory, lockCategory, moveProducts } from './category-list.ts'

async function refuseInUse(tx: Db, category: CategoryRow): Promise<void> {
  const { total, deleted } = await countIn(tx, category.id)
  if (total === 0) return
  const ofThem = deleted === 0 ? '' : deleted === total ? ' (deleted, they can be restored)' : ` (${deleted} of them deleted)`
  const products = `There ${total === 1 ? 'is' : 'are'} ${pluralize(total, 'product')}${ofThem}`
  refuse('category_in_use', { facts: { products }, extra: { count: total, deletedCount: deleted } })
}

/** Locks the category that takes over the products; it must be another one of the same kind. */
async function lockTarget(tx: Db, category: CategoryRow, moveTo: string): Promise<CategoryRow> {
  const target = await lockCategory(tx, moveTo)
  if (!target) refuseField('moveTo', 'This category no longer exists.')
  if (target.id === category.id) refuseField('moveTo', 'Please choose another category.')
  if (target.kind !== category.kind) refuseField('moveTo', `Please choose a category of ${category.kind}s.`)
  return target
}

/**
 * Deletes a category, which staff can restore, after moving its products to `moveTo` (an id or value) where given.
 * Refuses `category_in_use` with the `count` of products still in it.
 */
export async function deleteCategory(
  { db, now }: Deps,
  actor: Actor,
  { idOrValue, moveTo, requestId }: { idOrValue: string; moveTo: string | undefined; requestId: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const category = found(await lockCategory(tx, idOrValue))
    const target = moveTo ? await lockTarget(tx, category, moveTo) : null
    const moved = target ? await moveProducts(tx, category.id, target.id, now()) : []
    await refuseInUse(tx, category)
    await eraseCategory(tx, category, { movedTo: target?.id ?? null, movedProducts: moved, deletedAt: now(), deletedBy: actor.userId })
    const { value, label, description, kind } = category
    const after = target && { movedTo: target.value, products: moved.length }
    const before = { value, label, description, kind }
    await recordAudit(tx, { actor, action: 'category.delete', targetType: 'category', targetId: category.id, before, after, requestId })
  })
}
