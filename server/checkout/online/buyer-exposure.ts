import { and, eq, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { PayLaterBuyer } from '#domain/pay-later.ts'
import { cartOf, type StoredCart } from '#server/cart/cart-record.ts'
import { hasOpenOrder, type OrderStart, orderStart } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/insert-rows.ts'
import { idempotencyKeys, newBuyerOrders, orders } from '#server/platform/db/schema.ts'
import type { Write } from '#server/platform/db/write-together.ts'
import {
  HAS_NEW_BUYER_LIMIT,
  type ShopSettings,
  type StoredGroups,
  storedGroups,
  toSettings,
} from '#server/platform/settings/setting-groups.ts'

/** A request that must act once: who sent it, under which key, and a fingerprint of what was asked. */
export interface KeyedRequest {
  userId: string
  key: string
  fingerprint: string
}

/** What is known of a key that was used before; `response` null: its request has not finished. */
export interface UsedKey {
  fingerprint: string
  response: unknown
}

/**
 * Claims a key in the transaction of the effect. A second request with the same key waits here until the first has committed or given up.
 * @returns null when the key is now this request's own; else what is known of its first use
 */
export async function claimKey(tx: Db, request: KeyedRequest, at: Date): Promise<UsedKey | null> {
  const claimed = await claimWrite(tx, request, at)
  return claimed.length > 0 ? null : findUsedKey(tx, request)
}

const claimWrite = (tx: Db, request: KeyedRequest, at: Date) =>
  tx
    .insert(idempotencyKeys)
    .values({ ...request, createdAt: at })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })

/** What is known of a key that was used before. */
export async function findUsedKey(tx: Db, request: KeyedRequest): Promise<UsedKey> {
  const [used] = await tx
    .select({ fingerprint: idempotencyKeys.fingerprint, response: idempotencyKeys.response })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, request.userId), eq(idempotencyKeys.key, request.key)))
  return used ?? { fingerprint: request.fingerprint, response: null }
}

/** Keeps the answer of a claimed key, to be given again. */
export async function keepAnswer(tx: Db, request: KeyedRequest, answer: { status: number; response: unknown }): Promise<void> {
  await answerWrite(tx, request, answer)
}

/** The write of `keepAnswer`, to be sent together with others. */
export function answerWrite(tx: Db, request: KeyedRequest, answer: { status: number; response: unknown }) {
  return tx
    .update(idempotencyKeys)
    .set(answer)
    .where(and(eq(idempotencyKeys.userId, request.userId), eq(idempotencyKeys.key, request.key)))
}

/** What `readStart` reads. */
export interface StartValues extends OrderStart {
  /** Whether the key is now this request's own. */
  isClaimed: boolean
  cart: StoredCart
  settings: ShopSettings
  /** Whether a card order of the buyer waits for its payment. */
  hasOpen: boolean
  buyer: KnownBuyer
}

/** What the shop knows of a buyer who may pay later. */
export interface KnownBuyer extends Pick<PayLaterBuyer, 'isConfirmed' | 'hasPaid'> {
  /** What the buyer owes (`sumOpenPayLater`); null where the limit of new buyers does not ask for it. */
  openUsdCents: number | null
}

type StartRow = OrderStart & { claimed: number; cart: StoredCart; groups: StoredGroups; has_open: boolean; buyer: KnownBuyer }

/** Claims the key, as `claimKey`, and reads what an order begins with: one statement, since every one costs a busy shop orders. Lock the cart first. */
export async function readStart(tx: Db, userId: string, keyed: KeyedRequest | null, at: Date): Promise<StartValues> {
  const claim = keyed
    ? sql`with claimed as (${claimWrite(tx, keyed, at).getSQL()}) select (select count(*)::int from claimed)`
    : sql`select 0`
  const { rows } = await tx.execute<StartRow & Record<string, unknown>>(
    sql`${claim} as claimed, ${orderStart}, ${cartOf(userId)} as cart, ${storedGroups()} as groups, ${hasOpenOrder(userId)} as has_open,
      ${knownBuyer(userId)} as buyer`,
  )
  const [row] = rows
  if (!row) throw new Error('The database answered nothing')
  const { claimed, groups, has_open: hasOpen, buyer, cart, sequence, rates } = row
  return { isClaimed: claimed === 1, hasOpen, buyer, cart, sequence, rates, settings: toSettings(groups) }
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
const knownBuyer = (userId: string) => sql<KnownBuyer>`${knownHead}${userId}${knownTail}`

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

/** The write that keeps what there is to watch of a new buyer's order, to be sent together with others. */
export function newBuyerWrite(watched: typeof newBuyerOrders.$inferInsert): Write {
  return insertRows(newBuyerOrders, [watched])
}
