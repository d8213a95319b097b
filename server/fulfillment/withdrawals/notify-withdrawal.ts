import { refundDueAt } from '#domain/withdrawal.ts'
import type { WithdrawalOutcome } from '#domain/withdrawal-status.ts'
import { findReturnAddress } from '#server/fulfillment/returns/order-returns.ts'
import { findBuyerEmail, type OrderRecord } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import type { WithdrawalRecord, WithdrawalRow } from './withdrawal-list.ts'
import type { WithdrawnPart } from './withdrawn-units.ts'

const pathOf = ({ id }: Pick<WithdrawalRow, 'id'>) => `/admin/withdrawals?open=${id}`

/**
 * Emails the receipt of a statement, with date and time; `isKnown`: also its content, which the law wants and a stranger could have
 * written.
 */
export async function mailReceipt(
  tx: Db,
  row: WithdrawalRow,
  { at, isKnown, outcome }: { at: Date; isKnown: boolean; outcome: WithdrawalOutcome },
): Promise<void> {
  const { id, number, name, email, statement } = row
  const typed = isKnown ? { name, statement } : { isShort: 'yes' }
  const facts = { number, ...typed, outcome, receivedAt: at.toISOString(), ...(row.userId && { userId: row.userId }) }
  await queueMail(tx, { dedupeKey: `withdrawal-received:${id}`, template: 'withdrawal-received', to: email, facts, at })
}

/** Notifies staff of a statement. */
export async function notifyReceived(tx: Db, row: WithdrawalRow, at: Date): Promise<void> {
  await notify(tx, {
    audience: { staff: 'orders.read' },
    kind: 'withdrawal',
    title: `Withdrawal ${row.number ?? ''} from order ${row.orderNumber}`,
    text:
      row.orderId === null ? 'No order matches this number and email. Find the order, or refuse the withdrawal.' : 'Accept or refuse it.',
    path: pathOf(row),
    dedupeKey: `withdrawal:${row.id}`,
    at,
  })
}

/**
 * Emails the decision about a withdrawal to the address of the statement, with the addresses that the products go back to, and notifies the
 * buyer.
 */
export async function mailDecision(
  tx: Db,
  row: WithdrawalRow,
  { parts, record, at }: { parts: readonly WithdrawnPart[]; record: OrderRecord | null; at: Date },
): Promise<void> {
  const { id, number, name, status, answer } = row
  const isAccepted = status === 'accepted'
  const returned: { name: string; address: string }[] = []
  for (const { businessId, businessName, isUnshipped } of parts) {
    if (!isUnshipped) returned.push({ name: businessName, address: await findReturnAddress(tx, businessId) })
  }
  const facts = {
    name,
    number,
    orderNumber: row.orderNumber,
    status,
    answer,
    isCanceled: parts.some(({ isCanceled }) => isCanceled) ? 'yes' : '',
    isRefunded: parts.some(({ isUnshipped, isCanceled }) => isUnshipped && !isCanceled) ? 'yes' : '',
    sellers: returned,
    sendBy: refundDueAt(row.receivedAt ?? at).toISOString(),
    ...(record && { userId: record.order.userId, orderId: record.order.id }),
  }
  await queueMail(tx, { dedupeKey: `withdrawal-decided:${id}`, template: 'withdrawal-decided', to: row.email, facts, at })
  if (!record) return
  await notify(tx, {
    audience: { userId: record.order.userId },
    kind: 'withdrawal',
    title: `Your withdrawal ${number ?? ''} was ${isAccepted ? 'accepted' : 'refused'}`,
    text: answer,
    path: `/account/orders/${record.order.id}`,
    dedupeKey: `withdrawal-decided:${id}`,
    at,
  })
  const known = await findBuyerEmail(tx, record.order.userId)
  if (known.toLowerCase() === row.email.toLowerCase()) return
  await queueMail(tx, { dedupeKey: `withdrawal-decided:${id}:buyer`, template: 'withdrawal-decided', to: known, facts, at })
}

/** Reminds staff, by email and notification, of a withdrawal whose money is due soon. */
export async function remindOfRefund(tx: Db, { row }: WithdrawalRecord, at: Date): Promise<void> {
  const { id, number, receivedAt, createdAt } = row
  const dueAt = refundDueAt(receivedAt ?? createdAt)
  const { company } = await readSettings(tx)
  const facts = { number, orderNumber: row.orderNumber, dueAt: dueAt.toISOString(), status: row.status, withdrawalId: id }
  await queueMail(tx, { dedupeKey: `withdrawal-due:${id}`, template: 'withdrawal-due', to: company.email, facts, at })
  await notify(tx, {
    audience: { staff: 'orders.read' },
    kind: 'withdrawal-due',
    title: `The refund for withdrawal ${number ?? ''} is due`,
    text: 'By law, the refund is due within 14 days of the withdrawal.',
    path: pathOf(row),
    dedupeKey: `withdrawal-due:${id}`,
    at,
  })
}
