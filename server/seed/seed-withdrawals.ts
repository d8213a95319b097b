import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Order } from '#contract/orders/orders.ts'
import { DAY_MS } from '#domain/time.ts'
import { addToCart } from '#server/cart/add-to-cart.ts'
import { placeOrder } from '#server/checkout/online/place-order.ts'
import { markPaid } from '#server/fulfillment/corrections/mark-paid.ts'
import { transitionReturn } from '#server/fulfillment/returns/transition-return.ts'
import { transitionOwnOrder } from '#server/fulfillment/seller-orders/transition-own-order.ts'
import { confirmWithdrawal } from '#server/fulfillment/withdrawals/confirm-withdrawal.ts'
import { decideWithdrawal } from '#server/fulfillment/withdrawals/decide-withdrawal.ts'
import { startWithdrawal } from '#server/fulfillment/withdrawals/start-withdrawal.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { outbox, products, returns, users } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findActor } from './seed-orders.ts'

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
const REQUEST_ID = 'demo'

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

/** Plays one order until it is delivered, and its withdrawal, by the functions of real ones. @param at returns the shop as it was so many days ago */
async function play(at: (daysAgo: number) => Deps, { buyer, staff, seller }: Cast, plan: DemoWithdrawal, productId: string): Promise<void> {
  const { placed, stated, accepted, refunded } = plan
  const to = { country: CUSTOMER.country, zip: CUSTOMER.zipCode, buyer: CUSTOMER.buyerKind }
  const cart = await addToCart(at(placed), { userId: buyer.userId, currency: 'EUR', place: to }, { productId, quantity: 2 })
  const order = await place(at(placed), buyer, cart.items)
  const by = { actor: staff, requestId: REQUEST_ID }
  const paidAt = at(placed - PAID)
  const body = { method: 'bank_transfer' as const, reference: order.number, paidAt: paidAt.now().toISOString() }
  await markPaid(paidAt, staff, { id: order.id, body, idempotencyKey: null, requestId: REQUEST_ID })
  const tracking = { carrier: 'DHL', trackingNumber: '00340434161094021501' }
  await transitionOwnOrder(at(placed - SHIPPED), seller, { id: order.id, to: 'shipped', ...tracking, requestId: REQUEST_ID })
  await transitionOwnOrder(at(placed - DELIVERED), seller, { id: order.id, to: 'delivered', requestId: REQUEST_ID })

  const statement = { ...BUYER, orderNumber: order.number, items: '', website: '' }
  const { id, token } = await startWithdrawal(at(stated), null, statement)
  await confirmWithdrawal(at(stated), null, { id, token, canMail: async () => true, requestId: REQUEST_ID })
  if (accepted === undefined) return
  await decideWithdrawal(at(accepted), { id, body: { status: 'accepted', answer: '' }, ...by })
  if (refunded === undefined) return
  const scope = { businessId: seller.businessId ?? '' }
  const opened = await at(refunded).db.select({ id: returns.id, withdrawalId: returns.withdrawalId }).from(returns)
  for (const { id: returnId } of opened.filter(({ withdrawalId }) => withdrawalId === id)) {
    await transitionReturn(at(refunded), { id: returnId, scope, body: { status: 'received' } }, { actor: seller, requestId: REQUEST_ID })
    await transitionReturn(at(refunded), { id: returnId, scope, body: { status: 'refunded' } }, { actor: seller, requestId: REQUEST_ID })
  }
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

/** Adds orders of a private buyer in Germany with withdrawals in each state to a demo that has just got its orders: all or none. Their emails are not sent. */
export async function seedWithdrawals(deps: Deps): Promise<void> {
  const startedAt = deps.now()
  await inTransaction(deps.db, async (tx) => {
    const cast = await findCast(tx, startedAt)
    const slugs = DEMO_WITHDRAWALS.map(({ slug }) => slug)
    const rows = await tx.select({ slug: products.slug, id: products.id }).from(products).where(inArray(products.slug, slugs))
    if (!cast || rows.length < slugs.length) return
    const at = (daysAgo: number): Deps => ({ ...deps, db: tx, now: () => new Date(startedAt.getTime() - daysAgo * DAY_MS) })
    for (const plan of DEMO_WITHDRAWALS) await play(at, cast, plan, rows.find(({ slug }) => slug === plan.slug)?.id ?? '')
    await tx
      .update(outbox)
      .set({ sentAt: sql`${outbox.createdAt}`, attempts: 1 })
      .where(and(eq(outbox.kind, 'mail'), isNull(outbox.sentAt)))
  })
}
