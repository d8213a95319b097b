import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { isSellersDoing, RETURN_STATUSES, type ReturnStatus } from '#domain/return-request.ts'
import type { Db } from '#server/platform/db/client.ts'
import { orderLines, refundLines, refunds, returnLines, returns } from '#server/platform/db/schema.ts'
import type { OrderRecord } from './order-record.ts'

/** Units of a line that were refunded or are being returned, and their value in cents. */
export interface GoneLine {
  quantity: number
  cents: number
}

const UNDECLINED = RETURN_STATUSES.filter((status) => status !== 'declined')

/** Records the units of a refund. */
export async function insertRefundLines(
  tx: Db,
  refundId: string,
  lines: readonly { lineId: string; quantity: number; amountCents: number }[],
): Promise<void> {
  if (lines.length > 0) await tx.insert(refundLines).values(lines.map((line) => ({ ...line, refundId })))
}

/**
 * Returns the units of an order, by the id of their line, that cannot be refunded again: refunded by the line (unless that failed),
 * and returned (unless that was declined). To act on the result, the caller must hold the order's lock.
 * @param returnedIn the states of returns that count
 */
export async function listGoneLines(
  db: Db,
  orderId: string,
  returnedIn: readonly ReturnStatus[] = UNDECLINED,
): Promise<Map<string, GoneLine>> {
  const asked = db
    .select({ lineId: refundLines.lineId, quantity: refundLines.quantity, amountCents: refundLines.amountCents })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .where(and(eq(refunds.orderId, orderId), ne(refunds.status, 'failed')))
  const returned = db
    .select({ lineId: returnLines.lineId, quantity: returnLines.quantity, amountCents: returnLines.amountCents })
    .from(returnLines)
    .innerJoin(returns, eq(returns.id, returnLines.returnId))
    .where(and(eq(returns.orderId, orderId), inArray(returns.status, [...returnedIn])))
  const gone = asked.unionAll(returned).as('gone')
  const rows = await db
    .select({
      lineId: orderLines.id,
      quantity: sql<string>`sum(${gone.quantity})`,
      cents: sql<string>`sum(${gone.amountCents})`,
    })
    .from(gone)
    .innerJoin(orderLines, eq(orderLines.id, gone.lineId))
    .groupBy(orderLines.id)
  return new Map(rows.map(({ lineId, quantity, cents }) => [lineId, { quantity: Number(quantity), cents: Number(cents) }]))
}

/** Checks if every unit of a seller order was refunded or has come back. */
export async function isAllBack(db: Db, { order, lines }: Pick<OrderRecord, 'order' | 'lines'>, businessId: string): Promise<boolean> {
  const gone = await listGoneLines(db, order.id, ['received', 'refunded'])
  return lines.every((line) => line.businessId !== businessId || gone.get(line.id)?.quantity === line.quantity)
}

/**
 * Returns the cents that items returned before payment take off the amount due: their cost, and the shipping of a seller order that came back
 * whole for a reason of the seller's; never more than the seller order. 0 once the order is paid: then they are refunds of the payment.
 */
export async function readCreditCents(db: Db, record: Pick<OrderRecord, 'order' | 'parts' | 'lines'>): Promise<number> {
  const { order, parts } = record
  if (order.paidCents > 0) return 0
  const credits = await db
    .select({ businessId: returns.businessId, reason: returns.reason, cents: sql<string>`sum(${returnLines.amountCents})` })
    .from(returns)
    .innerJoin(returnLines, eq(returnLines.returnId, returns.id))
    .where(and(eq(returns.orderId, order.id), eq(returns.status, 'refunded'), isNull(returns.refundId)))
    .groupBy(returns.businessId, returns.reason)
  let sum = 0
  for (const part of parts) {
    const own = credits.filter(({ businessId }) => businessId === part.businessId)
    const isFaulty = own.some(({ reason }) => isSellersDoing(reason))
    const shippingCents = isFaulty && (await isAllBack(db, record, part.businessId)) ? part.shippingCents : 0
    const worth = own.reduce((cents, credit) => cents + Number(credit.cents), shippingCents)
    sum += part.status === 'cancelled' ? 0 : Math.min(worth, part.totalCents)
  }
  return sum
}
