import { day } from '#app/lib/format.ts'

interface Goods {
  name: string
  /** The last day in UTC; null: not to be sent back. */
  returnUntil: string | null
}

/** Until when goods may be sent back: one day for all, or each day with the goods that it counts for, as machines have longer than others. */
export function untilWords(goods: readonly Goods[]): string {
  const days = [...new Set(goods.flatMap(({ returnUntil }) => returnUntil ?? []))].sort()
  const namesOf = (until: string) => goods.filter(({ returnUntil }) => returnUntil === until).map(({ name }) => name)
  if (days.length === 1) return days.map((until) => `until ${day(until)}`).join('')
  return days.map((until) => `${namesOf(until).join(', ')} until ${day(until)}`).join('; ')
}
