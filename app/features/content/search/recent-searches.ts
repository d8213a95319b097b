const KEY = 'recent_searches'
const MOST = 6
const LONGEST = 200

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST
}

/** Returns the last searches in this browser, newest first; none when storage is unavailable or invalid. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isText).slice(0, MOST) : []
  } catch {
    return []
  }
}

/** Stores a search as the most recent one; it is stored once, ignoring case. */
export function keepSearch(query: string): void {
  const words = query.trim()
  if (!isText(words)) return
  const others = recentSearches().filter((kept) => kept.toLowerCase() !== words.toLowerCase())
  try {
    localStorage.setItem(KEY, JSON.stringify([words, ...others].slice(0, MOST)))
  } catch {
    // storage is full or unavailable
  }
}

/** Deletes the stored searches: on request, and at sign-out, since the device may be shared. */
export function dropRecentSearches(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // storage is unavailable
  }
}
