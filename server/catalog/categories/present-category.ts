import type { DeletedCategory, StaffCategory } from '#contract/catalog/categories.ts'
import { mayRestore } from '#domain/user-rules.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import { listDeleted, listStaffCategories } from './category-list.ts'

/** Lists all categories as staff see them. */
export async function presentCategories(db: Db): Promise<StaffCategory[]> {
  return (await listStaffCategories(db)).map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

/** Returns a category as staff see it. Refuses `not_found`. */
export async function presentCategory(db: Db, id: string): Promise<StaffCategory> {
  return found((await presentCategories(db)).find((category) => category.id === id))
}

/** Lists the categories deleted since `day`, newest first, and which of them the actor may restore. */
export async function presentDeleted(db: Db, { userId: id, role }: Actor, day: Date): Promise<DeletedCategory[]> {
  return (await listDeleted(db, day)).map(({ category, by }) => ({
    ...category,
    movedCount: category.movedProducts.length,
    deletedAt: category.deletedAt.toISOString(),
    deletedBy: by,
    canRestore: mayRestore({ id, role }, category.deletedBy),
  }))
}
