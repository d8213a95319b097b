import { and, eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { auditEntries, productChanges, products } from '#server/platform/db/schema.ts'
import { checkOut, refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { UNDO_MINUTES } from './undo-change.ts'

let shop: TestShop
let seller: SignedInUser
let staff: SignedInUser
let boss: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
  seller = await shop.signIn('business_admin')
  staff = await shop.signIn('application_admin')
  boss = await shop.signIn('super_admin')
})
afterAll(() => shop.close())

const make = (input: Parameters<typeof shop.make.product>[0] = {}) =>
  shop.make.product({ businessId: seller.user.businessId ?? '', ...input })
const rowOf = async (id: string) => (await shop.deps.db.select().from(products).where(eq(products.id, id)))[0]
const undo = (who: SignedInUser, answer: { undo: string | null }) => who.productEdits.undo({ params: { id: answer.undo ?? '' } })

test('F7.3.2 stock, prices, feature, status and deletion of many products are undone: everything is as before', async () => {
  const [one, two] = [await make({ stock: 5, priceUsdCents: 1000, priceEurCents: 900 }), await make({ stock: 8 })]
  const before = [await rowOf(one.id), await rowOf(two.id)]
  const productIds = [one.id, two.id]
  const changes = [
    () => seller.productEdits.bulkStock({ body: { updates: productIds.map((id) => ({ id, stock: 100 })) } }),
    () => seller.productEdits.bulkPrices({ body: { updates: productIds.map((id) => ({ id, priceUSD: 77, priceEUR: 66 })) } }),
    () => seller.productEdits.bulkFeatured({ body: { productIds, featured: true } }),
    () => seller.productEdits.bulkStatus({ body: { productIds, status: 'Inactive' } }),
    () => seller.productEdits.bulkDelete({ body: { productIds } }),
  ]
  for (const change of changes) {
    const answer = await change()
    expect(answer).toEqual({ updated: 2, undo: expect.any(String) })
    expect(await undo(seller, answer)).toEqual({ restored: 2, skipped: [] })
    for (const [at, id] of productIds.entries()) {
      const { updatedAt: _at, version: _version, stamp: _stamp, changeNumber: _change, ...now } = (await rowOf(id)) ?? {}
      expect(before[at]).toMatchObject(now)
    }
  }
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
})

test('F7.3.2 units sold since a stock was set stay sold when it is undone', async () => {
  const product = await make({ stock: 60, category: 'mat' })
  const answer = await seller.productEdits.bulkStock({ body: { updates: [{ id: product.id, stock: 100 }] } })
  const buyer = await shop.signIn('customer')
  await buyer.cart.addItem({ body: { productId: product.id, quantity: 4 } })
  await checkOut(buyer)
  expect(await undo(seller, answer)).toEqual({ restored: 1, skipped: [] })
  expect((await rowOf(product.id))?.stock).toBe(56)
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
})

test('F7.3.2 a product whose added units are sold by now keeps its stock, and the answer says why', async () => {
  const [sold, other] = [await make({ stock: 1, category: 'mat', name: 'Sold out mat' }), await make({ stock: 1 })]
  const answer = await seller.productEdits.bulkStock({
    body: {
      updates: [
        { id: sold.id, stock: 10 },
        { id: other.id, stock: 10 },
      ],
    },
  })
  const buyer = await shop.signIn('customer')
  await buyer.cart.addItem({ body: { productId: sold.id, quantity: 4 } })
  await checkOut(buyer)
  expect(await undo(seller, answer)).toEqual({
    restored: 1,
    skipped: [{ id: sold.id, name: 'Sold out mat', reason: 'Some of the added units have been sold.' }],
  })
  expect([(await rowOf(sold.id))?.stock, (await rowOf(other.id))?.stock]).toEqual([6, 1])
})

test('F7.3.2 what somebody edited since stays as it is now', async () => {
  const [edited, other] = [await make({ name: 'Edited one', priceUsdCents: 1000 }), await make({ priceUsdCents: 1000 })]
  const answer = await seller.productEdits.bulkPrices({ body: { updates: [edited, other].map(({ id }) => ({ id, priceUSD: 20 })) } })
  await staff.productEdits.update({ params: { id: edited.id }, body: { description: 'Better words' } })
  expect(await undo(seller, answer)).toEqual({
    restored: 1,
    skipped: [{ id: edited.id, name: 'Edited one', reason: 'It has been edited since.' }],
  })
  expect([(await rowOf(edited.id))?.priceUsdCents, (await rowOf(other.id))?.priceUsdCents]).toEqual([2000, 1000])
})

test('F7.3.2 a change is undone once, by the user who made it, for as long as the shop says', async () => {
  const product = await make({ stock: 5 })
  const set = (stock: number) => seller.productEdits.bulkStock({ body: { updates: [{ id: product.id, stock }] } })
  const answer = await set(6)
  const rival = await shop.signIn('business_admin')
  for (const other of [rival, staff, boss]) expect(await refusalOf(undo(other, answer))).toMatchObject({ status: 404 })
  await undo(seller, answer)
  expect(await refusalOf(undo(seller, answer))).toMatchObject({ status: 409, code: 'undo_over' })
  const late = await set(7)
  shop.advance((UNDO_MINUTES + 1) * 60_000)
  expect(await refusalOf(undo(seller, late))).toMatchObject({ status: 409, code: 'undo_over' })
  expect((await rowOf(product.id))?.stock).toBe(7)
  expect(await set(7)).toEqual({ updated: 1, undo: null })
})

