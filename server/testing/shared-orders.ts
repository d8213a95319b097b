import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { OrderStatus } from '#domain/order.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { checkOut } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

export let shop: TestShop
export let ann: SignedInUser
export let staff: SignedInUser
export let sol: SignedInUser
export let tia: SignedInUser
export let box: { id: string; businessId: string }
export let bag: { id: string; businessId: string }

/** Opens a shop with a buyer, staff and two sellers with a product each for the tests of a file; after each of them the books add up. */
export function openSellerShop(): void {
  beforeAll(async () => {
    shop = await openTestShop()
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    await shop.reset()
    ann = await shop.signIn('customer', { name: 'Ann Account', email: 'ann.secret@test.test' })
    staff = await shop.signIn('application_admin', { name: 'Sam Staff' })
    const [sun, tin] = [await shop.make.business({ name: 'Sun Boxes' }), await shop.make.business({ name: 'Tin Bags' })]
    sol = await shop.signIn('business_admin', { name: 'Sol Seller', businessId: sun.id })
    tia = await shop.signIn('business_admin', { name: 'Tia Seller', businessId: tin.id })
    const defaults = { category: 'accessories', stock: 10 }
    box = await shop.make.product({ ...defaults, name: 'Sun Box', businessId: sun.id, priceUsdCents: 40_00 })
    bag = await shop.make.product({ ...defaults, name: 'Tin Bag', businessId: tin.id, priceUsdCents: 60_00 })
  })
  afterEach(async () => {
    expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
  })
}

export const params = ({ id }: { id: string }) => ({ params: { id } })

export const move = (seller: SignedInUser, order: { id: string }, status: OrderStatus, more: object = {}) =>
  seller.sellerOrders.move({ ...params(order), body: { status, ...more } })

export const transitionSellerOrder = (order: Order, businessId: string, status: OrderStatus, more: object = {}) =>
  staff.orders.setPartStatus({ params: { id: order.id, businessId }, body: { status, ...more } })

/** An order of one box and two bags, or of what is named. */
export async function order(
  wanted: readonly [{ id: string }, number][] = [
    [box, 1],
    [bag, 2],
  ],
): Promise<Order> {
  for (const [{ id }, quantity] of wanted) await ann.cart.addItem({ body: { productId: id, quantity } })
  return checkOut(ann)
}
