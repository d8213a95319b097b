import { arrivalDays, isLate } from '#domain/delivery.ts'
import { isAllShipped } from '#domain/shipment.ts'
import { DAY_MS, dayOf } from '#domain/time.ts'
import { orderMailFacts } from '#server/orders/mail-facts.ts'
import { listLateIds } from '#server/orders/order-list.ts'
import { findBuyerEmail, lockOrder, type OrderRecord, productIdsOf, type SellerOrderRow } from '#server/orders/order-record.ts'
import { arrivalOf } from '#server/orders/present-shipments.ts'
import { deliveryDaysOf } from '#server/orders/store-pricing.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { readTimeZone } from '#server/platform/settings/setting-groups.ts'

/** Orders that are older are left alone: sent emails are deleted after 90 days, and must not be sent again. */
const MAX_AGE_DAYS = 85

/** The moment at which is looked for what is late, and the zone of its day. */
interface Now {
  at: Date
  timeZone: string
}

/** Returns the lines of a seller order that are late and have not arrived: each arrives with the last of its parcels. */
const lateLines = ({ lines, shipments }: OrderRecord, part: SellerOrderRow, { at, timeZone }: Now) =>
  lines.filter(
    (line) =>
      line.businessId === part.businessId &&
      line.withdrawn < line.quantity &&
      arrivalOf(line, shipments) === null &&
      isLate({ promisedTo: line.promisedTo, status: part.status, deliveredAt: part.deliveredAt }, at, timeZone),
  )

/** Returns the day by which late lines are expected now: the days of their delivery once more, from today. */
function newDayOf({ order }: OrderRecord, late: ReturnType<typeof lateLines>, now: Now): string {
  const days = deliveryDaysOf(order.pricing, new Set(productIdsOf(late)))
  return arrivalDays(now, days, 0, order.customer.country).latest
}

/**
 * Emails the buyer, once for each promised day of a seller order, that the lines of this day are late, with the new day and the free
 * cancellation; and notifies the seller.
 */
async function notifyOfPart(tx: Db, record: OrderRecord, part: SellerOrderRow, now: Now): Promise<boolean> {
  const late = lateLines(record, part, now)
  const days = Map.groupBy(late, ({ promisedTo }) => promisedTo ?? '')
  for (const [day, lines] of days) await notifyOfDay(tx, record, part, { day, lines, ...now })
  return late.length > 0
}

/** Lines of a seller order that were promised until one day. */
interface LateDay extends Now {
  day: string
  lines: ReturnType<typeof lateLines>
}

async function notifyOfDay(tx: Db, record: OrderRecord, part: SellerOrderRow, { day, lines, at, timeZone }: LateDay): Promise<void> {
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
    newDay: newDayOf(record, lines, { at, timeZone }),
    ...(isAllShipped(lines) && { shippedAt: (part.shippedAt ?? part.updatedAt).toISOString() }),
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
 * Emails buyers of lines that have not arrived by the day that was promised: once for each seller order and promised day, with a new day
 * and a free cancellation (16 CFR 435.2).
 * @returns a summary in words
 */
export async function notifyLate({ db, now }: Deps): Promise<string> {
  const at = now()
  const timeZone = await readTimeZone(db)
  const ids = await listLateIds(db, { today: dayOf(at, timeZone), since: new Date(at.getTime() - MAX_AGE_DAYS * DAY_MS) })
  let count = 0
  for (const { id } of ids) {
    await inTransaction(db, async (tx) => {
      const record = await lockOrder(tx, id, null)
      if (!record || record.order.holdUntil !== null) return
      for (const part of record.parts) if (await notifyOfPart(tx, record, part, { at, timeZone })) count += 1
    })
  }
  return count === 0 ? 'Nothing is late.' : `${count} seller orders are late.`
}
