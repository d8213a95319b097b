import { asc, gt } from 'drizzle-orm'
import { replayTotals, replayUsdTotals } from '#server/orders/store-pricing.ts'
import type { Db } from '#server/platform/db/client.ts'
import { orders } from '#server/platform/db/schema.ts'

/** Amount of an order that its stored pricing does not give again; cents. */
interface ReplayDisagreement {
  rule: 'replay' | 'replay in USD'
  /** The order and, of its own currency, the amount. */
  id: string
  expected: number
  actual: number
}

/** Orders that are replayed at once. */
const BATCH = 500

const AMOUNTS = ['subtotalCents', 'discountCents', 'shippingCents', 'taxCents', 'totalCents'] as const

/** Computes every order again from the pricing stored with it, and returns the amounts that differ; empty in a healthy shop. */
export async function listReplayDisagreements(db: Db): Promise<ReplayDisagreement[]> {
  const found: ReplayDisagreement[] = []
  for (let last: string | undefined; ; ) {
    const batch = await db
      .select()
      .from(orders)
      .where(last === undefined ? undefined : gt(orders.id, last))
      .orderBy(asc(orders.id))
      .limit(BATCH)
    for (const order of batch) {
      const [replayed, inUsd] = [replayTotals(order.pricing), replayUsdTotals(order.pricing)]
      for (const name of AMOUNTS) {
        if (replayed[name] !== order[name])
          found.push({ rule: 'replay', id: `${order.id}:${name}`, expected: replayed[name], actual: order[name] })
      }
      if (inUsd.totalCents !== order.totalUsdCents) {
        found.push({ rule: 'replay in USD', id: order.id, expected: inUsd.totalCents, actual: order.totalUsdCents })
      }
    }
    last = batch.at(-1)?.id
    if (batch.length < BATCH) return found
  }
}
