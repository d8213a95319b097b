import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { RETURN_STATUSES, type ReturnStatus } from '#domain/return-request.ts'
import type { Db } from '#server/platform/db/client.ts'
import { orderLines, refundLines, refunds, returnLines, returns } from '#server/platform/db/schema.ts'

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
