import { sql } from 'drizzle-orm'
import type { SalesDay } from '#domain/inform.ts'
import { DEFAULT_COUNTRY } from '#domain/shipping.ts'
import type { Db } from '#server/platform/db/client.ts'
import { exchangeRates, orders, sellerOrders } from '#server/platform/db/schema.ts'

/**
 * Returns what each seller sold to the United States since then, by the day (UTC), in USD at the newest rate; canceled seller orders are
 * left out.
 */
export async function listUsSales(db: Db, since: Date): Promise<Map<string, SalesDay[]>> {
  const { rows } = await db.execute<{
    businessId: string
    day: string
    sales: number
    cents: number
  }>(sql`select ${sellerOrders.businessId} as "businessId",
    to_char(${sellerOrders.placedAt} at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as sales,
    sum(${sellerOrders.totalCents} * case when ${orders.currency} = 'USD' then 1 else
      coalesce((select r.per_eur from ${exchangeRates} r where r.currency = 'USD' order by r.day desc limit 1), 1) end)::float8 as cents
    from ${sellerOrders} join ${orders} on ${orders.id} = ${sellerOrders.orderId}
    where ${sellerOrders.placedAt} > ${since.toISOString()}::timestamptz and ${sellerOrders.status} <> 'cancelled'
      and coalesce(${orders.customer}->>'country', ${DEFAULT_COUNTRY}) = 'US'
    group by 1, 2`)
  return Map.groupBy(rows, ({ businessId }) => businessId)
}
