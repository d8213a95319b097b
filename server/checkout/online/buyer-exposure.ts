import { createHash } from 'node:crypto'
import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { PayLaterBuyer } from '#domain/pay-later.ts'
import type { Db } from '#server/platform/db/client.ts'
import { newBuyerOrders, orders } from '#server/platform/db/schema.ts'
import { takeLock } from '#server/platform/db/take-lock.ts'
import type { UnitOfWork } from '#server/platform/db/unit-of-work.ts'
import { HAS_NEW_BUYER_LIMIT } from '#server/platform/settings/setting-groups.ts'

/** The history of a buyer that decides about Pay Later. */
export interface KnownBuyer extends Pick<PayLaterBuyer, 'isConfirmed' | 'hasPaid' | 'ownLimitUsdCents'> {
  /** Days that staff gave the buyer to pay; null: the usual ones. */
  termDays: number | null
  /** Sum of the buyer's open orders (`sumOpenPayLater`); null where the limit of new buyers does not depend on it. */
  openUsdCents: number | null
}

/* These texts are built once: orders are too frequent to build them each time. */

/**
 * Sum of what is open of orders (`o`) in USD cents, without their canceled parts (`dueParts`). Until the dispatch of an order with a
 * payment plan only what its plan asks after the delivery is on credit: the rest is paid before.
 */
const openCents = sql.raw('coalesce(sum(round(o.total_usd_cents::numeric * part.due / nullif(o.total_cents, 0))), 0)::bigint')
const dueParts = sql.raw(
  `cross join lateral (select least(coalesce(sum(case p.status when 'cancelled' then p.refunded_cents else p.total_cents end), 0) - o.paid_cents,
      case when o.status in ('pending', 'processing') then o.total_cents * (
        select coalesce(sum((m->>'percent')::integer) filter (where m->>'trigger' = 'delivery'), 0) / 100.0
        from jsonb_array_elements(o.payment_plan) m having count(*) > 0) end) as due
    from seller_orders p where p.order_id = o.id) part`,
)
const isOpenPayLater = sql.raw(
  `o.payment_method = 'pay_later' and o.payment_status in ('unpaid', 'partially_paid') and o.status <> 'cancelled'`,
)
const openOfUser = sql`select ${openCents} from orders o ${dueParts} where ${isOpenPayLater} and o.user_id = `

const textOf = (query: SQL) => new PgDialect().sqlToQuery(query).sql
const knownHead =
  sql.raw(`(select json_build_object('isConfirmed', b.confirmed, 'hasPaid', b.paid, 'termDays', b.term_days, 'ownLimitUsdCents', b.limit_usd_cents, 'openUsdCents',
    case when (not b.confirmed or not b.paid) and ${HAS_NEW_BUYER_LIMIT} then (${textOf(openOfUser)} b.id) end)
  from (
    select u.id, u.term_days, u.limit_usd_cents, u.email_verified_at is not null as confirmed,
      exists (select 1 from orders o where o.user_id = u.id and o.paid_cents > o.refunded_cents and o.payment_status <> 'partially_paid') as paid
    from users u where u.id = `)
const knownTail = sql.raw(') b)')

/** A `KnownBuyer` as one value of a query. Open orders are added up only where the result can depend on them. */
export const knownBuyer = (userId: string | Placeholder) => sql<KnownBuyer>`${knownHead}${userId}${knownTail}`

/** Returns the history of a buyer. Placing an order reads it with everything else that it starts with (`readStart`). */
export async function readBuyer(db: Db, userId: string): Promise<KnownBuyer> {
  const { rows } = await db.execute<{ buyer: KnownBuyer | null }>(sql`select ${knownBuyer(userId)} as buyer`)
  return rows[0]?.buyer ?? { isConfirmed: false, hasPaid: false, termDays: null, openUsdCents: null }
}

/**
 * Returns the sum of what is open of a buyer's Pay Later orders in USD cents, without canceled orders and parts.
 * Lock the buyer's cart first: it serializes the orders of one buyer.
 */
export async function sumOpenPayLater(tx: Db, userId: string): Promise<number> {
  const { rows } = await tx.execute<{ cents: string }>(sql`select (${openOfUser}${userId}) as cents`)
  return Number(rows[0]?.cents ?? 0)
}

/**
 * Serializes the orders of one network's new buyers until the transaction ends. Every caller locks the cart before and products after it,
 * so that no deadlock is possible.
 */
export async function lockNetwork(tx: Db, network: string): Promise<void> {
  await takeLock(tx, `pay-later:${createHash('sha256').update(network).digest('base64url')}`)
}

/** Returns the open amount, in USD cents, of the orders that new buyers of a network have placed after `since`. */
export async function sumOpenOfNetwork(db: Db, network: string, since: Date): Promise<number> {
  const { rows } = await db.execute<{ cents: string }>(sql`
    select ${openCents} as cents from ${newBuyerOrders} n join ${orders} o on o.id = n.order_id ${dueParts}
    where n.network = ${network} and n.placed_at > ${since.toISOString()}::timestamptz and ${isOpenPayLater}`)
  return Number(rows[0]?.cents ?? 0)
}

/** Adds the record of a new buyer's order. */
export function insertNewBuyerOrder(work: UnitOfWork, watched: typeof newBuyerOrders.$inferInsert): void {
  work.insert(newBuyerOrders, [watched])
}
