import type { Withdrawal, WithdrawalCase } from '#contract/fulfillment/withdrawals.ts'
import { refundDueAt } from '#domain/withdrawal.ts'
import { readWithdrawnUnits } from '#server/fulfillment/returns/order-returns.ts'
import { rightOf } from '#server/orders/buyer-rights.ts'
import { findOrder } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { found } from '#server/platform/http/refusal.ts'
import { findWithdrawal, type WithdrawalRecord } from './withdrawal-list.ts'
import { listWithdrawnParts, withoutUnits } from './withdrawn-units.ts'

/** Presents a confirmed withdrawal. */
export function presentWithdrawal({ row, foundNumber }: WithdrawalRecord): Withdrawal {
  const { id, orderId, orderNumber, name, email, statement, status, answer, decidedAt, version } = row
  const receivedAt = row.receivedAt ?? row.createdAt
  return {
    id,
    number: row.number ?? '',
    order: orderId !== null && foundNumber !== null ? { id: orderId, number: foundNumber } : null,
    orderNumber,
    name,
    email,
    statement,
    status,
    answer,
    receivedAt: receivedAt.toISOString(),
    dueAt: refundDueAt(receivedAt).toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    version,
  }
}

/** Returns a withdrawal with the right of its buyer when it was received, and the units that accepting it would be about. */
export async function readCase(db: Db, id: string): Promise<WithdrawalCase> {
  const record = found(await findWithdrawal(db, id))
  const { row } = record
  const order = row.orderId && (await findOrder(db, row.orderId, null))
  if (!order) return { ...presentWithdrawal(record), right: null, lines: [] }
  const all = row.status === 'received' ? await listWithdrawnParts(db, order, null) : []
  const named = withoutUnits(row.lines, await readWithdrawnUnits(db, id))
  const asked = (productId: string, left: number) =>
    named === null ? left : Math.min(left, named.find((line) => line.productId === productId)?.quantity ?? 0)
  return {
    ...presentWithdrawal(record),
    right: rightOf(order, row.receivedAt ?? row.createdAt),
    lines: all.flatMap(({ businessName, isUnshipped, isCanceled, lines }) =>
      lines.map(({ key: productId, name, quantity: left }) => {
        const quantity = row.items === '' ? asked(productId, left) : 0
        return { productId, name, left, quantity, businessName, isUnshipped, isCancelable: isCanceled }
      }),
    ),
  }
}
