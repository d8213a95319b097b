import { lockCartRow, type StoredCart } from '#server/cart/cart-record.ts'
import { lockOpenOrder, type OrderRecord, type OrderStart } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { ShopSettings } from '#server/platform/settings/setting-groups.ts'
import { findUsedKey, type KeyedRequest, type KnownBuyer, readStart } from './buyer-exposure.ts'

/** All that an order needs before its goods are read: the locked cart, the rules, what is known of the buyer, the buyer's open card order (locked; null: none). */
export interface CheckoutStart extends OrderStart {
  cart: StoredCart
  settings: ShopSettings
  buyer: KnownBuyer
  open: OrderRecord | null
}

/** What `startCheckout` answers: the answer that this key was given before, or the start of the order. */
export type Started<Answer> = { earlier: Answer; start: null } | { earlier: null; start: CheckoutStart }

/**
 * Begins an order of the buyer's cart, in the order's transaction: orders and changes of one cart take turns. A key that is new is now the request's own.
 * 422 for another request under the key, 409 while the first one runs, and while the open order's payment is on its way.
 * @param keyed null: without a key
 */
export async function startCheckout<Answer>(tx: Db, userId: string, keyed: KeyedRequest | null, at: Date): Promise<Started<Answer>> {
  await lockCartRow(tx, userId)
  const { isClaimed, hasOpen, ...read } = await readStart(tx, userId, keyed, at) // after the lock: it sees what the one before us has written
  if (keyed && !isClaimed) return { earlier: await earlierAnswer<Answer>(tx, keyed), start: null }
  const open = hasOpen ? await lockOpenOrder(tx, userId) : null
  if (open?.order.paymentStatus === 'processing') refuse('payment_processing')
  return { earlier: null, start: { ...read, open } }
}

async function earlierAnswer<Answer>(tx: Db, keyed: KeyedRequest): Promise<Answer> {
  const used = await findUsedKey(tx, keyed)
  if (used.fingerprint !== keyed.fingerprint) refuse('idempotency_key_reused')
  if (used.response === null) refuse('idempotency_in_progress')
  return used.response as Answer // kept by keepAnswer
}
