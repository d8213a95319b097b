import { randomUUID } from 'node:crypto'
import { checkout, type PaymentIntentBody } from '#contract/checkout/checkout.ts'
import type { CustomerForm } from '#contract/identity/customer.ts'
import { inUsualShape } from '#domain/customer.ts'
import { formatMoney } from '#domain/money.ts'
import { isChargeable } from '#domain/part-payment.ts'
import { DEFAULT_COUNTRY } from '#domain/shipping.ts'
import { countryIn, loadCart, placeOfForm } from '#server/cart/load-cart.ts'
import { listAddresses } from '#server/identity/addresses/address-book.ts'
import { checkVatId } from '#server/identity/addresses/own-vat-ids.ts'
import { findOrder, type OrderRow } from '#server/orders/order-record.ts'
import { storeIntentRequest } from '#server/payments/cards/card-payment-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { UnitOfWork } from '#server/platform/db/unit-of-work.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { fingerprint } from '#server/platform/idempotency/fingerprint.ts'
import { storeAnswer } from '#server/platform/idempotency/used-keys.ts'
import { requireOrderable, type SeenCart } from './check-cart.ts'
import { startCheckout } from './checkout-start.ts'
import { insertOrder, rewriteOrder } from './new-order.ts'
import { redeemCode, takeOrderStock } from './take-stock.ts'

/** Input of `POST /api/create-payment-intent`, with the end of the reservation. */
interface HoldRequest {
  body: PaymentIntentBody
  idempotencyKey: string | null
  requestId: string
  at: Date
  holdUntil: Date
}

/** Returns the cart that the buyer saw. A body without shipping or code (the form of the specification) means those of the cart. */
export function seenOf(body: PaymentIntentBody, cart: { shippingMethod: SeenCart['shippingMethod']; activeCode: string | null }): SeenCart {
  const { shippingMethod = cart.shippingMethod, promoCode = cart.activeCode } = body
  return { ...body, shippingMethod, promoCode }
}

/**
 * Makes an order of the caller's cart that waits for its card payment, or rewrites the open one, and reserves its stock: everything or
 * nothing, in the caller's transaction, before the provider is asked for anything. The cart stays as it is until the order is paid.
 */
export async function holdOrder(tx: Db, actor: Actor, request: HoldRequest): Promise<{ order: OrderRow; isReplay: boolean }> {
  const { body, at } = request
  const { method, path, status } = checkout.createPaymentIntent
  const key = request.idempotencyKey
  const keyed = key === null ? null : { userId: actor.userId, key, fingerprint: fingerprint(method, path, body) }
  const country = body.customer ? countryIn(placeOfForm(body.customer)) : null
  const { earlier, start } = await startCheckout<{ orderId: string }>(tx, { userId: actor.userId, country }, keyed, at)
  if (!start) return { order: await findHeld(tx, actor, earlier.orderId), isReplay: true }

  const { open, facts } = start
  const sellers = { field: 'customer.vatId', businessIds: facts.products.map(({ businessId }) => businessId) }
  const customer = await checkVatId(tx, body.customer ?? (await knownCustomer(tx, actor)), sellers)
  const priced = await loadCart(tx, { userId: actor.userId, currency: body.currency, now: at, place: placeOfForm(customer) }, facts)
  requireOrderable(
    priced,
    seenOf(body, { shippingMethod: priced.input.shippingMethod, activeCode: priced.activePromo?.promo.code ?? null }),
  )
  requireChargeable(priced.totals.totalCents, body.currency)
  const orderId = open?.order.id ?? randomUUID()
  const { requestId, holdUntil } = request
  const placement = { orderId, actor, start, priced, customer, paymentMethod: 'card', holdUntil, requestId } as const
  const work = new UnitOfWork(tx)
  const order = open ? await rewriteOrder(work, placement, open) : (await insertOrder(work, placement)).record.order
  if (keyed) work.add(storeAnswer(tx, keyed, { status, response: { orderId } }))
  await work.flush()
  const { totalCents: amountCents, currency } = order
  if (!order.paymentIntentId) await storeIntentRequest(tx, orderId, { amountCents, currency })
  const taker = { orderId, actorId: actor.userId, isHold: true, open }
  await takeOrderStock(tx, taker, priced)
  await redeemCode(tx, taker, priced)
  return { order, isReplay: false }
}

/** Returns the order of a repeated request, while it can still be paid. */
async function findHeld(tx: Db, { userId }: Actor, orderId: string): Promise<OrderRow> {
  const record = await findOrder(tx, orderId, { userId })
  if (record?.order.paidCents) refuse('already_paid', { extra: { orderNumber: record.order.number } })
  if (!record?.order.holdUntil) refuse('order_cancelled')
  return record.order
}

function requireChargeable(totalCents: number, currency: PaymentIntentBody['currency']): void {
  if (isChargeable(totalCents)) return
  refuse('card_amount', { facts: { amount: formatMoney(totalCents, currency) } })
}

/** Returns the customer of a body that names none: the default saved address, else the name of the account. */
async function knownCustomer(tx: Db, { userId, name, email }: Actor): Promise<CustomerForm> {
  const [first] = await listAddresses(tx, userId)
  const [firstName = '', ...rest] = name.split(' ')
  const blank = { firstName, lastName: rest.join(' '), address: '', city: '', state: '', zipCode: '', country: DEFAULT_COUNTRY }
  return inUsualShape({ ...blank, ...(first?.form as Partial<CustomerForm> | undefined), email }) // written from the same fields
}
