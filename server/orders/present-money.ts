import type { Order } from '#contract/orders/orders.ts'
import { paymentLabel } from '#domain/manual-payment.ts'
import { toDecimal } from '#domain/money.ts'
import { hasInvoice } from '#domain/order.ts'
import { isStaffRole, type Role } from '#domain/user.ts'
import { presentDispute } from './order-dispute.ts'
import type { OrderMoney, RefundUnits } from './order-payments.ts'
import { lineKey, type OrderRecord } from './order-record.ts'

/** The money of an order as this reader may see it. */
export function presentMoney(
  record: OrderRecord,
  { payments, refunds, isInvoiced, dispute, keptCents }: OrderMoney,
  reader: { role: Role },
) {
  const { order } = record
  const forStaff = <Value>(value: Value) => (isStaffRole(reader.role) ? value : null)
  return {
    paidAmount: toDecimal(order.paidCents),
    refundedAmount: toDecimal(order.refundedCents),
    ...(keptCents > 0 && { keptAmount: toDecimal(keptCents) }),
    payments: payments.map(({ id, kind, method, reference, amountCents, at, actorName }) => ({
      id,
      method,
      label: kind === 'excess' ? 'Not owed after a change' : paymentLabel(method),
      amount: toDecimal(kind === 'excess' ? -amountCents : amountCents),
      at: at.toISOString(),
      reference: kind === 'excess' ? null : forStaff(reference), // the id of the change
      by: forStaff(actorName),
    })),
    refunds: refunds.map(({ refund, actorName, lines }) => ({
      id: refund.id,
      amount: toDecimal(refund.amountCents),
      reason: refund.reason,
      status: refund.status,
      at: refund.createdAt.toISOString(),
      settledAt: refund.settledAt?.toISOString() ?? null,
      lines: presentRefundLines(record, lines),
      by: forStaff(actorName),
      reference: forStaff(refund.reference),
      problem: forStaff(refund.problem),
    })),
    dispute: forStaff(dispute && presentDispute(dispute)),
    hasInvoice: hasInvoice(record, isInvoiced),
  }
}

/** Presents the units of a refund, without those of lines that the reader does not see. */
export function presentRefundLines(
  { lines }: Pick<OrderRecord, 'lines'>,
  refunded: readonly RefundUnits[],
): Order['refunds'][number]['lines'] {
  return refunded.flatMap(({ lineId, quantity, amountCents }) => {
    const line = lines.find(({ id }) => id === lineId)
    return line ? [{ productId: lineKey(line), name: line.name, quantity, amount: toDecimal(amountCents) }] : []
  })
}
