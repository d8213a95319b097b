import { formatMoney } from '#domain/money.ts'
import { OWED_STATUSES, openCents } from '#domain/order.ts'
import { OVERDUE_DAYS, REMINDER_DAYS, reminderOf } from '#domain/pay-later.ts'
import { DAY_MS } from '#domain/time.ts'
import { orderMailFacts } from '#server/orders/mail-facts.ts'
import { amountsDue, type DueAmount } from '#server/orders/order-milestones.ts'
import { findBuyerEmail, lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import { readCreditCents } from '#server/orders/refunded-lines.ts'
import { hasOpenDispute } from '#server/payments/disputes/dispute-list.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { listUnpaid } from './unpaid-orders.ts'

/** Orders that were due earlier are skipped: sent reminders are deleted after 90 days, and must not be sent again. */
const MAX_AGE_DAYS = 60

/** Returns what is to be paid for an order, and when. */
async function amountsOf(tx: Db, record: OrderRecord): Promise<DueAmount[]> {
  return amountsDue(record, openCents(record.order, record.parts, await readCreditCents(tx, record)))
}

/** Reminds the buyer of an amount where a reminder is due. @returns whether it was */
async function remind(tx: Db, { order, lines }: OrderRecord, { key, cents, dueAt }: DueAmount, at: Date): Promise<boolean> {
  const step = reminderOf(dueAt, at)
  if (step === null) return false
  const facts = {
    ...orderMailFacts(order, lines),
    placedAt: order.createdAt.toISOString(),
    dueBy: dueAt.toISOString(),
    dueCents: cents,
    ...(step < 0 && { isEarly: 'yes' }),
  }
  const to = await findBuyerEmail(tx, order.userId)
  await queueMail(tx, { dedupeKey: `payment-reminder:${key}:${step}`, template: 'payment-reminder', to, facts, at })
  return true
}

/** Notifies staff of an amount that is long overdue. @returns whether it is */
async function notifyStaff(tx: Db, { order }: OrderRecord, { key, cents, dueAt }: DueAmount, at: Date): Promise<boolean> {
  if (at.getTime() < dueAt.getTime() + OVERDUE_DAYS * DAY_MS) return false
  const days = Math.floor((at.getTime() - order.createdAt.getTime()) / DAY_MS)
  await notify(tx, {
    audience: { staff: 'orders.read' },
    kind: 'payment-overdue',
    title: order.paymentPlan
      ? `${formatMoney(cents, order.currency)} of order ${order.number} is overdue`
      : `Order ${order.number} has been unpaid for ${days} days`,
    text: order.paymentPlan ? '' : 'You can cancel it. The products will be restocked.',
    path: `/admin/orders/${order.id}`,
    dedupeKey: `payment-overdue:${key}`,
    at,
  })
  return true
}

/**
 * Reminds buyers of Pay Later orders 3 days before they are due, and 3, 10 and 20 days after, and notifies staff 16 days after; what is
 * paid or disputed is left alone.
 * @returns a summary in words
 */
export async function remindPayers({ db, now }: Deps): Promise<string> {
  const at = now()
  const from = new Date(at.getTime() - MAX_AGE_DAYS * DAY_MS)
  const to = new Date(at.getTime() - REMINDER_DAYS[0] * DAY_MS)
  let [reminders, overdue] = [0, 0]
  for (const id of await listUnpaid(db, { from, to })) {
    await inTransaction(db, async (tx) => {
      const record = await lockOrder(tx, id, null)
      if (!record || !OWED_STATUSES.includes(record.order.paymentStatus) || record.order.status === 'cancelled') return
      if (await hasOpenDispute(tx, id)) return
      for (const amount of await amountsOf(tx, record)) {
        reminders += Number(await remind(tx, record, amount, at))
        overdue += Number(await notifyStaff(tx, record, amount, at))
      }
    })
  }
  return reminders + overdue === 0
    ? 'Nothing is late.'
    : `${reminders} reminders are due, ${overdue} amounts are overdue by ${OVERDUE_DAYS} days.`
}
