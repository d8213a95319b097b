import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { outbox } from '#server/platform/db/schema.ts'
import { addDemoTaxes } from '#server/seed/seed-demo.ts'
import { customerForm, orderOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

const BERLIN = {
  ...customerForm,
  buyerKind: 'consumer' as const,
  email: 'eva@test.test',
  firstName: 'Eva',
  lastName: 'Kunde',
  address: 'Ackerstr. 1',
  city: 'Berlin',
  state: '',
  zipCode: '10115',
  country: 'DE',
}

let shop: TestShop
let eva: SignedInUser
let staff: SignedInUser
let businessId: string
let count = 0

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  await addDemoTaxes(shop.deps)
  businessId = (await shop.make.business({ name: 'Wellwerk', country: 'DE', address: 'Dock 4', city: 'Hamburg' })).id
  eva = await shop.signIn('customer', { name: 'Eva Kunde', email: 'eva@test.test' })
  staff = await shop.signIn('application_admin')
})

const params = ({ id }: { id: string }) => ({ params: { id } })

interface Bought {
  quantity?: number
  isPaid?: boolean
  of?: string[]
}

/** Orders a mat of each seller. */
async function buy({ quantity = 1, isPaid = true, of = [businessId] }: Bought = {}): Promise<Order> {
  for (const from of of) {
    count += 1
    const mat = { category: 'mat', name: `Mat ${count}`, priceEurCents: 1690, weightGrams: 900, ladder: [] }
    const product = await shop.make.product({ ...mat, businessId: from })
    await eva.cart.addItem({ body: { productId: product.id, quantity } })
  }
  const cart = await eva.cart.list({ query: { currency: 'EUR', country: 'DE', zip: BERLIN.zipCode, buyer: 'consumer' } })
  const order = await eva.checkout.placeOrder({ body: { ...orderOf(cart), customer: BERLIN } })
  const paidAt = shop.deps.now().toISOString()
  if (isPaid) await staff.orderMoney.markPaid({ ...params(order), body: { method: 'cash', reference: order.number, paidAt } })
  return eva.orders.byId(params(order))
}

async function deliver(order: Order): Promise<Order> {
  for (const status of ['shipped', 'delivered'] as const) await staff.orders.setStatus({ ...params(order), body: { status } })
  return eva.orders.byId(params(order))
}

type Stated = { orderNumber: string; name?: string; email?: string; lines?: { productId: string; quantity: number }[]; items?: string }

async function state(
  { orderNumber, name = 'Eva Kunde', email = 'eva@test.test', ...more }: Stated,
  by: Pick<SignedInUser, 'withdrawals'> = shop.visitor,
) {
  const draft = await by.withdrawals.start({ body: { orderNumber, name, email, items: '', ...more } })
  const receipt = await by.withdrawals.confirm({ params: { id: draft.id }, body: { token: draft.token } })
  return { receipt, ...params(draft) }
}

const receipts = async () => {
  const rows = await shop.deps.db.select().from(outbox).orderBy(outbox.id)
  const mails = rows.map(({ payload }) => payload as { template: string; facts: Record<string, unknown> })
  return mails.filter(({ template }) => template === 'withdrawal-received').map(({ facts }) => facts.outcome)
}

test('1.6 page, email and order say what happened at once, and the order offers no second withdrawal', async () => {
  const outcomes: string[] = []
  const stateAndRead = async (order: Order, more: Partial<Stated> = {}) => {
    const { receipt } = await state({ orderNumber: order.number, ...more })
    outcomes.push(receipt.outcome)
    return (await eva.orders.byId(params(order))).withdrawal
  }
  const paid = await buy()
  expect(paid.withdrawal).toMatchObject({ isGiven: true, isLeft: true })
  expect(await stateAndRead(paid)).toMatchObject({ isLeft: false })
  expect(await stateAndRead(await buy({ isPaid: false }))).toMatchObject({ isLeft: false })
  const delivered = await deliver(await buy())
  expect(await stateAndRead(delivered)).toMatchObject({ isGiven: true, isLeft: false })
  expect((await stateAndRead(paid))?.isLeft).toBe(false)
  const other = await shop.make.business({ name: 'Anderswerk', country: 'DE' })
  const two = await buy({ of: [businessId, other.id] })
  await staff.orders.setPartStatus({ params: { id: two.id, businessId }, body: { status: 'shipped' } })
  expect(await stateAndRead(two)).toMatchObject({ isLeft: false })
  expect(outcomes).toEqual(['refunded', 'canceled', 'received', 'settled', 'partly'])
  expect(await receipts()).toEqual(outcomes)
})

test('1.6 of some units the rest may still be withdrawn from, also after a refusal; words name nothing for sure', async () => {
  const order = await deliver(await buy({ quantity: 3 }))
  const productId = order.items[0]?.productId ?? ''
  const leftAfter = async (more: Partial<Stated>) => {
    const found = await state({ orderNumber: order.number, ...more }, eva)
    return { found, withdrawal: (await eva.orders.byId(params(order))).withdrawal, outcome: found.receipt.outcome }
  }
  const one = await leftAfter({ lines: [{ productId, quantity: 2 }] })
  expect(one).toMatchObject({ withdrawal: { isLeft: true }, outcome: 'received' })
  expect(await leftAfter({ items: 'the blue one' })).toMatchObject({ withdrawal: { isLeft: true }, outcome: 'received' })
  const rest = await leftAfter({ lines: [{ productId, quantity: 1 }] })
  expect(rest).toMatchObject({ withdrawal: { isLeft: false } })
  await staff.withdrawals.decide({ ...rest.found, body: { status: 'refused', answer: 'Opened.' } })
  expect((await eva.orders.byId(params(order))).withdrawal).toMatchObject({ isLeft: true })
})

const STRANGERS: [who: string, more: Partial<Stated>][] = [
  ['a stranger', { name: 'Mallory', email: 'mallory@test.test' }],
  ['the email of the buyer with another name', { name: 'Mallory' }],
  ['an order that is not there', { orderNumber: 'ORD-UNKNOWN' }],
]

test.each(STRANGERS)('1.6 the answer to %s says nothing about the order', async (_who, more) => {
  const order = await buy()
  await state({ orderNumber: order.number }) // canceled
  expect((await state({ orderNumber: order.number, ...more })).receipt.outcome).toBe('received')
})

test('1.6 an answer that was lost is given again, with what became of the order', async () => {
  const order = await buy()
  const draft = await shop.visitor.withdrawals.start({
    body: { orderNumber: order.number, name: 'Eva Kunde', email: 'eva@test.test', items: '' },
  })
  const confirm = () => shop.visitor.withdrawals.confirm({ params: { id: draft.id }, body: { token: draft.token } })
  const first = await confirm()
  expect(await confirm()).toEqual({ ...first, outcome: 'settled' })
  expect(first.outcome).toBe('refunded')
})
