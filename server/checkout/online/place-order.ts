import { randomUUID } from 'node:crypto'
import { checkout, type PlaceOrderBody } from '#contract/checkout/checkout.ts'
import type { Order } from '#contract/orders/orders.ts'
import { deleteItems, resetCart } from '#server/cart/cart-record.ts'
import { countryIn, loadCart, placeOfForm } from '#server/cart/load-cart.ts'
import { checkVatId } from '#server/identity/addresses/own-vat-ids.ts'
import { type OrderRecord, queueIntentCancel } from '#server/orders/order-record.ts'
import { presentOrder } from '#server/orders/present-order.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { isNumberTaken } from '#server/platform/db/take-number.ts'
import { UnitOfWork } from '#server/platform/db/unit-of-work.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type OnceAnswered } from '#server/platform/idempotency/answer-once.ts'
import { fingerprint } from '#server/platform/idempotency/fingerprint.ts'
import { storeAnswer } from '#server/platform/idempotency/used-keys.ts'
import { countOrder } from '#server/platform/metrics/count-events.ts'
import type { ShopSettings } from '#server/platform/settings/setting-groups.ts'
import { askAboutCart } from './ask-before-order.ts'
import { refuseStockConflict, requireOrderable } from './check-cart.ts'
import { confirmByOf, requirePayLater, totalOf, usdTotalOf, watchNewBuyer } from './check-pay-later.ts'
import { startCheckout } from './checkout-start.ts'
import { insertOrder, type Placement, rewriteOrder } from './new-order.ts'
import { notifyLargeOrder } from './notify-large-order.ts'
import { redeemCode, StockConflictError, takeOrderStock } from './take-stock.ts'

/** Input of `POST /api/orders`. */
interface OrderRequest {
  body: PlaceOrderBody
  idempotencyKey: string | null
  requestId: string
  /** Network of the request (`networkOf`); null where networks have no limit. */
  network: string | null
}

/**
 * Places an order of the caller's cart, to be paid later: everything or nothing, in one transaction. An open card order of the caller
 * becomes this order. Refuses (409) an empty cart, products that are no longer available (naming each), a cart that differs from what the
 * buyer saw, and a buyer who may not pay later.
 */
export async function placeOrder(deps: Deps, actor: Actor, request: OrderRequest): Promise<OnceAnswered<Order>> {
  const { config, db, now } = deps
  await askAboutCart(deps, { userId: actor.userId, ...request.body })
  const at = now()
  try {
    return await inTransaction(db, (tx) => placeOnce(tx, actor, { ...request, chargesCards: config.stripe !== null }, at), isNumberTaken)
  } catch (error) {
    if (!(error instanceof StockConflictError)) throw error
    const priced = await loadCart(db, {
      userId: actor.userId,
      currency: request.body.currency,
      now: at,
      place: placeOfForm(request.body.customer),
    })
    return refuseStockConflict(priced, request.body, error.what)
  }
}

async function placeOnce(
  tx: Db,
  actor: Actor,
  { body, idempotencyKey, requestId, network, chargesCards }: OrderRequest & { chargesCards: boolean },
  at: Date,
): Promise<OnceAnswered<Order>> {
  const { method, path, status } = checkout.placeOrder
  const keyed = idempotencyKey === null ? null : { userId: actor.userId, key: idempotencyKey, fingerprint: fingerprint(method, path, body) }
  const place = placeOfForm(body.customer)
  const { earlier, start } = await startCheckout<Order>(tx, { userId: actor.userId, country: countryIn(place) }, keyed, at)
  if (!start) return { answer: earlier, isReplay: true }

  const { open, facts } = start
  const { settings } = facts
  const priced = await loadCart(tx, { userId: actor.userId, currency: body.currency, now: at, place }, facts)
  requireOrderable(priced, body)
  const orderUsdCents = usdTotalOf(priced)
  const payLater = { buyer: actor, known: start.buyer, terms: settings.payLater, chargesCards, orderUsdCents, total: totalOf(priced) }
  await requirePayLater(tx, payLater, { network, at })
  const orderId = open?.order.id ?? randomUUID()
  const { paymentMethod } = body
  const businessIds = priced.lines.map(({ product }) => product.businessId)
  const customer = await checkVatId(tx, body.customer, { field: 'customer.vatId', businessIds })
  const placement = {
    orderId,
    actor,
    start,
    priced,
    customer,
    paymentMethod,
    holdUntil: null,
    requestId,
    confirmBy: confirmByOf(payLater, at),
    termDays: start.buyer.termDays,
  }
  const work = new UnitOfWork(tx)
  const order = open ? await changeOpen(work, placement, open, at) : await makeNew(work, placement, settings.company)
  if (keyed) work.add(storeAnswer(tx, keyed, { status, response: order }))
  work.add(deleteItems(tx, actor.userId))
  work.add(resetCart(tx, actor.userId))
  watchNewBuyer(work, orderId, payLater, { network, at })
  await work.flush()
  // What many orders want at once comes last, so that its rows stay locked for a moment only.
  const taker = { orderId, actorId: actor.userId, isHold: false, open }
  const emptied = await takeOrderStock(tx, taker, priced)
  await redeemCode(tx, taker, priced)
  await notifyLargeOrder(tx, order, { totalUsdCents: orderUsdCents, emptied, at })
  countOrder(tx, 'later', { currency: body.currency, totalCents: priced.totals.totalCents })
  return { answer: order, isReplay: false }
}

/** A new order as its buyer reads it. */
async function makeNew(work: UnitOfWork, placement: Placement, company: ShopSettings['company']): Promise<Order> {
  const { record, event } = await insertOrder(work, placement)
  const { actor, confirmBy } = placement
  return presentOrder(record, { events: [event], company, confirmBy }, actor)
}

/** The open card order of the buyer, which becomes this order; its payment is given up. */
async function changeOpen(work: UnitOfWork, placement: Placement, open: OrderRecord, at: Date): Promise<Order> {
  await rewriteOrder(work, placement, open)
  if (open.order.paymentIntentId) await queueIntentCancel(work.tx, open.order.paymentIntentId, at)
  const order = await readOrder(work.tx, placement.actor, placement.orderId)
  return { ...order, ...(placement.confirmBy && { confirmBy: placement.confirmBy.toISOString() }) }
}
