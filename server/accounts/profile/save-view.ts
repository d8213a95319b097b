import { MAX_VIEWS, type SavedView } from '#contract/accounts/view-list.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { listViews, lockViews, type NewView, storeView } from './view-list.ts'

/** Saves a view of a list for a user. Refuses `too_many_views`. */
export function saveView(db: Db, userId: string, view: NewView): Promise<SavedView> {
  return inTransaction(db, async (tx) => {
    await lockViews(tx, userId)
    const saved = await listViews(tx, userId, view.grid)
    if (saved.length >= MAX_VIEWS && saved.every(({ label }) => label !== view.label))
      refuse('too_many_views', { facts: { max: String(MAX_VIEWS) } })
    return storeView(tx, userId, view)
  })
}
