import { deliveryWindow, isLate } from '#domain/delivery.ts'
import { DAY_MS } from '#domain/time.ts'
import { orderMailFacts } from '#server/orders/mail-facts.ts'
import { listLateIds } from '#server/orders/order-list.ts'
import { findBuyerEmail, lockOrder, type OrderRecord, type SellerOrderRow } from '#server/orders/order-record.ts'
import { deliveryDaysOf } from '#server/orders/store-pricing.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'

/** Orders that are older are left alone: sent emails are deleted after 90 days, and must not be sent again. */
const MAX_AGE_DAYS = 85

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** Returns the lines of a seller order that are late. */
const lateLines = ({ lines }: OrderRecord, { businessId, status, deliveredAt }: SellerOrderRow, at: Date) =>
  lines.filter((line) => line.businessId === businessId && isLate({ promisedTo: line.promisedTo, status, deliveredAt }, at))

/** Returns the day by which late lines are expected now: the days of their delivery once more, from today. */
function newDayOf({ order }: OrderRecord, late: ReturnType<typeof lateLines>, at: Date): string {
  const days = deliveryDaysOf(order.pricing, new Set(late.map(({ productId }) => productId)))
  const { latest } = deliveryWindow(at, days, 0, order.customer.country)
  return dayOf(latest)
}

/**
 * Emails the buyer, once for each promised day of a seller order, that the lines of this day are late, with the new day and the free cancellation; and
 * notifies the seller.
 */
async function notifyOfPart(tx: Db, record: OrderRecord, part: SellerOrderRow, at: Date): Promise<boolean> {
  const late = lateLines(record, part, at)
  const days = Map.groupBy(late, ({ promisedTo }) => promisedTo ?? '')
  for (const [day, lines] of days) await notifyOfDay(tx, record, part, { day, lines, at })
  return late.length > 0
}

/** Lines of a seller order that were promised until one day. */
interface LateDay {
  day: string
  lines: ReturnType<typeof lateLines>
  at: Date
}

async function notifyOfDay(tx: Db, record: OrderRecord, part: SellerOrderRow, { day, lines, at }: LateDay): Promise<void> {
  const { order } = record
  const [first] = record.lines
    .flatMap(({ businessId, promisedTo }) => (businessId === part.businessId ? [promisedTo ?? ''] : []))
    .toSorted()
  // the first day of a seller order has the key that all of it had before
  const dedupeKey = `line-late:${order.id}:${part.businessId}${day === first ? '' : `:${day}`}`
  const facts = {
    ...orderMailFacts(order, lines, part),
    late: lines.map(({ name, quantity, promisedTo }) => ({ name, quantity, promisedTo })),
    promisedTo: day,
    newDay: newDayOf(record, lines, at),
    shippedAt: part.shippedAt?.toISOString(),
  }
  await queueMail(tx, { dedupeKey, template: 'line-late', to: await findBuyerEmail(tx, order.userId), facts, at })
  await notify(tx, {
    audience: { businessId: part.businessId },
    kind: 'line-late',
    title: `Order ${order.number} is late`,
    text: 'We emailed the buyer a new date. They can cancel free of charge until you ship.',
    path: `/business/orders/${order.id}`,
    dedupeKey,
    at,
  })
}

/**
 * Emails buyers of lines that have not arrived by the day that was promised: once for each seller order and promised day, with a new day and a
 * free cancellation (16 CFR 435.2).
 * @returns a summary in words
 */
export async function notifyLate({ db, now }: Deps): Promise<string> {
  const at = now()
  const ids = await listLateIds(db, { today: dayOf(at), since: new Date(at.getTime() - MAX_AGE_DAYS * DAY_MS) })
  let count = 0
  for (const { id } of ids) {
    await inTransaction(db, async (tx) => {
      const record = await lockOrder(tx, id, null)
      if (!record || record.order.holdUntil !== null) return
      for (const part of record.parts) if (await notifyOfPart(tx, record, part, at)) count += 1
    })
  }
  return count === 0 ? 'Nothing is late.' : `${count} seller orders are late.`
}
