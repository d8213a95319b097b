import { clickOf } from '#domain/search/click.ts'

/** Has the shop count that a search led to a page of its own, without who searched. The answer is not waited for, and a lost one does not matter. */
export function sendClick(query: string, path: string): void {
  const click = clickOf(path)
  if (!click || query.trim() === '') return
  const body = new Blob([JSON.stringify({ q: query.trim().slice(0, 200), ...click })], { type: 'application/json' })
  navigator.sendBeacon('/api/search/clicks', body)
}
