const KEY = 'recent_searches'
const MAX_SEARCHES = 6
const MAX_LENGTH = 200

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= MAX_LENGTH
}

/** Returns the last searches in this browser, newest first; none when storage is unavailable or invalid. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isText).slice(0, MAX_SEARCHES) : []
  } catch {
    return []
  }
}

/** Stores a search as the most recent one; it is stored once, ignoring case. */
export function storeSearch(query: string): void {
  const trimmed = query.trim()
  if (!isText(trimmed)) return
  const others = recentSearches().filter((other) => other.toLowerCase() !== trimmed.toLowerCase())
  try {
    localStorage.setItem(KEY, JSON.stringify([trimmed, ...others].slice(0, MAX_SEARCHES)))
  } catch {
    // storage is full or unavailable
  }
}

/** Deletes the stored searches: on request, and at sign-out, since the device may be shared. */
export function clearRecentSearches(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // storage is unavailable
  }
}
