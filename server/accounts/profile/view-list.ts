import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { savedViews, users } from '#server/platform/db/schema.ts'

const { id, label, query } = savedViews

/** A view to save. */
export interface NewView {
  grid: string
  label: string
  query: string
}

/** Returns a user's views of a list, oldest first. */
export function listViews(db: Db, userId: string, grid: string) {
  return db
    .select({ id, label, query })
    .from(savedViews)
    .where(and(eq(savedViews.userId, userId), eq(savedViews.grid, grid)))
    .orderBy(asc(savedViews.createdAt), asc(savedViews.id))
}

/** Locks the views of a user, so that two saves at once take turns. Must run in a transaction. */
export async function lockViews(tx: Db, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/** Stores a view; one of the same name is replaced. */
export async function storeView(tx: Db, userId: string, view: NewView) {
  const [row] = await tx
    .insert(savedViews)
    .values({ userId, ...view })
    .onConflictDoUpdate({ target: [savedViews.userId, savedViews.grid, savedViews.label], set: { query: view.query } })
    .returning({ id, label, query })
  if (!row) throw new Error('The view was not stored')
  return row
}

/** Deletes a user's view. @returns false when the user has no such view */
export async function deleteView(db: Db, userId: string, viewId: string): Promise<boolean> {
  const rows = await db
    .delete(savedViews)
    .where(and(eq(savedViews.userId, userId), eq(savedViews.id, viewId)))
    .returning({ id })
  return rows.length > 0
}
