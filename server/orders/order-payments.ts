import { and, asc, eq, inArray } from 'drizzle-orm'
import type { OrderStatus } from '#domain/order.ts'
import type { Db } from '#server/platform/db/client.ts'
import { documents, invoices, payments, refundLines, refunds, returnLines, returns, users } from '#server/platform/db/schema.ts'
import { type DisputeRow, findOrderDispute } from './order-dispute.ts'
import type { OrderRecord } from './order-record.ts'
import { type GoneLine, listGoneLines, readCreditCents, sumKept } from './refunded-lines.ts'

/** A payment with the name of the user who recorded it; null: the provider. */
type OrderPaymentRow = typeof payments.$inferSelect & { actorName: string | null }

/** A refund with the user who requested it, and the returned units. */
interface OrderRefundRow {
  refund: typeof refunds.$inferSelect
  actorName: string | null
  lines: RefundUnits[]
}

/** Payments and refunds of an order. */
export interface OrderMoney {
  payments: OrderPaymentRow[]
  refunds: OrderRefundRow[]
  /** Units that were refunded or are being returned, by the id of their line. */
  gone: Map<string, GoneLine>
  isInvoiced: boolean
  /** Cents that items returned before payment take off the amount due. */
  creditCents: number
  /** The dispute of its payment, the open one or the newest; null where there was none. */
  dispute: DisputeRow | null
  /** Cents that were paid more than was due and are not refunded yet. */
  keptCents: number
}

/** The payments and refunds of an order that was just placed: none. */
export const NO_MONEY: OrderMoney = {
  payments: [],
  refunds: [],
  gone: new Map(),
  isInvoiced: false,
  creditCents: 0,
  dispute: null,
  keptCents: 0,
}

const UNSENT: readonly OrderStatus[] = ['pending', 'processing', 'cancelled']

/**
 * Reads payments, refunds and returned units of an order, oldest first; an order that was neither paid nor sent has none, unless some of it
 * was withdrawn.
 */
export async function readOrderMoney(db: Db, record: OrderRecord): Promise<OrderMoney> {
  const { order, parts, lines } = record
  const hasReturnedTax = lines.some(({ taxReturnedCents }) => taxReturnedCents !== null)
  const isUnsent = order.paidCents === 0 && !hasReturnedTax && parts.every(({ status }) => UNSENT.includes(status))
  if (isUnsent && (await db.$count(returns, eq(returns.orderId, order.id))) === 0) return NO_MONEY
  return {
    payments: await listPayments(db, order.id),
    refunds: await listRefunds(db, order.id),
    gone: await listGoneLines(db, order.id),
    creditCents: await readCreditCents(db, record),
    dispute: order.paidCents === 0 ? null : await findOrderDispute(db, order.id),
    isInvoiced: await hasInvoiceRow(db, order.id),
    keptCents: order.paidCents === 0 ? 0 : await sumKept(db, order.id),
  }
}

/** Returns whether an order has an invoice, of this version or of the one before. */
export async function hasInvoiceRow(db: Db, orderId: string): Promise<boolean> {
  if ((await db.$count(invoices, eq(invoices.orderId, orderId))) > 0) return true
  return (await db.$count(documents, and(eq(documents.orderId, orderId), eq(documents.kind, 'invoice')))) > 0
}

async function listPayments(db: Db, orderId: string): Promise<OrderPaymentRow[]> {
  const rows = await db
    .select({ payment: payments, actorName: users.name })
    .from(payments)
    .leftJoin(users, eq(users.id, payments.actorId))
    .where(and(eq(payments.orderId, orderId), inArray(payments.kind, ['payment', 'excess'])))
    .orderBy(asc(payments.at), asc(payments.id))
  return rows.map(({ payment, actorName }) => ({ ...payment, actorName }))
}

async function listRefunds(db: Db, orderId: string): Promise<OrderRefundRow[]> {
  const rows = await db
    .select({ refund: refunds, actorName: users.name })
    .from(refunds)
    .leftJoin(users, eq(users.id, refunds.actorId))
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
  const units = await listRefundUnits(
    db,
    rows.map(({ refund }) => refund.id),
  )
  return rows.map((row) => ({ ...row, lines: units.filter(({ refundId }) => refundId === row.refund.id) }))
}

/** Units of a line that a refund is for. */
export interface RefundUnits {
  refundId: string | null
  lineId: string
  quantity: number
  amountCents: number
}

/** Lists the units that refunds are for: those that were asked for, and those of returns. */
export async function listRefundUnits(db: Db, ids: readonly string[]): Promise<RefundUnits[]> {
  if (ids.length === 0) return []
  const asked = await db
    .select()
    .from(refundLines)
    .where(inArray(refundLines.refundId, [...ids]))
  const returned = await db
    .select({
      refundId: returns.refundId,
      lineId: returnLines.lineId,
      quantity: returnLines.quantity,
      amountCents: returnLines.amountCents,
    })
    .from(returnLines)
    .innerJoin(returns, eq(returns.id, returnLines.returnId))
    .where(inArray(returns.refundId, [...ids]))
  return [...asked, ...returned]
}
