import { and, eq, sql } from 'drizzle-orm'
import { cartOf, type StoredCart } from '#server/cart/repository.ts'
import type { Db } from '#server/db/client.ts'
import { idempotencyKeys, orderParts, orders } from '#server/db/schema.ts'
import { hasOpenOrder, type OrderStart, orderStart } from '#server/orders/repository.ts'
import { type ShopSettings, type StoredGroups, storedGroups, toSettings } from '#server/settings/repository.ts'

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
}

type StartRow = OrderStart & { claimed: number; cart: StoredCart; groups: StoredGroups; has_open: boolean }

/** Claims the key, as `claimKey`, and reads what an order begins with: one statement, since every one costs a busy shop orders. Lock the cart first. */
export async function readStart(tx: Db, userId: string, keyed: KeyedRequest | null, at: Date): Promise<StartValues> {
  const claim = keyed
    ? sql`with claimed as (${claimWrite(tx, keyed, at).getSQL()}) select (select count(*)::int from claimed)`
    : sql`select 0`
  const { rows } = await tx.execute<StartRow & Record<string, unknown>>(
    sql`${claim} as claimed, ${orderStart}, ${cartOf(userId)} as cart, ${storedGroups()} as groups, ${hasOpenOrder(userId)} as has_open`,
  )
  const [row] = rows
  if (!row) throw new Error('The database answered nothing')
  const { claimed, groups, has_open: hasOpen, cart, sequence, rates } = row
  return { isClaimed: claimed === 1, hasOpen, cart, sequence, rates, settings: toSettings(groups) }
}

/**
 * What a buyer owes for Pay Later orders, in USD cents: those that are unpaid and not cancelled, without the parts that are cancelled.
 * Lock the buyer's cart first: that is what keeps one buyer's own orders in turn.
 */
export async function sumOpenPayLater(tx: Db, userId: string): Promise<number> {
  const { rows } = await tx.execute<{ cents: string }>(sql`
    select coalesce(sum(round(o.total_usd_cents::numeric * part.due / nullif(o.total_cents, 0))), 0) as cents
    from ${orders} o
    cross join lateral (
      select coalesce(sum(p.total_cents), 0) as due from ${orderParts} p where p.order_id = o.id and p.status <> 'cancelled'
    ) part
    where o.user_id = ${userId} and o.payment_method = 'pay_later' and o.payment_status = 'unpaid' and o.status <> 'cancelled'
  `)
  return Number(rows[0]?.cents ?? 0)
}
