import { eq, notLike } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { OrderStatus } from '#domain/order.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { orderEvents, orders, outbox, sellerOrders } from '#server/platform/db/schema.ts'
import { checkOut } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

export let shop: TestShop
export let ann: SignedInUser
export let staff: SignedInUser

/** Opens a shop with a buyer and a member of staff for the tests of a file; after each of them the books add up. */
export function openOrderShop(): void {
  beforeAll(async () => {
    shop = await openTestShop()
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    await shop.reset()
    ann = await shop.signIn('customer', { name: 'Ann Buyer', email: 'ann@test.test' })
    staff = await shop.signIn('application_admin', { name: 'Sam Staff' })
  })
  afterEach(async () => {
    expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
  })
}

export const parcel = (input: Parameters<TestShop['make']['product']>[0] = {}) => shop.make.product({ category: 'accessories', ...input })
export const params = ({ id }: Order) => ({ params: { id } })

export const move = (order: Order, status: OrderStatus, more: object = {}) =>
  staff.orders.setStatus({ ...params(order), body: { status, ...more } })

export async function order(buyer = ann, product?: { id: string }, quantity = 1): Promise<Order> {
  const { id } = product ?? (await parcel())
  await buyer.cart.addItem({ body: { productId: id, quantity } })
  return checkOut(buyer)
}

/** Every row of an order, as text. */
export async function rowsOf({ id }: Order): Promise<string> {
  const { db } = shop.deps
  return JSON.stringify([
    await db.select().from(orders).where(eq(orders.id, id)),
    await db.select().from(sellerOrders).where(eq(sellerOrders.orderId, id)),
    await db.select().from(orderEvents).where(eq(orderEvents.orderId, id)),
  ])
}

/** Mails that are not the sellers'. */
export const toBuyer = notLike(outbox.dedupeKey, 'seller-%')
