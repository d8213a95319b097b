import { figure } from '#app/lib/format.ts'

/** What a typed number counts as, and why it is not what was typed; null: it is. */
interface ReadNumber {
  value: number
  hint: string | null
}

const PLAIN = /^[+-]?(\d+(\.\d*)?|\.\d+)$/
const GROUPED = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/

/** Reads an amount as people type it: '5000', '5,000.50', '$ 5 000'. Nothing is refused: what is no number counts as 0, and says so (D171). */
export function readNumber(text: string, max: number): ReadNumber {
  const bare = text.replace(/[\s$€%]/g, '')
  if (bare === '') return { value: 0, hint: 'Empty: it counts as 0' }
  if (!PLAIN.test(bare) && !GROUPED.test(bare)) return { value: 0, hint: 'This is not a number: it counts as 0' }
  const value = Number(bare.replaceAll(',', ''))
  if (value < 0) return { value: 0, hint: 'Less than 0: it counts as 0' }
  if (value > max) return { value: max, hint: `At most ${figure(max)}: it counts as that` }
  return { value, hint: null }
}
