import { PRIVATE_KEYS } from '#app/lib/private-storage.ts'
import { browserStorage } from '#app/lib/storage.ts'

const MAX_SEARCHES = 6
const MAX_LENGTH = 200

function isSearch(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= MAX_LENGTH
}

/** Returns the latest searches of this browser, newest first; none where the stored value is unreadable. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(browserStorage.read(PRIVATE_KEYS.recentSearches) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isSearch).slice(0, MAX_SEARCHES) : []
  } catch {
    return []
  }
}

/** Stores a search as the newest one; the same words in another case replace the older entry. */
export function storeSearch(query: string): void {
  const words = query.trim()
  if (!isSearch(words)) return
  const others = recentSearches().filter((search) => search.toLowerCase() !== words.toLowerCase())
  browserStorage.write(PRIVATE_KEYS.recentSearches, JSON.stringify([words, ...others].slice(0, MAX_SEARCHES)))
}

export function clearRecentSearches(): void {
  browserStorage.write(PRIVATE_KEYS.recentSearches, null)
}
