import { randomUUID } from 'node:crypto'
import { checkout, type Order, type PlaceOrderBody } from '#contract/orders.ts'
import { loadCart } from '#server/cart/load-cart.ts'
import type { PricedCart } from '#server/cart/price-cart.ts'
import { emptyCart, lockCart } from '#server/cart/repository.ts'
import { type Db, inTransaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/http/actor.ts'
import { refuse } from '#server/http/refusal.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { recordMovement, takeStock } from '#server/products/repository.ts'
import { countUse } from '#server/promotions/repository.ts'
import { requireOrderable } from './check-cart.ts'
import { fingerprint } from './fingerprint.ts'
import { claimKey, type KeyedRequest, keepAnswer } from './repository.ts'
import { writeOrder } from './write-order.ts'

/** What `POST /api/orders` asks for. */
export interface OrderRequest {
  body: PlaceOrderBody
  idempotencyKey: string | null
  requestId: string
}

/** The order, and whether it is the answer to an earlier request with the same key. */
export interface PlacedOrder {
  order: Order
  isReplay: boolean
}

/** Somebody else took the last pieces, or the last use of the code, between our look and our grasp. Rolls the transaction back. */
class Outrun extends Error {
  readonly what: 'goods' | 'code'
  constructor(what: 'goods' | 'code') {
    super(`outrun: ${what}`)
    this.what = what
  }
}

/**
 * Makes an order of the caller's cart, to be paid later: everything or nothing, in one transaction.
 * Refuses (409) an empty cart, goods that are gone (naming each) and a cart that is not the one the buyer saw.
 */
export async function placeOrder({ db, now }: Deps, actor: Actor, request: OrderRequest): Promise<PlacedOrder> {
  const at = now()
  try {
    return await inTransaction(db, (tx) => placeOnce(tx, actor, request, at))
  } catch (error) {
    if (!(error instanceof Outrun)) throw error
    const priced = await loadCart(db, { userId: actor.userId, currency: request.body.currency, now: at })
    return refuseOutrun(priced, request.body, error.what)
  }
}

/** Answers an order that lost a race with the cart as it is now. */
function refuseOutrun(priced: PricedCart, body: PlaceOrderBody, what: Outrun['what']): never {
  requireOrderable(priced, body)
  // All is there again: whoever was faster gave it back. The buyer may simply try again.
  if (what === 'code') refuse('price_changed', { extra: { cart: priced.cart } })
  return refuse('stock_gone', { facts: { names: 'Your order could not be placed. Please try again.' }, extra: { cart: priced.cart } })
}

async function placeOnce(tx: Db, actor: Actor, { body, idempotencyKey, requestId }: OrderRequest, at: Date): Promise<PlacedOrder> {
  const { method, path, status } = checkout.placeOrder
  const keyed = idempotencyKey === null ? null : { userId: actor.userId, key: idempotencyKey, fingerprint: fingerprint(method, path, body) }
  const earlier = keyed && (await earlierAnswer(tx, keyed, at))
  if (earlier) return { order: earlier, isReplay: true }

  const stored = await lockCart(tx, actor.userId)
  const priced = await loadCart(tx, { userId: actor.userId, currency: body.currency, now: at }, stored)
  requireOrderable(priced, body)
  const orderId = randomUUID()
  await writeOrder(tx, { orderId, actor, priced, customer: body.customer, paymentMethod: body.paymentMethod, requestId })
  await emptyCart(tx, actor.userId)
  const order = await readOrder(tx, actor, orderId)
  if (keyed) await keepAnswer(tx, keyed, { status, response: order })
  // What many orders want at once comes last, so that its rows stay locked for a moment only.
  await takeGoods(tx, orderId, actor, priced)
  await takeCode(tx, orderId, actor, priced)
  return { order, isReplay: false }
}

/** The answer that this key was given before; null when the key is new and now ours. */
async function earlierAnswer(tx: Db, keyed: KeyedRequest, at: Date): Promise<Order | null> {
  const used = await claimKey(tx, keyed, at)
  if (!used) return null
  if (used.fingerprint !== keyed.fingerprint) refuse('idempotency_key_reused')
  if (used.response === null) refuse('idempotency_in_progress')
  return used.response as Order // kept by keepAnswer
}

/** Takes the stock of every line, in the order of the products' ids: two orders never wait for each other in a circle. */
async function takeGoods(tx: Db, orderId: string, { userId: actorId }: Actor, { lines }: PricedCart): Promise<void> {
  const sorted = [...lines].sort((a, b) => (a.product.id < b.product.id ? -1 : 1))
  for (const { product, quantity } of sorted) {
    if (!(await takeStock(tx, product.id, quantity))) throw new Outrun('goods')
    await recordMovement(tx, { productId: product.id, delta: -quantity, reason: 'order', reference: orderId, actorId })
  }
}

async function takeCode(tx: Db, orderId: string, { userId }: Actor, { activePromo }: PricedCart): Promise<void> {
  if (activePromo && !(await countUse(tx, { promotionId: activePromo.id, userId, orderId }))) throw new Outrun('code')
}
