import type { OrderOverview } from '#contract/orders/orders.ts'
import { type Currency, toDecimal } from '#domain/money.ts'
import { openCents } from '#domain/order.ts'
import { isStillOpen } from '#domain/return-window.ts'
import { RETURN_DAYS } from '#domain/returns.ts'
import { openWindows } from '#domain/shipment.ts'
import { DAY_MS, dayOf } from '#domain/time.ts'
import type { Db } from '#server/platform/db/client.ts'
import { found } from '#server/platform/http/refusal.ts'
import { readTimeZone } from '#server/platform/settings/setting-groups.ts'
import { returnWindowsOf } from './buyer-rights.ts'
import { listDeliveredIds, readOrders } from './order-list.ts'
import { amountsDue } from './order-milestones.ts'
import { findOrder, type OrderRecord } from './order-record.ts'
import { presentSummary } from './present-order.ts'
import { listGoneLines, readCreditCents } from './refunded-lines.ts'

/** Most unpaid orders, and most orders with open return windows, that are looked at. */
const MAX_UNPAID = 100
const MAX_RETURNABLE = 10

/** Longest return window, with a day for the zones of the world. */
const WINDOW_MS = (Math.max(...Object.values(RETURN_DAYS)) + 1) * DAY_MS

/** Reads what a user has to know of their orders at once: the last one, what is due, and what can still be returned. */
export async function readOverview(db: Db, userId: string, now: Date): Promise<OrderOverview> {
  const timeZone = await readTimeZone(db)
  const [last] = await readOrders(db, { userId, page: 1, limit: 1 })
  const recordsOf = (ids: readonly string[]) => Promise.all(ids.map(async (id) => found(await findOrder(db, id, { userId }))))
  const unpaid = await readOrders(db, { userId, unpaidSince: now, sort: ['createdAt'], page: 1, limit: MAX_UNPAID })
  const owed = await recordsOf(unpaid.map(({ order }) => order.id))
  const delivered = await recordsOf(await listDeliveredIds(db, userId, new Date(now.getTime() - WINDOW_MS), MAX_RETURNABLE))
  return {
    last: last ? presentSummary(last) : null,
    due: await dueByCurrency(db, owed, timeZone),
    returns: (await Promise.all(delivered.map((record) => returnableOf(db, record, { now, timeZone }))))
      .flatMap((returnable) => returnable ?? [])
      .sort((one, other) => one.until.localeCompare(other.until)),
  }
}

async function dueByCurrency(db: Db, records: readonly OrderRecord[], timeZone: string): Promise<OrderOverview['due']> {
  const amounts = await Promise.all(
    records.map(async (record) => {
      const due = openCents(record.order, record.parts, await readCreditCents(db, record))
      const parts = amountsDue(record, due)
      return {
        currency: record.order.currency,
        cents: Math.min(
          due,
          parts.reduce((sum, { cents }) => sum + cents, 0),
        ),
        dueOn: parts.map(({ dueAt }) => dayOf(dueAt, timeZone)).sort()[0] ?? '',
      }
    }),
  )
  const owed = Map.groupBy(
    amounts.filter(({ cents }) => cents > 0),
    ({ currency }): Currency => currency,
  )
  return [...owed].map(([currency, own]) => ({
    currency,
    orderCount: own.length,
    amount: toDecimal(own.reduce((sum, { cents }) => sum + cents, 0)),
    dueOn: own.map(({ dueOn }) => dueOn).sort()[0] ?? '',
  }))
}

/** Returns the first day on which something of an order can be returned for the last time; null where nothing can be returned now. */
async function returnableOf(
  db: Db,
  record: OrderRecord,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<OrderOverview['returns'][number] | null> {
  const gone = await listGoneLines(db, record.order.id)
  const isOpen = (until: string) => isStillOpen(until, now, timeZone)
  const days = record.lines
    .flatMap((line) => {
      const windows = returnWindowsOf(record, line, timeZone)
      const units = { windows, gone: gone.get(line.id)?.quantity ?? 0, withdrawn: line.withdrawn }
      return openWindows(units, isOpen).map(({ until }) => until)
    })
    .sort()
  const { id: orderId, number } = record.order
  return days[0] ? { orderId, number, until: days[0] } : null
}
