import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, requireMayRestore } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { findCategory, findFormerOwner, lockCategory, lockDeletedCategory, storeRestored } from './category-list.ts'
import { refuseIfTaken } from './check-category.ts'

/** Refuses a value that another category has, or had, by now. */
async function refuseReused(tx: Db, value: string): Promise<void> {
  const namesake = await findCategory(tx, value)
  if (namesake) {
    const detail = `The category ${namesake.label} now uses the value ${value}. Change or delete that category, then restore this one.`
    refuse('category_taken', { detail })
  }
  const { label } = (await findFormerOwner(tx, value)) ?? {}
  if (label === undefined) return
  const detail = `{label} used the value ${value} in the meantime, and its old links still do. While {label} is there, this category can't be restored.`
  refuse('category_value_reserved', { facts: { label }, detail })
}

/**
 * Restores a deleted category with its former values and those of its products that are still where they were moved to. A category that is
 * not deleted stays as it is. Refuses `not_found`, `restore_reserved`, `category_taken` and `category_value_reserved`.
 * @returns its id
 */
export async function restoreCategory(
  { db, now }: Deps,
  actor: Actor,
  { id, requestId }: { id: string; requestId: string },
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const deleted = await lockDeletedCategory(tx, id)
    if (!deleted) return found(await lockCategory(tx, id)).id
    requireMayRestore(actor, deleted.deletedBy)
    const { value, label, description, kind } = deleted
    await refuseReused(tx, value)
    const products = await storeRestored(tx, deleted, now()).catch(refuseIfTaken)
    const after = { value, label, description, kind, products }
    await recordAudit(tx, { actor, action: 'category.restore', targetType: 'category', targetId: id, after, requestId })
    return id
  })
}
