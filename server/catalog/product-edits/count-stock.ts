import type { FieldError } from '#contract/errors.ts'
import { MAX_STOCK } from '#server/catalog/imports/cells.ts'
import { sumMovementsSince } from '#server/catalog/products/product-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refuse } from '#server/platform/http/refusal.ts'

/** A stock that somebody typed for a locked product, after reading the product in a version. */
export interface TypedStock {
  id: string
  /** The units that are there now. */
  stock: number
  typed: number
  /** The version that the person read; undefined: the typed stock counts as it is. */
  read: number | undefined
  /** The form field of the number. */
  field: string
  /** Named in refusals where a request has several products. */
  name?: string
}

/** The sentence of a stock that would fall below zero; `since`: the units that came, or left, after the product was read. */
const wordsOf = ({ stock, since, name }: TypedStock & { since: number }): string =>
  `${name ? `${name}: ` : ''}Stock changed while you were editing: it was ${stock - since}, and it's ${stock} now. Nothing was saved. Reload to enter a new count.`

/**
 * Counts the stocks that products have once what was typed is stored. A stock that was typed over the one of a version is applied as their difference,
 * so that units which were sold meanwhile stay sold; the stock of the version itself changes nothing.
 * @throws RefusalError 409 `stock_below_zero` when more is taken away than there is, 422 above the largest stock
 */
export async function countStocks(tx: Db, rows: readonly TypedStock[]): Promise<Map<string, number>> {
  const reads = rows.flatMap(({ id, read }) => (read === undefined ? [] : [{ id, version: read }]))
  const moved = await sumMovementsSince(tx, reads)
  const counted = rows.map((row) => {
    const since = row.read === undefined ? 0 : (moved.get(row.id) ?? 0)
    return { ...row, since, after: row.read === undefined ? row.typed : row.typed + since }
  })
  const wrong = counted.flatMap((row): FieldError[] => (row.after < 0 ? [{ field: row.field, message: wordsOf(row) }] : []))
  const [first] = wrong
  if (first) refuse('stock_below_zero', { detail: first.message, errors: wrong })
  const large = counted.filter(({ after }) => after > MAX_STOCK).map(({ field }) => ({ field, message: 'The stock is too high' }))
  if (large.length > 0) refuse('invalid_input', { errors: large })
  return new Map(counted.map(({ id, after }) => [id, after]))
}
