import type { CategoryBody } from '#contract/catalog/categories.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseStale } from '#server/platform/http/refusal.ts'
import { renameInRates } from '#server/sellers/commission/commission-rates.ts'
import { type CategoryRow, countIn, lockCategory, updateCategory as storeCategory, storeFormerValue } from './category-list.ts'
import { checkNames, refuseIfTaken, refuseReserved } from './check-category.ts'
import { presentCategory } from './present-category.ts'

type Change = Partial<Pick<CategoryRow, 'value' | 'label' | 'description' | 'kind'>>

const NAMES = ['value', 'label', 'description', 'kind'] as const

/** Returns the fields that differ. */
function changeOf(category: CategoryRow, wanted: Change): Change {
  const changed = NAMES.filter((name) => wanted[name] !== undefined && wanted[name] !== category[name])
  return Object.fromEntries(changed.map((name) => [name, wanted[name]]))
}

/** Refuses a new kind while the category has products: all of them are of its kind. */
async function refuseOtherKind(tx: Db, category: CategoryRow, { kind }: Change): Promise<void> {
  if (!kind || (await countIn(tx, category.id)).total === 0) return
  refuse('category_kind_fixed', {
    facts: { from: `${category.kind}s`, to: `${kind}s` },
    errors: [{ field: 'kind', message: 'This category still has products' }],
  })
}

async function store(tx: Db, category: CategoryRow, change: Change): Promise<void> {
  if (change.value) {
    await refuseReserved(tx, change.value, category.id)
    await storeFormerValue(tx, category, change.value)
    await renameInRates(tx, category.value, change.value)
  }
  await storeCategory(tx, category.id, change).catch(refuseIfTaken)
}

/**
 * Changes a category. Its products stay in it, and its old value still finds it.
 * Refuses `category_incomplete`, `category_taken`, `category_value_reserved`, `category_kind_fixed`, and `edit_conflict` with the `current`
 * category.
 * @returns its id
 */
export async function updateCategory(
  { db }: Deps,
  actor: Actor,
  { idOrValue, body, requestId }: { idOrValue: string; body: CategoryBody; requestId: string },
): Promise<string> {
  const words = checkNames(body)
  return inTransaction(db, async (tx) => {
    const category = found(await lockCategory(tx, idOrValue))
    if (body.version !== undefined && body.version !== category.version) {
      refuseStale(['category', category.id], await presentCategory(tx, category.id))
    }
    const change = changeOf(category, {
      ...words,
      ...(body.description !== undefined && { description: body.description }),
      ...(body.kind && { kind: body.kind }),
    })
    if (Object.keys(change).length === 0) return category.id
    await refuseOtherKind(tx, category, change)
    await store(tx, category, change)
    const before = Object.fromEntries(NAMES.filter((name) => name in change).map((name) => [name, category[name]]))
    await recordAudit(tx, {
      actor,
      action: 'category.edit',
      targetType: 'category',
      targetId: category.id,
      before,
      after: change,
      requestId,
    })
    return category.id
  })
}
