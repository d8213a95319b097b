import { day } from '#app/lib/format.ts'

interface ReturnableItem {
  name: string
  /** The last day; null: not to be sent back. */
  returnUntil: string | null
}

/** Describes until when items can be returned: one day for all, or each day with its items, as machines have a longer window. */
export function untilWords(items: readonly ReturnableItem[]): string {
  const days = [...new Set(items.flatMap(({ returnUntil }) => returnUntil ?? []))].sort()
  const namesOf = (until: string) => items.filter(({ returnUntil }) => returnUntil === until).map(({ name }) => name)
  if (days.length === 1) return days.map((until) => `until ${day(until)}`).join('')
  return days.map((until) => `${namesOf(until).join(', ')} until ${day(until)}`).join('; ')
}
