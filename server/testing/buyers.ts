import type { Cart } from '#contract/cart/cart.ts'
import { ApiError, type Problem } from '#contract/errors.ts'
import { dueCents } from '#domain/order.ts'
import { lockOrder } from '#server/orders/order-record.ts'
import { recordPayment } from '#server/payments/incoming/record-payment.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import { cartItems, carts } from '#server/platform/db/schema.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import type { SignedInUser, TestShop } from './test-shop.ts'

/** A checkout form as a buyer fills it in. */
export const customerForm = {
  email: 'buyer@test.test',
  firstName: 'Ann',
  lastName: 'Buyer',
  address: '1 Main Street',
  city: 'Chicago',
  state: 'IL',
  zipCode: '60607',
  country: 'US',
}

/** The order that a buyer sends who saw this cart. */
export function orderOf(cart: Cart) {
  return {
    items: cart.items.map(({ productId, quantity, price }) => ({ id: productId, quantity, price })),
    currency: cart.currency,
    shippingMethod: cart.shippingMethod,
    promoCode: cart.appliedPromoCode?.active ? cart.appliedPromoCode.code : null,
    customer: customerForm,
    amount: cart.totals.total,
  }
}

/** Orders everything in the buyer's cart. */
export async function checkOut(buyer: Pick<SignedInUser, 'cart' | 'checkout'>, idempotencyKey?: string) {
  const cart = await buyer.cart.list()
  return buyer.checkout.placeOrder({ body: orderOf(cart), ...(idempotencyKey && { idempotencyKey }) })
}

/** The problem document that a call is refused with. @throws Error when the call succeeds */
export async function refusalOf(call: Promise<unknown>): Promise<Problem> {
  try {
    await call
  } catch (error) {
    if (error instanceof ApiError) return error.problem
    throw error
  }
  throw new Error('The call was not refused')
}

/** Outcome of a call: its status, and its answer or problem. */
export async function outcomeOf<Answer>(
  call: Promise<Answer>,
): Promise<{ status: number; answer: Answer | null; problem: Problem | null }> {
  try {
    return { status: 200, answer: await call, problem: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status: error.status, answer: null, problem: error.problem }
  }
}

/** Customers with these products in their carts, one unit each, put there without a call. */
export async function makeBuyers(
  shop: TestShop,
  count: number,
  products: readonly { id: string; priceUsdCents: number; priceEurCents: number }[],
  promoCode: string | null = null,
): Promise<SignedInUser[]> {
  const buyers: SignedInUser[] = []
  for (let at = 0; at < count; at += 1) buyers.push(await shop.signIn('customer'))
  await shop.deps.db.insert(carts).values(buyers.map(({ user }) => ({ userId: user.id, promoCode })))
  const items = buyers.flatMap(({ user }) =>
    [...products]
      .sort(() => Math.random() - 0.5)
      .map(({ id, priceUsdCents, priceEurCents }, position) => ({
        userId: user.id,
        productId: id,
        quantity: 1,
        seenUsdCents: priceUsdCents,
        seenEurCents: priceEurCents,
        addedAt: new Date(Date.now() + position),
      })),
  )
  await shop.deps.db.insert(cartItems).values(items)
  return buyers
}

/** Writes down that an order of Pay Later was paid in full, as staff do; refused where it is paid or canceled. */
export async function pay({ deps }: Pick<TestShop, 'deps'>, orderId: string): Promise<void> {
  const { db, now } = deps
  await inTransaction(db, async (tx) => {
    const record = found(await lockOrder(tx, orderId, null))
    if (record.order.paidCents > 0) refuse('already_paid')
    if (record.order.status === 'cancelled') refuse('order_cancelled')
    const amountCents = dueCents(record.parts, 0)
    const payment = { method: 'bank_transfer', label: 'Bank transfer', reference: `bank ${orderId}`, amountCents, paidAt: now() }
    await recordPayment(tx, record, payment, { actor: null, at: now() })
  })
}
