import { awaitsCard, isPartCancellable } from '#domain/order.ts'
import { unitsCost } from '#domain/refund-amount.ts'
import { lineKey, type OrderRecord } from '#server/orders/order-record.ts'
import { costsOf, listGoneLines } from '#server/orders/refunded-lines.ts'
import type { Db } from '#server/platform/db/client.ts'

/** Units of a line that a withdrawal is about, and their worth in cents. */
interface WithdrawnLine {
  lineId: string
  /** Null for a line without a product; `key` is what statements name it by. */
  productId: string | null
  key: string
  takesStock: boolean
  name: string
  quantity: number
  amountCents: number
}

/**
 * Units of one seller order that a withdrawal is about. `isUnshipped`: it has not shipped, so that nothing is sent back; `isCanceled`: they
 * are all that is left of it, too, so that it is canceled.
 */
export interface WithdrawnPart {
  businessId: string
  businessName: string
  isUnshipped: boolean
  isCanceled: boolean
  lines: WithdrawnLine[]
}

/**
 * Returns what a withdrawal is about, by seller order: the asked units, or all, without those that were refunded or are being returned,
 * without products that were made to the buyer's order, and without services of a seller order that has shipped: staff settle them. The
 * conditions of voluntary returns do not matter. To act on it, the caller must hold the order's lock.
 */
export async function listWithdrawnParts(
  db: Db,
  record: OrderRecord,
  asked: readonly { productId: string; quantity: number }[] | null,
): Promise<WithdrawnPart[]> {
  const { order, parts, lines } = record
  const gone = await listGoneLines(db, order.id)
  const costs = costsOf(record)
  const isOpen = !awaitsCard(order) && order.paymentStatus !== 'processing'
  return parts.flatMap((part) => {
    if (part.status === 'cancelled') return []
    const isUnshipped = isOpen && isPartCancellable(record, part)
    const units = lines
      .filter(({ businessId }) => businessId === part.businessId)
      .map((line) => {
        const { quantity: goneQuantity, cents: goneCents } = gone.get(line.id) ?? { quantity: 0, cents: 0 }
        const left = line.quantity - goneQuantity
        const key = lineKey(line)
        const wanted = asked?.reduce((sum, one) => (one.productId === key ? sum + one.quantity : sum), 0) ?? left
        const isKept = line.isCustom || (line.kind === 'service' && !isUnshipped)
        const quantity = isKept ? 0 : Math.min(wanted, left)
        const whole = { costCents: costs.get(line.id) ?? 0, quantity: line.quantity, goneQuantity, goneCents }
        const { id: lineId, productId, takesStock, name } = line
        return { lineId, productId, key, takesStock, name, quantity, left, amountCents: unitsCost(whole, quantity) }
      })
    const chosen = units.filter(({ quantity }) => quantity > 0)
    if (chosen.length === 0) return []
    const isWhole = units.every(({ quantity, left }) => quantity === left)
    return [
      {
        businessId: part.businessId,
        businessName: part.businessName,
        isUnshipped,
        isCanceled: isUnshipped && isWhole,
        lines: chosen.map(({ left: _left, ...line }) => line),
      },
    ]
  })
}

/** Returns the units that a statement names, or all (null), without those that were settled for it before. */
export function withoutUnits<Unit extends { productId: string; quantity: number }>(
  asked: readonly Unit[] | null,
  settled: ReadonlyMap<string, number>,
): Unit[] | null {
  return asked && asked.map((unit) => ({ ...unit, quantity: Math.max(unit.quantity - (settled.get(unit.productId) ?? 0), 0) }))
}
