import type { CategoryBody } from '#contract/catalog/categories.ts'
import { DEFAULT_CATEGORY_KIND } from '#domain/product.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { insertCategory } from './category-list.ts'
import { checkNames, refuseIfTaken, refuseReserved } from './check-category.ts'

/**
 * Adds a category. Refuses `category_incomplete`, `category_taken` and `category_value_reserved`.
 * @returns its id
 */
export async function createCategory({ db, now }: Deps, actor: Actor, body: CategoryBody, requestId: string): Promise<string> {
  const words = checkNames(body)
  return inTransaction(db, async (tx) => {
    await refuseReserved(tx, words.value, null)
    const category = { ...words, description: body.description ?? '', kind: body.kind ?? DEFAULT_CATEGORY_KIND }
    const { id } = await insertCategory(tx, category, now()).catch(refuseIfTaken)
    await recordAudit(tx, { actor, action: 'category.create', targetType: 'category', targetId: id, after: category, requestId })
    return id
  })
}
