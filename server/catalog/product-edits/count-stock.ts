import type { FieldError } from '#contract/errors.ts'
import { MAX_STOCK } from '#domain/stock.ts'
import { formatCount } from '#domain/text.ts'
import { sumMovementsSince, updateStocks } from '#server/catalog/products/product-record.ts'
import { recordAudits } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { RowWrite } from './write-product.ts'

/** A stock typed for a locked product. */
interface TypedStock {
  id: string
  /** The current stock. */
  stock: number
  typed: number
  /** The version that the user saw; undefined: the typed stock is stored as it is. */
  read: number | undefined
  /** The form field of the number. */
  field: string
  /** Named in refusals when a request has several products. */
  name?: string
}

/** Returns the message for a stock that would fall below zero; `since`: the change of stock since the product was read. */
const wordsOf = ({ stock, since, name }: TypedStock & { since: number }): string =>
  `${name ? `${name}: ` : ''}Stock changed while you were editing: it was ${formatCount(stock - since)}, and it's ${formatCount(stock)} now. Nothing was saved. Reload to enter a new count.`

/**
 * Returns the stocks to store. A stock typed over that of a version is applied as the difference, so that units sold meanwhile stay sold.
 * @throws RefusalError 409 `stock_below_zero` when more is taken away than there is, 422 above the maximum stock
 */
export async function countStocks(tx: Db, rows: readonly TypedStock[]): Promise<Map<string, number>> {
  const reads = rows.flatMap(({ id, read }) => (read === undefined ? [] : [{ id, version: read }]))
  const changes = await sumMovementsSince(tx, reads)
  const counted = rows.map((row) => {
    const since = row.read === undefined ? 0 : (changes.get(row.id) ?? 0)
    return { ...row, since, after: row.read === undefined ? row.typed : row.typed + since }
  })
  const wrong = counted.flatMap((row): FieldError[] => (row.after < 0 ? [{ field: row.field, message: wordsOf(row) }] : []))
  const [first] = wrong
  if (first) refuse('stock_below_zero', { detail: first.message, errors: wrong })
  const large = counted.filter(({ after }) => after > MAX_STOCK).map(({ field }) => ({ field, message: 'The stock is too high' }))
  if (large.length > 0) refuse('invalid_input', { errors: large })
  return new Map(counted.map(({ id, after }) => [id, after]))
}

/** A stock for a locked product that has another one. */
export interface StockChange {
  id: string
  version: number
  before: number
  stock: number
}

/** Stores stocks of locked products, with their movements and audit entries. */
export async function storeStocks(tx: Db, changes: readonly StockChange[], { actor, requestId }: Omit<RowWrite, 'now'>): Promise<void> {
  await updateStocks(
    tx,
    changes.map(({ id, before, stock }) => ({ id, stock, delta: stock - before })),
    { reference: requestId, actorId: actor.userId },
  )
  await recordAudits(
    tx,
    changes.map(({ id, before, stock }) => ({
      actor,
      action: 'product.stock',
      targetType: 'product',
      targetId: id,
      before: { stock: before },
      after: { stock },
      requestId,
    })),
  )
}