test('F7.3.2 two presses of Undo at the same moment restore the stock once', async () => {
  const product = await make({ stock: 5 })
  const answer = await seller.productEdits.bulkStock({ body: { updates: [{ id: product.id, stock: 50 }] } })
  const done = await Promise.allSettled([undo(seller, answer), undo(seller, answer), undo(seller, answer)])
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await rowOf(product.id))?.stock).toBe(5)
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
})

test('F7.3.2 orders, edits and undoing at the same moment lose no unit', async () => {
  const many = await Promise.all(Array.from({ length: 5 }, () => make({ stock: 40, category: 'mat' })))
  const answer = await seller.productEdits.bulkStock({ body: { updates: many.map(({ id }) => ({ id, stock: 60 })) } })
  const buyers = await Promise.all(
    many.map(async ({ id }) => {
      const buyer = await shop.signIn('customer')
      await buyer.cart.addItem({ body: { productId: id, quantity: 3 } })
      return buyer
    }),
  )
  const edit = seller.productEdits.bulkFeatured({ body: { productIds: many.toReversed().map(({ id }) => id), featured: true } })
  const done = await Promise.allSettled([...buyers.map((buyer) => checkOut(buyer)), undo(seller, answer), edit])
  expect(done.filter(({ status }) => status === 'rejected')).toEqual([])
  for (const { id } of many) expect([37, 57]).toContain((await rowOf(id))?.stock)
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
})

test('F7.3.2 a deleted product comes back at its old address, unless another one has taken it', async () => {
  const [mine, taken] = [await make({ name: 'Rare sleeve' }), await make({ name: 'Common sleeve' })]
  const answer = await seller.productEdits.bulkDelete({ body: { productIds: [mine.id, taken.id] } })
  await make({ name: 'Newcomer', slug: taken.slug })
  expect(await undo(seller, answer)).toEqual({ restored: 2, skipped: [] })
  expect((await rowOf(mine.id))?.slug).toBe(mine.slug)
  const back = await rowOf(taken.id)
  expect([back?.status, back?.deletedAt, back?.slug === taken.slug]).toEqual(['Active', null, false])
})

test('F7.3.2 staff restore what they deleted themselves, with the status from before; super admins restore anything', async () => {
  const [mine, foreign] = [await make({ name: 'Deleted by staff' }), await make({ name: 'Deleted by seller' })]
  await seller.productEdits.bulkStatus({ body: { productIds: [mine.id], status: 'Inactive' } })
  await staff.productEdits.remove({ params: { id: mine.id } })
  await seller.productEdits.remove({ params: { id: foreign.id } })
  const body = { productIds: [mine.id, foreign.id] }
  expect(await refusalOf(seller.productEdits.bulkRestore({ body }))).toMatchObject({ status: 403 })
  expect(await staff.productEdits.bulkRestore({ body })).toEqual({
    restored: 1,
    skipped: [{ id: foreign.id, name: 'Deleted by seller', reason: 'Someone else deleted this. Ask a super admin to restore it.' }],
  })
  expect([(await rowOf(mine.id))?.status, (await rowOf(foreign.id))?.status]).toEqual(['Inactive', 'Deleted'])
  expect(await boss.productEdits.bulkRestore({ body: { productIds: [foreign.id] } })).toEqual({ restored: 1, skipped: [] })
  expect((await rowOf(foreign.id))?.status).toBe('Active')
})

test('F7.3.2 sellers show and hide many of their own products; a suspended one stops that, and staff do not set statuses', async () => {
  const [one, two] = [await make(), await make()]
  const foreign = await shop.make.product()
  const productIds = [one.id, two.id]
  const set = (who: SignedInUser, ids: string[], status: 'Active' | 'Inactive' | 'Suspended') =>
    who.productEdits.bulkStatus({ body: { productIds: ids, status } })
  expect(await refusalOf(set(seller, [one.id, foreign.id], 'Inactive'))).toMatchObject({ status: 404 })
  expect(await refusalOf(set(seller, productIds, 'Suspended'))).toMatchObject({ status: 403 })
  expect(await refusalOf(set(staff, productIds, 'Suspended'))).toMatchObject({ status: 403 })
  const suspended = await set(boss, productIds, 'Suspended')
  expect(await refusalOf(set(seller, productIds, 'Active'))).toMatchObject({ status: 409, code: 'product_suspended' })
  const notified = await seller.notifications.list({ query: {} })
  expect(notified.items[0]).toMatchObject({ title: '2 of your products are now Suspended' })
  expect(await undo(boss, suspended)).toEqual({ restored: 2, skipped: [] })
  expect((await seller.notifications.list({ query: {} })).items[0]).toMatchObject({ title: '2 of your products are restored' })
  expect((await rowOf(one.id))?.status).toBe('Active')
})

test('F7.3.2 the audit log has the change and its undoing', async () => {
  const product = await make({ stock: 5 })
  await undo(seller, await seller.productEdits.bulkStock({ body: { updates: [{ id: product.id, stock: 9 }] } }))
  const entries = await shop.deps.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.targetId, product.id), like(auditEntries.action, 'product.%')))
    .orderBy(auditEntries.id)
  expect(entries.map(({ action, before, after }) => [action, before, after]).slice(-2)).toEqual([
    ['product.stock', { stock: 5 }, { stock: 9 }],
    ['product.undo', { stock: 9 }, { stock: 5 }],
  ])
  expect(entries.at(-1)?.actorId).toBe(seller.user.id)
  expect(await shop.deps.db.$count(productChanges)).toBeGreaterThan(0)
})
