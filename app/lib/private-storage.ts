import { browserStorage, tabStorage } from './storage.ts'

/** Keys of the browser's storage whose values belong to the person who is signed in. */
export const PRIVATE_KEYS = { cart: 'cart', recentSearches: 'recent_searches', lastLists: 'last_lists' } as const

/** Part of the keys of what was typed and not saved. */
export const DRAFT_MARK = '-draft:'

const PRIVATE: readonly string[] = Object.values(PRIVATE_KEYS)

/** Removes all private values of this browser and everything of this tab, also what a module stored that this tab has not loaded. */
export function clearPrivateStorage(): void {
  browserStorage.removeAll((key) => PRIVATE.includes(key) || key.includes(DRAFT_MARK))
  tabStorage.removeAll(() => true)
}
