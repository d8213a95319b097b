import { figure } from '#app/lib/format.ts'
import { normalizeIdentifier } from '#domain/text.ts'

/** The parsed number, and why it differs from the text, or null. */
interface ReadNumber {
  value: number
  hint: string | null
}

const PLAIN = /^[+-]?(\d+(\.\d*)?|\.\d+)$/
const GROUPED = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/

/** Parses an amount as people type it: '5000', '5,000.50', '$ 5 000'. Nothing is refused: an invalid number counts as 0, with a hint. */
export function readNumber(text: string, max: number): ReadNumber {
  const bare = normalizeIdentifier(text).replace(/[\s$€%]/g, '')
  if (bare === '') return { value: 0, hint: 'Empty, so it counts as 0' }
  if (!PLAIN.test(bare) && !GROUPED.test(bare)) return { value: 0, hint: 'Not a number, so it counts as 0' }
  const value = Number(bare.replaceAll(',', ''))
  if (value < 0) return { value: 0, hint: 'Below 0, so it counts as 0' }
  if (value > max) return { value: max, hint: `Above the maximum, so it counts as ${figure(max)}` }
  return { value, hint: null }
}
