/** Keys of local storage whose values belong to the person who is signed in. */
export const PRIVATE_KEYS = { cart: 'cart', recentSearches: 'recent_searches', lastLists: 'last_lists' } as const

/** Part of the local-storage keys of what was typed and not saved. */
export const DRAFT_MARK = '-draft:'

type PrivateKey = (typeof PRIVATE_KEYS)[keyof typeof PRIVATE_KEYS]

export function readPrivate(key: PrivateKey): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function storePrivate(key: PrivateKey, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // storage is closed or full: nothing is remembered
  }
}

export function removePrivate(key: PrivateKey): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // storage is closed: nothing was remembered
  }
}

/** Removes all private values of this browser and everything of this tab, also what a module stored that this tab has not loaded. */
export function clearPrivateStorage(): void {
  for (const key of Object.values(PRIVATE_KEYS)) removePrivate(key)
  try {
    for (const key of Object.keys(localStorage)) if (key.includes(DRAFT_MARK)) localStorage.removeItem(key)
    sessionStorage.clear()
  } catch {
    // storage is closed: nothing was remembered
  }
}
