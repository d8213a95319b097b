import { toMinor } from '#domain/money.ts'

/** Text typed for one product of a bulk dialog, by field. */
export type Typed = Record<string, string>

const isTyped = (text: string | undefined): text is string => text !== undefined && text.trim() !== ''

const stockOf = (text: string): number | null => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : null)
const priceOf = (text: string): number | null => {
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
