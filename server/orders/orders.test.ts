import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { orders, outbox, products, stockMovements, users } from '#server/platform/db/schema.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { ann, move, openOrderShop, order, params, parcel, rowsOf, shop, staff, toBuyer } from '#server/testing/placed-orders.ts'

openOrderShop()

test("another customer's order is 404 for reading and cancelling, and stays as it is", async () => {
  const mine = await order()
  const before = await rowsOf(mine)
  const seller = mine.items[0]?.businessId ?? ''
  const strangers = [await shop.signIn('customer'), await shop.signIn('business_admin', { businessId: seller })]
  for (const stranger of strangers) {
    for (const id of [mine.id, mine.number])
      expect(await refusalOf(stranger.orders.byId({ params: { id } }))).toMatchObject({ status: 404 })
    expect(await refusalOf(stranger.orders.cancel(params(mine)))).toMatchObject({ status: 404 })
    expect(await refusalOf(stranger.orders.adminById(params(mine)))).toMatchObject({ status: 403 })
    expect(await refusalOf(stranger.orders.setStatus({ ...params(mine), body: { status: 'processing' } }))).toMatchObject({ status: 403 })
    expect(await refusalOf(stranger.orders.listAll())).toMatchObject({ status: 403 })
    expect(await stranger.orders.listOwn()).toEqual({ items: [], total: 0 })
  }
  expect(await refusalOf(shop.visitor.orders.byId({ params: { id: mine.id } }))).toMatchObject({ status: 401 })
  expect(await rowsOf(mine)).toBe(before)
})

test('an unknown or malformed id is 404, before the body is looked at', async () => {
  for (const id of [crypto.randomUUID(), 'ORD-NOTHING', 'x', '%00', '\u0000', "' or 1=1 --"]) {
    const url = `/api/orders/${encodeURIComponent(id)}`
    const headers = { authorization: `Bearer ${staff.token}` }
    expect((await shop.app.inject({ url, headers })).statusCode, id).toBe(404)
    const patch = { method: 'PATCH' as const, url: `/api/admin/orders/${encodeURIComponent(id)}/status`, headers, payload: { status: 5 } }
    expect((await shop.app.inject(patch)).statusCode, id).toBe(404)
  }
})

test('S215 S237 own orders come newest first, with their lines, and page by page', async () => {
  const first = await order()
  shop.advance(1000)
  const second = await order(ann, await parcel({ name: 'Box' }), 3)
  const list = await ann.orders.listOwn()
  expect(list.items.map(({ id }) => id)).toEqual([second.id, first.id])
  expect(list.items[0]).toMatchObject({
    number: second.number,
    itemCount: 3,
    items: [{ name: 'Box', quantity: 3 }],
    totalAmount: second.totalAmount,
  })
  expect(await ann.orders.listOwn({ query: { page: '2', limit: '1' } })).toMatchObject({ total: 2, items: [{ id: first.id }] })
  await ann.orders.cancel(params(first))
  expect((await ann.orders.listOwn({ query: { status: 'cancelled' } })).items.map(({ id }) => id)).toEqual([first.id])
})

test('a buyer reads the name of the shop, as it is set, for what its people did', async () => {
  const { version: _version, ...company } = (await staff.settings.read()).company
  await (await shop.signIn('super_admin')).settings.update({ body: { company: { ...company, name: 'Karton & Co' } } })
  const placed = await order()
  await move(placed, 'processing')
  const { history, fulfilments } = await ann.orders.byId(params(placed))
  expect(history.map(({ by }) => by)).toEqual(['Ann Buyer', 'Karton & Co'])
  expect(fulfilments[0]?.history.at(-1)).toMatchObject({ by: 'Karton & Co' })
})

test('mails about an order go to the address that its buyer has today', async () => {
  const placed = await order()
  await shop.deps.db.update(users).set({ email: 'ann.new@test.test' }).where(eq(users.id, ann.user.id))
  await move(placed, 'processing')
  const sent = (await shop.deps.db.select().from(outbox).where(toBuyer).orderBy(outbox.id)).map(
    ({ payload }) => (payload as { to: string }).to,
  )
  expect(sent).toEqual(['ann@test.test', 'ann.new@test.test'])
})

test('the ledger check sees stock that no movement explains', async () => {
  const box = await parcel({ stock: 10 })
  await shop.deps.db.update(products).set({ stock: 9 }).where(eq(products.id, box.id))
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([{ rule: 'stock', id: box.id, expected: 10, actual: 9 }])
  await shop.deps.db.update(products).set({ stock: 10 }).where(eq(products.id, box.id))
  const placed = await order(ann, box, 2)
  await shop.deps.db.update(orders).set({ status: 'shipped' }).where(eq(orders.id, placed.id))
  await shop.deps.db.update(stockMovements).set({ delta: -1 }).where(eq(stockMovements.reference, placed.id))
  const rules = (await listOrderDisagreements(shop.deps.db)).map(({ rule }) => rule)
  expect(rules.sort()).toEqual(['order status', 'order stock', 'stock'])
  await shop.reset()
})
