const DAY_MS = 86_400_000
const WEEK_DAYS = 7
const THURSDAY = 4

/** Names the ISO week of a day, `2026-W48`: the week belongs to the year that its Thursday is in. */
export function isoWeek(day: Date): string {
  const thursday = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + THURSDAY - (day.getUTCDay() || WEEK_DAYS)))
  const dayOfYear = (thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / DAY_MS
  return `${thursday.getUTCFullYear()}-W${String(Math.floor(dayOfYear / WEEK_DAYS) + 1).padStart(2, '0')}`
}

/** Returns numbers from 0 to below 1 that are the same for the same seed (FNV-1a, then mulberry32). */
function randomOf(seed: string): () => number {
  let state = [...seed].reduce((hash, sign) => Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193), 0x811c9dc5)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Picks `count` different ones, in an order that only the seed decides. */
export function pick<Item>(items: readonly Item[], seed: string, count: number): Item[] {
  const random = randomOf(seed)
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ item }) => item)
}
