import { dueDate } from '#domain/invoice.ts'
import { dueCents } from '#domain/order.ts'
import { OVERDUE_AFTER_DAYS, REMIND_AFTER_DAYS } from '#domain/pay-later.ts'
import { DAY_MS } from '#domain/time.ts'
import { orderMailFacts } from '#server/orders/mail-facts.ts'
import { findBuyerEmail, lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import { readCreditCents } from '#server/orders/refunded-lines.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { listUnpaid } from './unpaid-orders.ts'

/** Older orders are skipped: sent reminders are deleted after 90 days, and must not be sent again. */
const MAX_AGE_DAYS = 85

const isOpen = ({ order }: OrderRecord) => order.paymentStatus === 'unpaid' && order.status !== 'cancelled'

async function remind(tx: Db, record: OrderRecord, at: Date): Promise<void> {
  const { order, parts, lines } = record
  const due = dueCents(parts, await readCreditCents(tx, record))
  if (due === 0) return
  const facts = {
    ...orderMailFacts(order, lines),
    placedAt: order.createdAt.toISOString(),
    dueBy: dueDate(order.createdAt).toISOString(),
    dueCents: due,
  }
  const to = await findBuyerEmail(tx, order.userId)
  await queueMail(tx, { dedupeKey: `payment-reminder:${order.id}`, template: 'payment-reminder', to, facts, at })
}

async function notifyStaff(tx: Db, { order }: OrderRecord, at: Date): Promise<void> {
  await notify(tx, {
    audience: 'staff',
    kind: 'payment-overdue',
    title: `Order ${order.number} has been unpaid for ${OVERDUE_AFTER_DAYS} days`,
    text: 'You can cancel it. The products will be restocked.',
    path: `/admin/orders/${order.id}`,
    dedupeKey: `payment-overdue:${order.id}`,
    at,
  })
}

/** Locks an order and acts on it if it is still unpaid. */
async function withUnpaid({ db, now }: Deps, id: string, act: (tx: Db, record: OrderRecord, at: Date) => Promise<void>): Promise<void> {
  await inTransaction(db, async (tx) => {
    const record = await lockOrder(tx, id, null)
    if (record && isOpen(record)) await act(tx, record, now())
  })
}

/**
 * Reminds buyers, once, of Pay Later orders that are unpaid after 14 days, and notifies staff after 30 that they can cancel them.
 * @returns a summary in words
 */
export async function remindPayers(deps: Deps): Promise<string> {
  const before = (days: number) => new Date(deps.now().getTime() - days * DAY_MS)
  const late = await listUnpaid(deps.db, { from: before(MAX_AGE_DAYS), to: before(REMIND_AFTER_DAYS) })
  const overdue = late.filter(({ createdAt }) => createdAt <= before(OVERDUE_AFTER_DAYS))
  for (const { id } of late) await withUnpaid(deps, id, remind)
  for (const { id } of overdue) await withUnpaid(deps, id, notifyStaff)
  return late.length === 0
    ? 'Nothing is late.'
    : `${late.length} unpaid for ${REMIND_AFTER_DAYS} days, ${overdue.length} of them for ${OVERDUE_AFTER_DAYS}.`
}
