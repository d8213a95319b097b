const KEY = 'recent_searches'
const MOST = 6
const LONGEST = 200

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST
}

/** What was looked for last in this browser, newest first; nothing where storage is closed or holds something else. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isText).slice(0, MOST) : []
  } catch {
    return []
  }
}

/** Puts a search first among the kept ones; the same one, in any case, is kept once. */
export function keepSearch(query: string): void {
  const words = query.trim()
  if (!isText(words)) return
  const others = recentSearches().filter((kept) => kept.toLowerCase() !== words.toLowerCase())
  try {
    localStorage.setItem(KEY, JSON.stringify([words, ...others].slice(0, MOST)))
  } catch {
    // not kept for the next time
  }
}

/** Forgets them: when asked to, and when somebody signs out of a shared machine. */
export function dropRecentSearches(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // nothing was kept
  }
}
