import { isSellersDoing, RETURN_REASON_LABELS } from '#domain/return-request.ts'
import { withdrawnRefund } from '#domain/withdrawal.ts'
import { standardShippingCents } from '#server/orders/buyer-rights.ts'
import type { OrderRecord } from '#server/orders/order-record.ts'
import { isAllBack, shippingCost } from '#server/orders/refunded-lines.ts'
import { listSales } from '#server/payments/ledger/ledger-entries.ts'
import { requestRefund } from '#server/payments/refunds/request-refund.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type ReturnRecord, readRefundedShipping } from './order-returns.ts'
import { worthOf } from './present-return.ts'

/** Actor (null: the shop itself, as for a card payment), time and request of a change to a return. */
export interface Settler {
  actor: Actor | null
  at: Date
  requestId?: string
}

/**
 * Returns the shipping that is refunded with a return, in cents: once all of the seller order is back, what the buyer paid where it came
 * back for a reason of the seller's, and of a withdrawal the standard delivery. What other returns of it have refunded counts.
 */
export async function shippingOf(tx: Db, record: OrderRecord, returned: ReturnRecord): Promise<number> {
  const { row } = returned
  const part = record.parts.find(({ businessId }) => businessId === row.businessId)
  const isWithdrawn = row.withdrawalId !== null
  if (!part || (!isWithdrawn && !isSellersDoing(row.reason))) return 0
  if (!(await isAllBack(tx, record, row.businessId, row.id))) return 0
  const owedCents = isWithdrawn ? standardShippingCents(record, part) : shippingCost(record, part)
  return Math.max(owedCents - (await readRefundedShipping(tx, row)), 0)
}

/** Returns what a return is worth, in cents: its items with the shipping that it stores, less a deduction; never more than is left. */
export function valueOf({ parts }: Pick<OrderRecord, 'parts'>, returned: ReturnRecord): number {
  const { businessId, shippingCents, deductionCents } = returned.row
  const part = parts.find((one) => one.businessId === businessId)
  const worthCents = withdrawnRefund({ itemsCents: worthOf(returned), shippingCents, deductionCents })
  return part ? Math.min(worthCents, part.totalCents - part.refundedCents) : 0
}

/**
 * Returns what is refunded of a return, in cents: 0 while the order is not paid in full, and when nothing is left to refund.
 * @param isDeducted whether the buyer deducted some of it from the payment that completed the order
 */
export async function refundableOf(tx: Db, record: OrderRecord, returned: ReturnRecord, isDeducted = false): Promise<number> {
  const { order } = record
  if (!isDeducted && order.paymentStatus === 'partially_paid') return 0
  if (!(await listSales(tx, order.id)).has(returned.row.businessId)) return 0
  return Math.min(valueOf(record, returned), order.paidCents - order.refundedCents)
}

/** Part of the refund of a return that is not sent, in cents: deducted by the buyer, or paid for the order of an exchange. */
type Unsent = { deductedCents: number } | { exchangedCents: number; orderNumber: string }

/**
 * Refunds the items of a return, less a deduction, with the shipping that it stores; never more than is left.
 * @param unsent absent: all of it is sent
 * @returns the refund; null while the order is not paid in full, or when nothing is left to refund
 */
export async function refundReturn(
  tx: Db,
  record: OrderRecord,
  returned: ReturnRecord,
  { actor, at, requestId }: Settler,
  unsent?: Unsent,
): ReturnType<typeof requestRefund> {
  const { id, number, businessId, reason } = returned.row
  const isExchange = unsent !== undefined && 'exchangedCents' in unsent
  const amountCents = await refundableOf(tx, record, returned, unsent !== undefined && !isExchange)
  if (amountCents === 0) return null
  return requestRefund(tx, record, {
    shares: [{ businessId, amountCents }],
    reason: isExchange ? `Return ${number}: exchanged in order ${unsent.orderNumber}` : `Return ${number}: ${RETURN_REASON_LABELS[reason]}`,
    cause: { kind: 'return', returnId: id },
    ...unsent,
    actor,
    at,
    ...(requestId && { requestId }),
  })
}
