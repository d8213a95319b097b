import type { StaffCategory } from '#contract/catalog/categories.ts'
import type { Db } from '#server/platform/db/client.ts'
import { found } from '#server/platform/http/refusal.ts'
import { listStaffCategories } from './category-list.ts'

/** Lists all categories as staff see them. */
export async function presentCategories(db: Db): Promise<StaffCategory[]> {
  return (await listStaffCategories(db)).map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

/** Returns a category as staff see it. Refuses `not_found`. */
export async function presentCategory(db: Db, id: string): Promise<StaffCategory> {
  return found((await presentCategories(db)).find((category) => category.id === id))
}
