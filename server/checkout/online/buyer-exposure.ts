import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { PayLaterBuyer } from '#domain/pay-later.ts'
import type { Db } from '#server/platform/db/client.ts'
import { newBuyerOrders, orders } from '#server/platform/db/schema.ts'
import type { UnitOfWork } from '#server/platform/db/unit-of-work.ts'
import { HAS_NEW_BUYER_LIMIT } from '#server/platform/settings/setting-groups.ts'

/** What the shop knows of a buyer who may pay later. */
export interface KnownBuyer extends Pick<PayLaterBuyer, 'isConfirmed' | 'hasPaid'> {
  /** What the buyer owes (`sumOpenPayLater`); null where the limit of new buyers does not ask for it. */
  openUsdCents: number | null
}

/* The texts of these stand once and for all: an order is too frequent to put them together anew. */

/** What orders (`o`) come to in USD cents without the parts that are cancelled (`dueParts`). */
const openCents = sql.raw('coalesce(sum(round(o.total_usd_cents::numeric * part.due / nullif(o.total_cents, 0))), 0)::bigint')
const dueParts = sql.raw(
  `cross join lateral (select coalesce(sum(p.total_cents), 0) as due from seller_orders p where p.order_id = o.id and p.status <> 'cancelled') part`,
)
const isOpenPayLater = sql.raw(`o.payment_method = 'pay_later' and o.payment_status = 'unpaid' and o.status <> 'cancelled'`)
const openOfUser = sql`select ${openCents} from orders o ${dueParts} where ${isOpenPayLater} and o.user_id = `

const textOf = (query: SQL) => new PgDialect().sqlToQuery(query).sql
const knownHead = sql.raw(`(select json_build_object('isConfirmed', b.confirmed, 'hasPaid', b.paid, 'openUsdCents',
    case when (not b.confirmed or not b.paid) and ${HAS_NEW_BUYER_LIMIT} then (${textOf(openOfUser)} b.id) end)
  from (
    select u.id, u.email_verified_at is not null as confirmed,
      exists (select 1 from orders o where o.user_id = u.id and o.paid_cents > o.refunded_cents) as paid
    from users u where u.id = `)
const knownTail = sql.raw(') b)')

/** What is known of a buyer, as one value of a query. What is open is added up only where it may come to matter. */
export const knownBuyer = (userId: string) => sql<KnownBuyer>`${knownHead}${userId}${knownTail}`

/** What is known of a buyer. An order reads it with everything else that it begins with (`readStart`). */
export async function readBuyer(db: Db, userId: string): Promise<KnownBuyer> {
  const { rows } = await db.execute<{ buyer: KnownBuyer | null }>(sql`select ${knownBuyer(userId)} as buyer`)
  return rows[0]?.buyer ?? { isConfirmed: false, hasPaid: false, openUsdCents: null }
}

/**
 * What a buyer owes for Pay Later orders, in USD cents: those that are unpaid and not cancelled, without the parts that are cancelled.
 * Lock the buyer's cart first: that is what keeps one buyer's own orders in turn.
 */
export async function sumOpenPayLater(tx: Db, userId: string): Promise<number> {
  const { rows } = await tx.execute<{ cents: string }>(sql`select (${openOfUser}${userId}) as cents`)
  return Number(rows[0]?.cents ?? 0)
}

/**
 * Keeps the orders of one network's new buyers in turn until the transaction ends. Take it after the cart and before the goods, as everybody does:
 * nobody who holds it waits for somebody who wants it.
 */
export async function lockNetwork(tx: Db, network: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`pay-later ${network}`}, 0))`)
}

/** What is open, in USD cents, of the orders that new buyers of a network have placed after `since`. */
export async function sumOpenOfNetwork(db: Db, network: string, since: Date): Promise<number> {
  const { rows } = await db.execute<{ cents: string }>(sql`
    select ${openCents} as cents from ${newBuyerOrders} n join ${orders} o on o.id = n.order_id ${dueParts}
    where n.network = ${network} and n.placed_at > ${since.toISOString()}::timestamptz and ${isOpenPayLater}`)
  return Number(rows[0]?.cents ?? 0)
}

/** Adds what there is to watch of a new buyer's order. */
export function insertNewBuyerOrder(work: UnitOfWork, watched: typeof newBuyerOrders.$inferInsert): void {
  work.insert(newBuyerOrders, [watched])
}
