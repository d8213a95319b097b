import type * as z from 'zod/mini'
import { PAGE_LIMIT } from '#contract/common.ts'
import type { AdminOrderQuery } from '#contract/orders/orders.ts'
import { toDecimal } from '#domain/money.ts'
import { DAY_MS, dayOf } from '#domain/time.ts'
import type { Db } from '#server/platform/db/client.ts'
import { spanOf } from '#server/platform/http/read-days.ts'
import { readTimeZone } from '#server/platform/settings/setting-groups.ts'
import { listOrderIds, listOrders, readDeliveries, readOrders, sumOrders } from './order-list.ts'
import { isBuyerGone, presentAdminSummary } from './present-order.ts'
import { listShipments } from './shipment-list.ts'

type Query = Omit<z.output<typeof AdminOrderQuery>, 'page' | 'limit'>

async function filterOf(db: Db, { from, to, unpaidDays, ...filter }: Query, now: Date) {
  const timeZone = await readTimeZone(db)
  const unpaidSince = unpaidDays === undefined ? undefined : new Date(now.getTime() - unpaidDays * DAY_MS)
  return { ...filter, ...spanOf({ from, to }, timeZone), unpaidSince, today: { day: dayOf(now, timeZone), timeZone } }
}

/** One page of everybody's orders, for staff. */
export async function listAllOrders(db: Db, { page = 1, limit = PAGE_LIMIT, ...query }: z.output<typeof AdminOrderQuery>, now: Date) {
  const { items, total } = await listOrders(db, { ...(await filterOf(db, query, now)), page, limit })
  return { items: items.map(presentAdminSummary), total }
}

/** The sums of everybody's orders, for staff. */
export async function sumAllOrders(db: Db, query: Query, now: Date) {
  const rows = await sumOrders(db, await filterOf(db, query, now))
  const amount = (cents: string | null) => toDecimal(Number(cents))
  return rows.map(({ total, paid, refunded, ...row }) => ({
    ...row,
    total: amount(total),
    paid: amount(paid),
    refunded: amount(refunded),
  }))
}

/** The ids of everybody's orders, for a file. */
export const listAllOrderIds = async (db: Db, query: Query, now: Date): Promise<string[]> =>
  listOrderIds(db, await filterOf(db, query, now))

/**
 * The orders with these ids, with lines, seller orders and delivery, for a file. Of a buyer who was erased nothing but the country is left.
 */
export async function readAllOrders(db: Db, { sort }: Query, ids: readonly string[]) {
  const items = await readOrders(db, { sort, page: 1, limit: ids.length, ids })
  const { customers, parts } = await readDeliveries(db, ids)
  const shipments = Map.groupBy(await listShipments(db, ids), ({ orderId }) => orderId)
  return items.map((item) => {
    const { order, lines, delivery } = item
    return {
      summary: presentAdminSummary(item),
      taxMode: order.taxMode,
      lines,
      customer: isBuyerGone(item) ? { country: delivery.country } : (customers.get(order.id) ?? {}),
      parts: parts.get(order.id) ?? [],
      shipments: shipments.get(order.id) ?? [],
    }
  })
}
