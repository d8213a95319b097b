import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { businesses } from '#server/platform/db/schema.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { type CardShop, openCardShop } from '#server/testing/card-shop.ts'
import { closeDispute } from '#server/testing/stripe-disputes.ts'
import type { SignedInUser } from '#server/testing/test-shop.ts'

let shop: CardShop
let staff: SignedInUser

beforeAll(async () => {
  shop = await openCardShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  staff = await shop.signIn('application_admin')
})

async function fileOf(user: SignedInUser, url: string): Promise<string> {
  const { body } = await shop.app.inject({ url, headers: { authorization: `Bearer ${user.token}` } })
  return body
}

/** A paid order of one product of each seller whose payment is disputed. */
async function disputed(sellers: readonly SignedInUser[], { name = 'Ann Buyer', amount }: { name?: string; amount?: number } = {}) {
  const buyer = await shop.signIn('customer', { name })
  for (const { user } of sellers) {
    const product = await shop.make.product({ businessId: user.businessId ?? '', category: 'accessories', priceUsdCents: 100_00, stock: 9 })
    await buyer.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  }
  const { orderId, orderNumber, clientSecret } = await shop.begin(buyer)
  const intentId = clientSecret.split('_secret_')[0] ?? ''
  await shop.notifyPaid(intentId)
  shop.advance(60_000)
  const dispute = shop.provider.dispute(intentId, { at: shop.deps.now(), ...(amount && { amount }) })
  expect(await shop.send(shop.message('charge.dispute.created', structuredClone(dispute)))).toBe(200)
  return { orderId, orderNumber, dispute, buyer }
}

test('staff list disputes, narrow, search and sort them, page by page and as a file', async () => {
  const seller = await shop.signIn('business_admin')
  const first = await disputed([seller], { name: 'Ann Buyer' })
  const second = await disputed([seller], { name: 'Bob Bidder', amount: 20_00 })
  await shop.send(shop.message('charge.dispute.closed', closeDispute(second.dispute, 'lost')))
  const numbers = async (query: NonNullable<NonNullable<Parameters<typeof staff.disputes.list>[0]>['query']>) => {
    const { items, total } = await staff.disputes.list({ query })
    return [items.map(({ orderNumber }) => orderNumber), total]
  }
  const [one, two] = [first.orderNumber, second.orderNumber]
  expect(await numbers({})).toEqual([[two, one], 2])
  expect(await numbers({ sort: 'openedAt' })).toEqual([[one, two], 2])
  expect(await numbers({ sort: 'amount' })).toEqual([[two, one], 2])
  expect(await numbers({ sort: '-amount', limit: '1', page: '2' })).toEqual([[two], 2])
  expect(await numbers({ status: 'lost' })).toEqual([[two], 1])
  expect(await numbers({ open: 'true' })).toEqual([[one], 1])
  expect(await numbers({ open: 'false' })).toEqual([[two], 1])
  expect(await numbers({ search: 'bidder' })).toEqual([[two], 1])
  expect(await numbers({ search: first.dispute.id })).toEqual([[one], 1])
  expect(await numbers({ search: '%' })).toEqual([[], 0])
  const { items } = await staff.disputes.list({ query: { search: one } })
  expect(items).toMatchObject([
    {
      orderId: first.orderId,
      stripeId: first.dispute.id,
      amount: 108,
      currency: 'USD',
      fee: 15,
      status: 'needs_response',
      reason: 'product_not_received',
      url: `https://dashboard.stripe.com/test/disputes/${first.dispute.id}`,
      evidenceDueAt: new Date((first.dispute.evidence_details.due_by ?? 0) * 1000).toISOString(),
      closedAt: null,
      customer: { name: 'Ann Buyer' },
    },
  ])
  const order = await staff.orders.adminById({ params: { id: first.orderId } })
  expect(order.dispute).toMatchObject({ id: items[0]?.id, status: 'needs_response', amount: 108 })
  const listed = (await staff.orders.listAll({ query: { sort: 'createdAt' } })).items
  expect(listed.map(({ number, dispute }) => [number, dispute])).toEqual([
    [one, { status: 'needs_response' }],
    [two, null], // decided
  ])
  const file = await fileOf(staff, '/api/admin/disputes/export?status=lost')
  expect(file.split('\n').filter(Boolean)).toHaveLength(2)
  expect(file).toContain(two)
  expect(file).not.toContain(one)
})

test('a seller lists the disputes of their own orders with their own share, and learns nothing of the buyer, other sellers or Stripe', async () => {
  const [seller, other, stranger] = [
    await shop.signIn('business_admin'),
    await shop.signIn('business_admin'),
    await shop.signIn('business_admin'),
  ]
  const both = await disputed([seller, other], { amount: 100_00 })
  const { items, total } = await seller.disputes.listOwn({ query: {} })
  expect(total).toBe(1)
  expect(items).toEqual([
    {
      id: expect.any(String),
      orderId: both.orderId,
      orderNumber: both.orderNumber,
      amount: 50,
      currency: 'USD',
      reason: 'product_not_received',
      status: 'needs_response',
      evidenceDueAt: expect.any(String),
      openedAt: expect.any(String),
      closedAt: null,
    },
  ])
  const own = await seller.sellerOrders.byId({ params: { id: both.orderId } })
  expect(own.dispute).toMatchObject({ amount: 50, status: 'needs_response' })
  const file = await fileOf(seller, '/api/business/disputes/export')
  expect(file).toContain(both.orderNumber)
  expect(file).not.toMatch(/Ann|dp_/)
  expect(await stranger.disputes.listOwn({ query: {} })).toMatchObject({ items: [], total: 0 })
  expect((await seller.disputes.listOwn({ query: { search: 'ann' } })).total).toBe(0)
  expect((await seller.disputes.listOwn({ query: { search: both.orderNumber } })).total).toBe(1)
  await shop.send(shop.message('charge.dispute.closed', closeDispute(both.dispute, 'lost')))
  expect((await other.disputes.listOwn({ query: {} })).items).toMatchObject([{ amount: 50, status: 'lost' }])
})

test('only staff read all disputes, only approved sellers their own; a customer reads none, not even of their own order', async () => {
  const seller = await shop.signIn('business_admin')
  const { orderId, buyer } = await disputed([seller])
  for (const user of [buyer, seller]) {
    expect(await refusalOf(user.disputes.list())).toMatchObject({ status: 403 })
    expect(await refusalOf(user.disputes.export({ query: {} }))).toMatchObject({ status: 403 })
  }
  for (const user of [buyer, staff]) {
    expect(await refusalOf(user.disputes.listOwn())).toMatchObject({ status: 403 })
    expect(await refusalOf(user.disputes.exportOwn({ query: {} }))).toMatchObject({ status: 403 })
  }
  expect(await refusalOf(shop.visitor.disputes.list())).toMatchObject({ status: 401 })
  expect((await buyer.orders.byId({ params: { id: orderId } })).dispute).toBeNull()
  await shop.deps.db.update(businesses).set({ businessStatus: 'suspended' })
  expect(await refusalOf(seller.disputes.listOwn())).toMatchObject({ status: 403, code: 'business_not_approved' })
  expect(await refusalOf(seller.disputes.exportOwn({ query: {} }))).toMatchObject({ status: 403, code: 'business_not_approved' })
})
