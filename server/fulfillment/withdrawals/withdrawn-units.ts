import { awaitsCard, isPartCancellable } from '#domain/order.ts'
import { unitsCost } from '#domain/refund-amount.ts'
import { lineKey, type OrderRecord } from '#server/orders/order-record.ts'
import { costsOf, listGoneLines, listRefundedBefore } from '#server/orders/refunded-lines.ts'
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
 * Units of one seller order that a withdrawal is about. `isUnshipped`: they have not shipped, so that nothing is sent back; `isCanceled`:
 * nothing of it has, and they are all that is left of it, so that it is canceled.
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
 * without products that were made to the buyer's order, and without services of a seller order that has shipped: staff settle them. Of one
 * that is partly shipped there are two: units that have not shipped, which are taken first, and those that have. The conditions of
 * voluntary returns do not matter. To act on it, the caller must hold the order's lock.
 */
export async function listWithdrawnParts(
  db: Db,
  record: OrderRecord,
  asked: readonly { productId: string; quantity: number }[] | null,
): Promise<WithdrawnPart[]> {
  const { order, parts, lines } = record
  const gone = await listGoneLines(db, order.id)
  const refunded = await listRefundedBefore(db, record)
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
        const unshipped = isUnshipped
          ? Math.max(Math.min(quantity, line.quantity - line.withdrawn - line.shipped - (refunded.get(line.id) ?? 0)), 0)
          : 0
        const whole = { costCents: costs.get(line.id) ?? 0, quantity: line.quantity, goneQuantity, goneCents }
        const amountCents = unitsCost(whole, unshipped)
        const { id: lineId, productId, takesStock, name } = line
        const of = { lineId, productId, key, takesStock, name }
        return {
          left: left - quantity,
          unshipped: { ...of, quantity: unshipped, amountCents },
          shipped: { ...of, quantity: quantity - unshipped, amountCents: unitsCost(whole, quantity) - amountCents },
        }
      })
    const isCanceled = units.every(({ left, shipped }) => left === 0 && shipped.quantity === 0) && !isBegun(record, part.businessId)
    const { businessId, businessName } = part
    return ([true, false] as const).flatMap((isFirst): WithdrawnPart[] => {
      const chosen = units.map(({ unshipped, shipped }) => (isFirst ? unshipped : shipped)).filter(({ quantity }) => quantity > 0)
      return chosen.length === 0
        ? []
        : [{ businessId, businessName, isUnshipped: isFirst, isCanceled: isFirst && isCanceled, lines: chosen }]
    })
  })
}

/** Returns true if something of a seller order has shipped. */
const isBegun = ({ lines }: OrderRecord, businessId: string) => lines.some((line) => line.businessId === businessId && line.shipped > 0)

/** Returns the units that a statement names, or all (null), without those that were settled for it before. */
export function withoutUnits<Unit extends { productId: string; quantity: number }>(
  asked: readonly Unit[] | null,
  settled: ReadonlyMap<string, number>,
): Unit[] | null {
  return asked && asked.map((unit) => ({ ...unit, quantity: Math.max(unit.quantity - (settled.get(unit.productId) ?? 0), 0) }))
}
