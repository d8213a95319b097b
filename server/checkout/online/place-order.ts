import { randomUUID } from 'node:crypto'
import { checkout } from '#contract/checkout/checkout.ts'
import type { Order, PlaceOrderBody } from '#contract/orders/orders.ts'
import { emptyCartWrites } from '#server/cart/cart-record.ts'
import { loadCart } from '#server/cart/load-cart.ts'
import { NO_MONEY } from '#server/orders/order-payments.ts'
import { isNumberTaken, type OrderRecord, queueIntentCancel } from '#server/orders/order-record.ts'
import { presentOrder } from '#server/orders/present-order.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { type Write, writeTogether } from '#server/platform/db/write-together.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { fingerprint } from '#server/platform/idempotency/fingerprint.ts'
import { answerWrite } from './buyer-exposure.ts'
import { refuseStockConflict, requireOrderable } from './check-cart.ts'
import { confirmByOf, requirePayLater, usdTotalOf, watchWrites } from './check-pay-later.ts'
import { notifyLargeOrder } from './notify-large-order.ts'
import { startCheckout } from './start-checkout.ts'
import { StockConflictError, takeCode, takeGoods } from './take-goods.ts'
import { beginOrder, type Placement, rewriteOrder } from './write-order.ts'

/** What `POST /api/orders` asks for. */
export interface OrderRequest {
  body: PlaceOrderBody
  idempotencyKey: string | null
  requestId: string
  /** Where it comes from (`networkOf`); null where the shop limits nobody. */
  network: string | null
}

/** The order, and whether it is the answer to an earlier request with the same key. */
export interface PlacedOrder {
  order: Order
  isReplay: boolean
}

/**
 * Makes an order of the caller's cart, to be paid later: everything or nothing, in one transaction. An open card order of the caller becomes this order.
 * Refuses (409) an empty cart, goods that are gone (naming each), a cart that is not the one the buyer saw, and who may not pay later.
 */
export async function placeOrder({ config, db, now }: Deps, actor: Actor, request: OrderRequest): Promise<PlacedOrder> {
  const at = now()
  try {
    return await inTransaction(db, (tx) => placeOnce(tx, actor, { ...request, chargesCards: config.stripe !== null }, at), isNumberTaken)
  } catch (error) {
    if (!(error instanceof StockConflictError)) throw error
    const priced = await loadCart(db, { userId: actor.userId, currency: request.body.currency, now: at })
    return refuseStockConflict(priced, request.body, error.what)
  }
}

async function placeOnce(
  tx: Db,
  actor: Actor,
  { body, idempotencyKey, requestId, network, chargesCards }: OrderRequest & { chargesCards: boolean },
  at: Date,
): Promise<PlacedOrder> {
  const { method, path, status } = checkout.placeOrder
  const keyed = idempotencyKey === null ? null : { userId: actor.userId, key: idempotencyKey, fingerprint: fingerprint(method, path, body) }
  const { earlier, start } = await startCheckout<Order>(tx, actor.userId, keyed, at)
  if (!start) return { order: earlier, isReplay: true }

  const { open, cart, settings } = start
  const priced = await loadCart(tx, { userId: actor.userId, currency: body.currency, now: at }, cart, settings)
  requireOrderable(priced, body)
  const orderUsdCents = usdTotalOf(priced)
  const wish = { buyer: actor, known: start.buyer, terms: settings.payLater, chargesCards, orderUsdCents }
  await requirePayLater(tx, wish, { network, at })
  const orderId = open?.order.id ?? randomUUID()
  const { customer, paymentMethod } = body
  const placement = { orderId, actor, start, priced, customer, paymentMethod, holdUntil: null, requestId, confirmBy: confirmByOf(wish, at) }
  const { order, writes } = open ? await changeOpen(tx, placement, open, at) : await makeNew(tx, placement, settings.company.name)
  const kept = keyed ? [answerWrite(tx, keyed, { status, response: order })] : []
  const watched = watchWrites(orderId, wish, { network, at })
  await writeTogether(tx, [...writes, ...emptyCartWrites(tx, actor.userId), ...kept, ...watched])
  // What many orders want at once comes last, so that its rows stay locked for a moment only.
  const taker = { orderId, actorId: actor.userId, isHold: false, open }
  const emptied = await takeGoods(tx, taker, priced)
  await takeCode(tx, taker, priced)
  await notifyLargeOrder(tx, order, { totalUsdCents: orderUsdCents, emptied, at })
  return { order, isReplay: false }
}

/** A new order as its buyer reads it, and what is still to be written for it. */
async function makeNew(tx: Db, placement: Placement, shopName: string): Promise<{ order: Order; writes: Write[] }> {
  const { record, event, writes } = await beginOrder(tx, placement)
  const { actor, confirmBy } = placement
  return { order: presentOrder(record, { events: [event], money: NO_MONEY, shopName, confirmBy }, actor), writes }
}

/** The open card order of the buyer, which becomes this order; its payment is given up. */
async function changeOpen(tx: Db, placement: Placement, open: OrderRecord, at: Date): Promise<{ order: Order; writes: Write[] }> {
  await rewriteOrder(tx, placement, open)
  if (open.order.paymentIntentId) await queueIntentCancel(tx, open.order.paymentIntentId, at)
  const order = await readOrder(tx, placement.actor, placement.orderId)
  return { order: { ...order, ...(placement.confirmBy && { confirmBy: placement.confirmBy.toISOString() }) }, writes: [] }
}
