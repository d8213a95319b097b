import type { StaffCategory } from '#contract/categories.ts'
import type { Db } from '#server/db/client.ts'
import { found } from '#server/http/refusal.ts'
import { listStaffCategories } from './repository.ts'

/** Every category as staff see it. */
export async function presentCategories(db: Db): Promise<StaffCategory[]> {
  return (await listStaffCategories(db)).map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

/** One category as staff see it. */
export async function presentCategory(db: Db, id: string): Promise<StaffCategory> {
  return found((await presentCategories(db)).find((category) => category.id === id))
}
