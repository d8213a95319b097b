import { toMinor } from '#domain/money.ts'
import { normalizeIdentifier } from '#domain/text.ts'

/** Text typed for one product of a bulk dialog, by field. */
export type Typed = Record<string, string>

const isTyped = (text: string | undefined): text is string => text !== undefined && text.trim() !== ''

/**
 * Returns a number as spreadsheets write it (`$1,234.50`, `1.234,50 €`) in plain digits; other text stays as it is. The last point or comma
 * is the decimal one, unless three digits follow a comma.
 */
export function plainNumber(text: string): string {
  const bare = normalizeIdentifier(text).replace(/[\s$€']|USD|EUR/g, '')
  if (!/^-?\d[\d.,]*$/.test(bare)) return text.trim()
  const at = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','))
  const isGroup = bare[at] === ',' && /^-?\d{1,3}(?:,\d{3})+$/.test(bare)
  if (at < 0 || isGroup) return bare.replaceAll(',', '')
  return `${bare.slice(0, at).replace(/[.,]/g, '')}.${bare.slice(at + 1)}`
}

/** Returns the cells of a range copied from a spreadsheet, row by row. */
export const copiedCells = (text: string): string[][] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(plainNumber))

export const stockOf = (text: string): number | null =>
  /^\d{1,9}$/.test(normalizeIdentifier(text)) ? Number(normalizeIdentifier(text)) : null
export const priceOf = (text: string): number | null => {
  const cents = toMinor(text)
  return cents !== null && cents > 0 ? cents / 100 : null
}

/**
 * Returns the stocks entered, or null when there is none or one is not a whole number of 0 or more (B219).
 * Each has the version whose stock was shown, so that units sold meanwhile stay sold.
 */
export function stockUpdates(
  typed: Readonly<Record<string, Typed>>,
  products: readonly { id: string; version: number }[],
): { id: string; stock: number; version?: number }[] | null {
  const versions = new Map(products.map(({ id, version }) => [id, { version }]))
  const entered = Object.entries(typed).flatMap(([id, { stock }]) => (isTyped(stock) ? [{ id, stock: stockOf(stock) }] : []))
  const valid = entered.flatMap(({ id, stock }) => (stock === null ? [] : [{ id, stock, ...versions.get(id) }]))
  return valid.length > 0 && valid.length === entered.length ? valid : null
}

/** Returns the prices entered, or null when there is none or one is invalid (B220, B221). */
export function priceUpdates(typed: Readonly<Record<string, Typed>>): { id: string; priceUSD?: number; priceEUR?: number }[] | null {
  const updates: { id: string; priceUSD?: number; priceEUR?: number }[] = []
  for (const [id, fields] of Object.entries(typed)) {
    const update: (typeof updates)[number] = { id }
    for (const name of ['priceUSD', 'priceEUR'] as const) {
      const text = fields[name]
      if (!isTyped(text)) continue
      const price = priceOf(text)
      if (price === null) return null
      update[name] = price
    }
    if (update.priceUSD !== undefined || update.priceEUR !== undefined) updates.push(update)
  }
  return updates.length > 0 ? updates : null
}
