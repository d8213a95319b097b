import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { auditEntries, products, stockMovements } from '#server/platform/db/schema.ts'
import { checkOut, refusalOf } from '#server/testing/buyers.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let seller: SignedInUser
let staff: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
  seller = await shop.signIn('business_admin')
  staff = await shop.signIn('application_admin')
})
afterAll(() => shop.close())

const make = (stock: number) => shop.make.product({ businessId: seller.user.businessId ?? '', category: 'mat', stock })
const stockOf = async (id: string) => (await shop.deps.db.select().from(products).where(eq(products.id, id)))[0]?.stock

async function buy(productId: string, quantity: number) {
  const buyer = await shop.signIn('customer')
  await buyer.cart.addItem({ body: { productId, quantity } })
  return { buyer, order: await checkOut(buyer) }
}

/** The form as its screen sends it, with another stock. */
async function openForm(user: SignedInUser, id: string) {
  const form = await user.productEdits.form({ params: { id } })
  return (stock = form.stock) => user.productEdits.update({ params: { id }, body: { ...form, stock } })
}

test('a form saved with the stock that it read brings no sold units back, of a seller and of staff', async () => {
  for (const user of [seller, staff]) {
    const { id } = await make(10)
    const save = await openForm(user, id)
    await buy(id, 3)
    expect((await save()).stock).toBe(7)
    expect(await stockOf(id)).toBe(7)
    expect(await shop.deps.db.select().from(stockMovements).where(eq(stockMovements.productId, id))).toHaveLength(2)
  }
})

test('another stock is applied as the difference to the one that was read: 10, 3 sold meanwhile, 15 typed is 12', async () => {
  const { id } = await make(10)
  const save = await openForm(seller, id)
  await buy(id, 3)
  expect((await save(15)).stock).toBe(12)
  const entries = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.targetId, id))
  expect(entries).toMatchObject([{ before: { stock: 7 }, after: { stock: 12 } }])
  const lower = await openForm(seller, id)
  await buy(id, 2)
  expect((await lower(4)).stock).toBe(2)
})

test('a stock that was read after sales is the one of its version, also when nothing else was ever edited', async () => {
  const { id } = await make(20)
  await buy(id, 3)
  const late = await openForm(seller, id)
  await buy(id, 1)
  expect((await late()).stock).toBe(16)
  const later = await openForm(seller, id)
  await buy(id, 2)
  const { version } = await seller.products.byId({ params: { id } })
  await buy(id, 4)
  expect((await seller.productEdits.update({ params: { id }, body: { stock: 14, version } })).stock).toBe(10)
  expect((await later(20)).stock).toBe(14)
})

test('what comes back meanwhile is there after the save: a cancelled order', async () => {
  const { id } = await make(10)
  const { buyer, order } = await buy(id, 4)
  const save = await openForm(seller, id)
  await buyer.orders.cancel({ params: { id: order.id }, body: {} })
  expect((await save(8)).stock).toBe(12)
})

test('below zero is 409 with a sentence that says what the stock was and is, and nothing is written', async () => {
  const { id } = await make(10)
  const form = await seller.productEdits.form({ params: { id } })
  await buy(id, 3)
  const body = { ...form, name: 'Another name', stock: 2 }
  const refusal = await refusalOf(seller.productEdits.update({ params: { id }, body }))
  expect(refusal).toMatchObject({
    status: 409,
    code: 'stock_below_zero',
    detail: "Stock changed while you were editing: it was 10, and it's 7 now. Nothing was saved. Reload to enter a new count.",
    errors: [{ field: 'stock' }],
  })
  expect(await seller.productEdits.form({ params: { id } })).toMatchObject({ name: form.name, stock: 7, version: form.version + 1 })
  expect((await seller.productEdits.update({ params: { id }, body: { ...body, stock: 3 } })).stock).toBe(0)
})

