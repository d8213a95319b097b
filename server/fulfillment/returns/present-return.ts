import type { Return } from '#contract/fulfillment/returns.ts'
import { toDecimal } from '#domain/money.ts'
import { RETURN_TRANSITIONS, type ReturnStatus, WITHDRAWN_TRANSITIONS } from '#domain/return-request.ts'
import { DELETED_USER, isErasedEmail } from '#domain/user.ts'
import { refundDueAt } from '#domain/withdrawal.ts'
import type { ReturnRecord, ReturnScope } from './order-returns.ts'

/** Worth of the items of a return, in cents. */
export function worthOf({ lines }: Pick<ReturnRecord, 'lines'>): number {
  return lines.reduce((sum, { amountCents }) => sum + amountCents, 0)
}

/** Returns the statuses that may follow; only staff refund withdrawn products that have not arrived. */
export function nextStatusesOf({ row: { status, withdrawalId } }: Pick<ReturnRecord, 'row'>, scope: ReturnScope): readonly ReturnStatus[] {
  if (withdrawalId === null) return RETURN_TRANSITIONS[status]
  return WITHDRAWN_TRANSITIONS[status].filter((next) => scope === null || status !== 'approved' || next !== 'refunded')
}

/** Presents a return to its reader; sellers do not see the customer's email address. */
export function presentReturn(record: ReturnRecord, scope: ReturnScope): Return {
  const { row, order, businessName, refundedCents, exchangedCents, exchange, withdrawal, lines } = record
  const { id, number, orderId, businessId, status, reason, wish, note, photos, answer, createdAt, updatedAt, version } = row
  const isSeller = scope !== null && 'businessId' in scope
  const isCustomer = scope !== null && 'userId' in scope
  const isErased = isErasedEmail(order.userEmail)
  return {
    id,
    number,
    orderId,
    businessId,
    businessName,
    status,
    reason,
    wish,
    note,
    photos,
    answer,
    version,
    orderNumber: order.number,
    customer: { name: isErased ? DELETED_USER : order.userName, email: isSeller || isErased ? '' : order.userEmail },
    lines: lines.map(({ amountCents, lineId: _line, ...line }) => ({ ...line, amount: toDecimal(amountCents) })),
    currency: order.currency,
    amount: toDecimal(worthOf(record)),
    refundedAmount: refundedCents === null ? null : toDecimal(refundedCents - (exchangedCents ?? 0)),
    exchange: exchange && { ...exchange, credit: toDecimal(exchangedCents ?? 0) },
    withdrawal: withdrawal && { number: withdrawal.number ?? '', dueAt: refundDueAt(withdrawal.receivedAt ?? createdAt).toISOString() },
    deduction: row.deductionCents > 0 ? { amount: toDecimal(row.deductionCents), reason: row.deductionReason } : null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    nextStatuses: isCustomer ? [] : [...nextStatusesOf(record, scope)],
  }
}
