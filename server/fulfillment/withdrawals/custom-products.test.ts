import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { CUSTOM_TEXT } from '#domain/withdrawal-status.ts'
import { outbox, products } from '#server/platform/db/schema.ts'
import { addDemoTaxes } from '#server/seed/seed-demo.ts'
import { customerForm, orderOf, refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

const MUNICH = {
  ...customerForm,
  buyerKind: 'consumer' as const,
  email: 'eva@test.test',
  firstName: 'Eva',
  lastName: 'Kunde',
  address: 'Weg 1',
  city: 'München',
  state: '',
  zipCode: '80331',
  country: 'DE',
}

let shop: TestShop
let eva: SignedInUser
let seller: SignedInUser
let staff: SignedInUser

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  await addDemoTaxes(shop.deps)
  const { id: businessId } = await shop.make.business({ name: 'Wellwerk', country: 'DE', address: 'Dock 4', city: 'Hamburg' })
  seller = await shop.signIn('business_admin', { businessId })
  eva = await shop.signIn('customer', { name: 'Eva Kunde', email: 'eva@test.test' })
  staff = await shop.signIn('application_admin')
})

/** Orders one unit of each kind: custom-made, or not. */
async function buy(kinds: readonly boolean[]): Promise<Order> {
  for (const [at, isCustom] of kinds.entries()) {
    const { user } = seller
    const made = { category: 'mat', name: isCustom ? `Cut mat ${at}` : `Plain mat ${at}`, ladder: [], isCustom }
    const product = await shop.make.product({ ...made, ...(user.businessId && { businessId: user.businessId }) })
    await eva.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  }
  const cart = await eva.cart.list({ query: { currency: 'EUR', country: 'DE', zip: MUNICH.zipCode, buyer: 'consumer' } })
  expect(cart.items.map(({ isCustom }) => isCustom)).toEqual(kinds)
  const order = await eva.checkout.placeOrder({ body: { ...orderOf(cart), customer: MUNICH } })
  return eva.orders.byId({ params: { id: order.id } })
}

async function withdraw(order: Order) {
  const body = { orderNumber: order.number, name: 'Eva Kunde', email: 'eva@test.test', items: '' }
  const draft = await shop.visitor.withdrawals.start({ body })
  await shop.visitor.withdrawals.confirm({ params: { id: draft.id }, body: { token: draft.token } })
  return staff.withdrawals.byId({ params: { id: draft.id } })
}

const confirmation = async () =>
  (await shop.deps.db.select().from(outbox))
    .map(({ payload }) => payload as { template: string; facts: Record<string, unknown> })
    .find(({ template }) => template === 'order-placed')

test('L1 an order of custom-made products has no right of withdrawal, whatever its seller says about them later', async () => {
  const order = await buy([true])
  expect(order.items[0]).toMatchObject({ isCustom: true })
  expect(order.withdrawal).toMatchObject({ isGiven: false, isCustom: true, lastDay: null })
  expect((await confirmation())?.facts).toMatchObject({ canWithdraw: '', custom: [{ name: 'Cut mat 0' }] })
  await shop.deps.db
    .update(products)
    .set({ isCustom: false })
    .where(eq(products.id, order.items[0]?.productId ?? ''))
  const stated = await withdraw(order)
  expect(stated).toMatchObject({ right: { state: 'custom' }, lines: [] })
  expect((await eva.orders.byId({ params: { id: order.id } })).status).toBe('pending')
  const accepted = staff.withdrawals.decide({ params: { id: stated.id }, body: { status: 'accepted', answer: '' } })
  expect(await refusalOf(accepted)).toMatchObject({ code: 'nothing_withdrawn' })
})

test('L1 a withdrawal from a mixed order is about what is not made to order; its buyer cannot choose the rest', async () => {
  const order = await buy([true, false])
  expect(order.withdrawal).toMatchObject({ isGiven: true, isCustom: false })
  const cut = order.items.find(({ isCustom }) => isCustom)
  const body = { orderNumber: order.number, name: 'Eva Kunde', email: 'eva@test.test', items: '' }
  const chosen = eva.withdrawals.start({ body: { ...body, lines: [{ productId: cut?.productId ?? '', quantity: 1 }] } })
  expect(await refusalOf(chosen)).toMatchObject({ errors: [{ field: 'lines', message: `Cut mat 0: ${CUSTOM_TEXT}` }] })
  expect((await withdraw(order)).lines).toEqual([]) // what has not shipped is settled at once
  const { items } = await eva.returns.listOwn({ query: { orderId: order.id } })
  expect(items).toMatchObject([{ status: 'refunded', lines: [{ name: 'Plain mat 1', quantity: 1 }] }])
  expect((await eva.orders.byId({ params: { id: order.id } })).status).toBe('pending')
})