test('sales and returns are no conflict; another edit is, and so is a version that never was', async () => {
  const { id } = await make(10)
  const [first, second] = [await openForm(seller, id), await openForm(staff, id)]
  await buy(id, 1)
  expect((await first(12)).stock).toBe(11)
  await buy(id, 1)
  expect(await refusalOf(second())).toMatchObject({ status: 409, code: 'edit_conflict', current: { stock: 10 } })
  const { version } = await seller.productEdits.form({ params: { id } })
  const body = { featured: true, version: version - 1 }
  expect((await seller.productEdits.setFeatured({ params: { id }, body })).featured).toBe(true)
  const params = { id }
  expect(await refusalOf(seller.productEdits.update({ params, body: { version: version + 5 } }))).toMatchObject({ status: 409 })
})

test('without a version the stock is the one that was sent', async () => {
  const { id } = await make(10)
  await buy(id, 3)
  expect((await seller.productEdits.update({ params: { id }, body: { stock: 10 } })).stock).toBe(10)
})

test('many stocks at once: rows with the version that was read are differences, all or none', async () => {
  const [one, two] = [await make(10), await make(8)]
  const read = async () => {
    const { items } = await seller.business.products({ query: { limit: '500' } })
    const versions = new Map(items.map(({ id, version }) => [id, version]))
    return ({ id }: { id: string }, stock: number) => ({ id, stock, version: versions.get(id) ?? 0 })
  }
  const row = await read()
  await buy(one.id, 3)
  await buy(two.id, 1)
  expect(await seller.productEdits.bulkStock({ body: { updates: [row(one, 15), row(two, 8)] } })).toEqual({
    updated: 2,
    undo: expect.any(String),
  })
  expect([await stockOf(one.id), await stockOf(two.id)]).toEqual([12, 7])
  const later = await read()
  await buy(one.id, 1)
  const refusal = await refusalOf(seller.productEdits.bulkStock({ body: { updates: [later(two, 20), later(one, 0)] } }))
  expect(refusal).toMatchObject({ status: 409, errors: [{ field: 'updates.1.stock' }] })
  expect(refusal.detail).toMatch(/^.+: Stock changed while you were editing: it was 12, and it's 11 now\. Nothing was saved\./)
  expect([await stockOf(one.id), await stockOf(two.id)]).toEqual([11, 7])
})

/** Number of saves, and of buyers who order meanwhile. */
const SAVES = TESTS_ALL ? 50 : 16
test(`${SAVES} saves while buyers buy: the stock is the start with what was typed more, less what was sold`, async () => {
  const { id } = await make(500)
  const buyers = await Promise.all(Array.from({ length: SAVES }, () => shop.signIn('customer')))
  await Promise.all(buyers.map((buyer) => buyer.cart.addItem({ body: { productId: id, quantity: 2 } })))
  let added = 0
  const saving = async () => {
    for (let round = 0; round < SAVES; round += 1) {
      const { stock, version } = await seller.productEdits.form({ params: { id } })
      const more = round % 3 === 0 ? 0 : (round % 7) - 2
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 8))
      const body = { description: `Round ${round}`, stock: stock + more, version }
      await seller.productEdits.update({ params: { id }, body })
      added += more
    }
  }
  const buying = async (offset: number) => {
    for (const buyer of buyers.filter((_, at) => at % 4 === offset)) {
      const order = await checkOut(buyer)
      if (offset === 0) await buyer.orders.cancel({ params: { id: order.id }, body: {} })
    }
  }
  await Promise.all([saving(), ...[0, 1, 2, 3].map(buying)])
  const cancelled = buyers.filter((_, at) => at % 4 === 0).length
  expect(await stockOf(id)).toBe(500 + added - 2 * (buyers.length - cancelled))
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
})

test('the same bulk change sent again, or typed by somebody else over the same stock, adds nothing', async () => {
  const { id } = await make(280)
  const { version } = await seller.productEdits.form({ params: { id } })
  await buy(id, 3)
  const body = { updates: [{ id, stock: 300, version }] }
  expect(await seller.productEdits.bulkStock({ body })).toEqual({ updated: 1, undo: expect.any(String) })
  for (const user of [seller, staff])
    expect(await refusalOf(user.productEdits.bulkStock({ body }))).toMatchObject({ status: 409, code: 'edit_conflict' })
  expect(await stockOf(id)).toBe(297)
})
