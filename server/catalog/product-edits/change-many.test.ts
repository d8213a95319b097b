import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { products, stockMovements } from '#server/platform/db/schema.ts'
import { database } from '#server/platform/metrics/metrics.ts'
import { checkOut, refusalOf } from '#server/testing/buyers.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let seller: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
  seller = await shop.signIn('business_admin')
})
afterAll(() => shop.close())

const make = (input: Parameters<typeof shop.make.product>[0] = {}) =>
  shop.make.product({ businessId: seller.user.businessId ?? '', ...input })
const stocksOf = async (ids: string[]) => {
  const rows = await shop.deps.db.select().from(products).where(inArray(products.id, ids))
  return ids.map((id) => rows.find((row) => row.id === id)?.stock)
}
const send = (url: string, payload: unknown) =>
  shop.app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${seller.token}` }, payload: payload as object })

test('B263 B282 many stocks are set at once, as rows under `updates` or bare; each change is one movement', async () => {
  const [one, two] = [await make({ stock: 5 }), await make({ stock: 8 })]
  const rows = [
    { id: one.id, stock: 20 },
    { id: two.id, stock: '3' },
  ]
  expect(await seller.productEdits.bulkStock({ body: { updates: rows } })).toEqual({ updated: 2, undo: expect.any(String) })
  expect(await stocksOf([one.id, two.id])).toEqual([20, 3])
  const bare = await send('/api/products/bulk/stock', [{ id: one.id.toUpperCase(), stock: 21 }])
  expect([bare.statusCode, bare.json()]).toEqual([200, { updated: 1, undo: expect.any(String) }])
  const moves = await shop.deps.db.select().from(stockMovements).where(eq(stockMovements.productId, one.id)).orderBy(stockMovements.id)
  expect(moves.map(({ delta, reason }) => [delta, reason])).toEqual([
    [5, 'initial'],
    [15, 'edit'],
    [1, 'edit'],
  ])
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
})

test('B219 a negative, fractional or empty stock is none: nothing changes', async () => {
  const [one, two] = [await make({ stock: 5 }), await make({ stock: 8 })]
  for (const stock of [-1, 1.5, '', 'many', null, 2 ** 31]) {
    const body = {
      updates: [
        { id: one.id, stock: 9 },
        { id: two.id, stock },
      ],
    }
    expect(await refusalOf(seller.productEdits.bulkStock({ body }))).toMatchObject({
      status: 422,
      detail: 'Please enter valid stock values',
    })
  }
  expect(await refusalOf(seller.productEdits.bulkStock({ body: { updates: [] } }))).toMatchObject({
    detail: 'Please enter valid stock values',
  })
  expect(await stocksOf([one.id, two.id])).toEqual([5, 8])
})

test('B266 B220 B221 only entered prices count; nothing entered, or one that is no price, changes nothing', async () => {
  const [one, two] = [await make(), await make()]
  const updates = [
    { id: one.id, priceUSD: '12.50' },
    { id: two.id, priceEUR: 7, priceUSD: '' },
  ]
  expect(await seller.productEdits.bulkPrices({ body: { updates } })).toEqual({ updated: 2, undo: expect.any(String) })
  expect(await seller.products.byId({ params: { id: one.id } })).toMatchObject({ priceUSD: 12.5, priceEUR: 90, version: 2 })
  expect(await seller.products.byId({ params: { id: two.id } })).toMatchObject({ priceUSD: 100, priceEUR: 7 })
  for (const row of [{}, { priceUSD: '' }, { priceUSD: 'abc' }, { priceUSD: 0 }, { priceEUR: -2 }, { priceUSD: 1.005 }]) {
    const body = { updates: [{ id: one.id, ...row }] }
    expect(await refusalOf(seller.productEdits.bulkPrices({ body }))).toMatchObject({
      status: 422,
      detail: 'Please enter valid price values',
    })
  }
})

test('B264 B265 many products are featured, unfeatured and deleted at once', async () => {
  const productIds = [(await make()).id, (await make()).id]
  expect(await seller.productEdits.bulkFeatured({ body: { productIds, featured: true } })).toEqual({ updated: 2, undo: expect.any(String) })
  expect((await seller.business.products({ query: { featured: 'true' } })).total).toBe(2)
  await seller.productEdits.bulkFeatured({ body: { productIds, featured: false } })
  expect((await seller.business.products({ query: { featured: 'true' } })).total).toBe(0)
  const deleted = await send('/api/products/bulk/delete', productIds)
  expect(deleted.json()).toEqual({ updated: 2, undo: expect.any(String) })
  await expect(seller.productEdits.bulkDelete({ body: { productIds } })).rejects.toMatchObject({ status: 404 })
})

test('one foreign, unknown or doubled product, or more than 500 rows, and nothing changes', async () => {
  const [mine, foreign] = [await make({ stock: 5 }), await shop.make.product({ stock: 5 })]
  const row = { id: mine.id, stock: 50 }
  for (const id of [foreign.id, '3f0e7b0c-6f0f-4f43-9a5e-0d6c2f5b8a11']) {
    const body = { updates: [row, { id, stock: 1 }] }
    const gone = { status: 404, detail: `There is no product with the ID ${id}. Nothing was changed.` }
    expect(await refusalOf(seller.productEdits.bulkStock({ body }))).toMatchObject(gone)
    expect(await refusalOf(seller.productEdits.bulkDelete({ body: { productIds: [mine.id, id] } }))).toMatchObject(gone)
    const prices = {
      updates: [
        { id: mine.id, priceUSD: 5 },
        { id, priceUSD: 5 },
      ],
    }
    expect(await refusalOf(seller.productEdits.bulkPrices({ body: prices }))).toMatchObject(gone)
  }
  await expect(seller.productEdits.bulkStock({ body: { updates: [row, row] } })).rejects.toMatchObject({ status: 400 })
  const many = Array.from({ length: 501 }, () => row)
  await expect(seller.productEdits.bulkStock({ body: { updates: many } })).rejects.toMatchObject({ status: 422 })
  await expect(seller.productEdits.bulkDelete({ body: { productIds: ['no-id'] } })).rejects.toMatchObject({ status: 422 })
  expect(await seller.products.byId({ params: { id: mine.id } })).toMatchObject({ stock: 5, priceUSD: 100, version: 1, status: 'Active' })
})

test('orders and stock edits at the same moment lose nothing: the books balance', async () => {
  const product = await make({ stock: 60, category: 'mat' })
  const buyers = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const buyer = await shop.signIn('customer')
      await buyer.cart.addItem({ body: { productId: product.id, quantity: 2 } })
      return buyer
    }),
  )
  const edits = [40, 70, 55, 90].map((stock) => seller.productEdits.bulkStock({ body: { updates: [{ id: product.id, stock }] } }))
  const singles = [65, 80].map((stock) => seller.productEdits.update({ params: { id: product.id }, body: { stock } }))
  const done = await Promise.allSettled([...buyers.map((buyer) => checkOut(buyer)), ...edits, ...singles])
  expect(done.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
})

test('a price that changes leaves stored orders alone, and the cart says so before the next one', async () => {
  const product = await make({ stock: 60, category: 'mat', priceUsdCents: 1000, priceEurCents: 900 })
  const buyer = await shop.signIn('customer')
  await buyer.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  const order = await checkOut(buyer)
  await buyer.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  const seen = await buyer.cart.list()
  await seller.productEdits.bulkPrices({ body: { updates: [{ id: product.id, priceUSD: 20 }] } })
  const items = seen.items.map(({ productId, quantity, price }) => ({ id: productId, quantity, price }))
  const { customer } = await buyer.orders.byId({ params: { id: order.id } })
  await expect(buyer.checkout.placeOrder({ body: { items, currency: 'USD', shippingMethod: 'standard', customer } })).rejects.toMatchObject(
    { status: 409 },
  )
  expect((await buyer.orders.byId({ params: { id: order.id } })).items[0]).toMatchObject({ unitPrice: 10 })
})

test.runIf(TESTS_ALL)('500 rows are written by about as many statements as ten', async () => {
  const countStatements = async () => {
    const { values } = await database.seconds.get()
    return values.reduce((sum, { metricName, value }) => sum + (metricName?.endsWith('_count') ? value : 0), 0)
  }
  const statementsFor = async (rows: number) => {
    const updates = []
    for (let at = 0; at < rows; at += 1)
      updates.push({ id: (await make({ name: `Row ${at} ${crypto.randomUUID()}` })).id, stock: at + 200 })
    const before = await countStatements()
    expect(await seller.productEdits.bulkStock({ body: { updates } })).toEqual({ updated: rows, undo: expect.any(String) })
    return (await countStatements()) - before
  }
  const few = await statementsFor(10)
  expect(few).toBeGreaterThan(3)
  expect(await statementsFor(500)).toBeLessThan(few + 100) // other work of the shop counts too
})
