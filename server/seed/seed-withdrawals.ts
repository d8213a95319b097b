import { eq, inArray } from 'drizzle-orm'
import type { Order } from '#contract/orders/orders.ts'
import { addToCart } from '#server/cart/add-to-cart.ts'
import { placeOrder } from '#server/checkout/online/place-order.ts'
import { markPaid } from '#server/fulfillment/corrections/mark-paid.ts'
import { transitionReturn } from '#server/fulfillment/returns/transition-return.ts'
import { transitionOwnOrder } from '#server/fulfillment/seller-orders/transition-own-order.ts'
import { confirmWithdrawal } from '#server/fulfillment/withdrawals/confirm-withdrawal.ts'
import { decideWithdrawal } from '#server/fulfillment/withdrawals/decide-withdrawal.ts'
import { startWithdrawal } from '#server/fulfillment/withdrawals/start-withdrawal.ts'
import type { Db } from '#server/platform/db/client.ts'
import { products, returns, users } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findActor, REQUEST_ID, type Step, stepAt } from './play-steps.ts'

/** A private buyer of the demo in Germany. */
const BUYER = { name: 'Eva Kunde', email: 'eva@reflute.test' }
const CUSTOMER = {
  email: BUYER.email,
  firstName: 'Eva',
  lastName: 'Kunde',
  address: 'Ackerstr. 1',
  city: 'Berlin',
  state: '',
  zipCode: '10115',
  country: 'DE',
  buyerKind: 'consumer' as const,
}

/** An order that is withdrawn from; every moment is days before the start, absent ones have not happened yet. */
interface DemoWithdrawal {
  slug: string
  placed: number
  stated: number
  accepted?: number
  refunded?: number
}

/** One withdrawal is refunded, one accepted and waits for the products, one was received this morning. */
const DEMO_WITHDRAWALS: readonly DemoWithdrawal[] = [
  { slug: 'slit-mat-900x620-double', placed: 30, stated: 20, accepted: 19, refunded: 12 },
  { slug: 'mat-roll-420x50-single', placed: 14, stated: 5, accepted: 4 },
  { slug: 'curled-chips-bag', placed: 9, stated: 0.2 },
]
/** Days from an order to its payment, shipment and delivery. */
const [PAID, SHIPPED, DELIVERED] = [1, 2, 5]

interface Cast {
  buyer: Actor
  staff: Actor
  seller: Actor
}

async function findCast(tx: Db, at: Date): Promise<Cast | null> {
  const staff = await findActor(tx, 'staff@reflute.test')
  const seller = await findActor(tx, 'seller2@reflute.test')
  if (!staff || !seller?.businessId) return null
  await tx
    .insert(users)
    .values({ ...BUYER, role: 'customer', emailVerifiedAt: at, createdAt: at })
    .onConflictDoNothing()
  const buyer = await findActor(tx, BUYER.email)
  return buyer && { buyer, staff, seller }
}

/** Returns the actions of one order until it is delivered, and of its withdrawal, each by the function of a real one. */
function stepsOf(plan: DemoWithdrawal, productId: string, { buyer, staff, seller }: Cast): Step[] {
  const { placed, stated, accepted, refunded } = plan
  const by = { actor: staff, requestId: REQUEST_ID }
  let order: Order | undefined
  let withdrawalId = ''
  const placedOrder = () => {
    if (!order) throw new Error('A demo order changes before it is placed')
    return order
  }
  const moveOrder = (then: Deps, to: 'shipped' | 'delivered', tracking = {}) =>
    transitionOwnOrder(then, seller, { id: placedOrder().id, to, ...tracking, requestId: REQUEST_ID })
  return [
    ...stepAt(placed, async (then) => {
      const to = { country: CUSTOMER.country, zip: CUSTOMER.zipCode, buyer: CUSTOMER.buyerKind }
      const cart = await addToCart(then, { userId: buyer.userId, currency: 'EUR', place: to }, { productId, quantity: 2 })
      order = await place(then, buyer, cart.items)
    }),
    ...stepAt(placed - PAID, async (then) => {
      const { id, number: reference } = placedOrder()
      const body = { method: 'bank_transfer' as const, reference, paidAt: then.now().toISOString() }
      await markPaid(then, staff, { id, body, idempotencyKey: null, requestId: REQUEST_ID })
    }),
    ...stepAt(placed - SHIPPED, async (then) => {
      await moveOrder(then, 'shipped', { carrier: 'DHL', trackingNumber: '00340434161094021501' })
    }),
    ...stepAt(placed - DELIVERED, async (then) => {
      await moveOrder(then, 'delivered')
    }),
    ...stepAt(stated, async (then) => {
      const statement = { ...BUYER, orderNumber: placedOrder().number, items: '', website: '' }
      const { id, token } = await startWithdrawal(then, null, statement)
      await confirmWithdrawal(then, null, { id, token, requestId: REQUEST_ID })
      withdrawalId = id
    }),
    ...stepAt(accepted, async (then) => {
      await decideWithdrawal(then, { id: withdrawalId, body: { status: 'accepted', answer: '' }, ...by })
    }),
    ...stepAt(refunded, async (then) => {
      const scope = { businessId: seller.businessId ?? '' }
      const opened = await then.db.select({ id: returns.id }).from(returns).where(eq(returns.withdrawalId, withdrawalId))
      for (const { id } of opened) {
        for (const status of ['received', 'refunded'] as const)
          await transitionReturn(then, { id, scope, body: { status } }, { actor: seller, requestId: REQUEST_ID })
      }
    }),
  ]
}

async function place(then: Deps, buyer: Actor, lines: readonly { productId: string; quantity: number; price: number }[]): Promise<Order> {
  const items = lines.map(({ productId: id, quantity, price }) => ({ id, quantity, price }))
  const order = {
    items,
    currency: 'EUR' as const,
    shippingMethod: 'standard' as const,
    customer: CUSTOMER,
    paymentMethod: 'pay_later' as const,
  }
  const { answer } = await placeOrder(then, buyer, { body: order, idempotencyKey: null, requestId: REQUEST_ID, network: null })
  return answer
}

/**
 * Plans orders of a private buyer in Germany, who is added, with withdrawals in each state; none where the catalog or the users are others.
 */
export async function planWithdrawals(tx: Db, startedAt: Date): Promise<Step[]> {
  const cast = await findCast(tx, startedAt)
  const slugs = DEMO_WITHDRAWALS.map(({ slug }) => slug)
  const rows = await tx.select({ slug: products.slug, id: products.id }).from(products).where(inArray(products.slug, slugs))
  if (!cast || rows.length < slugs.length) return []
  return DEMO_WITHDRAWALS.flatMap((plan) => stepsOf(plan, rows.find(({ slug }) => slug === plan.slug)?.id ?? '', cast))
}
