import { randomUUID } from 'node:crypto'
import { checkout } from '#contract/checkout/checkout.ts'
import type { CustomerForm } from '#contract/identity/customer.ts'
import type { PaymentIntentBody } from '#contract/orders/orders.ts'
import { DEFAULT_COUNTRY } from '#domain/customer.ts'
import { formatMoney } from '#domain/money.ts'
import { loadCart } from '#server/cart/load-cart.ts'
import { listAddresses } from '#server/identity/addresses/address-book.ts'
import { findOrder, type OrderRow } from '#server/orders/order-record.ts'
import { storeIntentRequest } from '#server/payments/cards/card-payment-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { fingerprint } from '#server/platform/idempotency/fingerprint.ts'
import { keepAnswer } from './buyer-exposure.ts'
import { requireOrderable } from './check-cart.ts'
import type { SeenCart } from './compare-cart.ts'
import { startCheckout } from './start-checkout.ts'
import { takeCode, takeGoods } from './take-goods.ts'
import { rewriteOrder, writeOrder } from './write-order.ts'

/** What `POST /api/create-payment-intent` asks for, and until when its goods will wait. */
export interface HoldRequest {
  body: PaymentIntentBody
  idempotencyKey: string | null
  requestId: string
  at: Date
  holdUntil: Date
}

/** Amounts, in cents, that the provider charges to a card: 0.50 to 999,999.99 in either currency. */
const CARD_CENTS = { least: 50, most: 99_999_999 }

/** What the buyer saw, by a body that may leave out shipping and code (the form of the specification): those of the cart then. */
export function seenOf(body: PaymentIntentBody, cart: { shippingMethod: SeenCart['shippingMethod']; activeCode: string | null }): SeenCart {
  const { shippingMethod = cart.shippingMethod, promoCode = cart.activeCode } = body
  return { ...body, shippingMethod, promoCode }
}

/**
 * Makes an order of the caller's cart that waits for its card payment, or writes the open one anew, and holds its goods: everything or nothing,
 * in the caller's transaction, before the provider is asked for anything. The cart stays as it is until the order is paid.
 */
export async function holdOrder(tx: Db, actor: Actor, request: HoldRequest): Promise<{ order: OrderRow; isReplay: boolean }> {
  const { body, at } = request
  const { method, path, status } = checkout.createPaymentIntent
  const key = request.idempotencyKey
  const keyed = key === null ? null : { userId: actor.userId, key, fingerprint: fingerprint(method, path, body) }
  const { earlier, start } = await startCheckout<{ orderId: string }>(tx, actor.userId, keyed, at)
  if (!start) return { order: await findHeld(tx, actor, earlier.orderId), isReplay: true }

  const { open, cart, settings } = start
  const priced = await loadCart(tx, { userId: actor.userId, currency: body.currency, now: at }, cart, settings)
  requireOrderable(priced, seenOf(body, { shippingMethod: priced.cart.shippingMethod, activeCode: priced.activePromo?.promo.code ?? null }))
  requireChargeable(priced.totals.totalCents, body.currency)
  const orderId = open?.order.id ?? randomUUID()
  const customer = body.customer ?? (await knownCustomer(tx, actor))
  const { requestId, holdUntil } = request
  const placement = { orderId, actor, start, priced, customer, paymentMethod: 'card', holdUntil, requestId } as const
  const order = open ? await rewriteOrder(tx, placement, open) : await writeOrder(tx, placement)
  const { totalCents: amountCents, currency, paymentAttempt } = order
  if (!order.paymentIntentId) await storeIntentRequest(tx, orderId, paymentAttempt, { amountCents, currency }, at)
  if (keyed) await keepAnswer(tx, keyed, { status, response: { orderId } })
  const taker = { orderId, actorId: actor.userId, isHold: true, open }
  await takeGoods(tx, taker, priced)
  await takeCode(tx, taker, priced)
  return { order, isReplay: false }
}

/** The order of a repeated request, while it can still be paid. */
async function findHeld(tx: Db, { userId }: Actor, orderId: string): Promise<OrderRow> {
  const record = await findOrder(tx, orderId, { userId })
  if (record?.order.paidCents) refuse('already_paid', { extra: { orderNumber: record.order.number } })
  if (!record?.order.holdUntil) refuse('order_cancelled')
  return record.order
}

function requireChargeable(totalCents: number, currency: PaymentIntentBody['currency']): void {
  if (totalCents >= CARD_CENTS.least && totalCents <= CARD_CENTS.most) return
  refuse('card_amount', { facts: { amount: formatMoney(totalCents, currency) } })
}

/** Who the order is for where the body does not say: the default address of the book, else the name of the account. */
async function knownCustomer(tx: Db, { userId, name, email }: Actor): Promise<CustomerForm> {
  const [first] = await listAddresses(tx, userId)
  const [firstName = '', ...rest] = name.split(' ')
  const blank = { firstName, lastName: rest.join(' '), address: '', city: '', state: '', zipCode: '', country: DEFAULT_COUNTRY }
  return { ...blank, ...(first?.form as Partial<CustomerForm> | undefined), email } // written from the same fields
}
