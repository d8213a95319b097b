import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { products } from '#server/platform/db/schema.ts'
import { refusalOf } from '#server/testing/buyers.ts'
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

const make = (input: Parameters<typeof shop.make.product>[0] = {}) =>
  shop.make.product({ businessId: seller.user.businessId ?? '', ...input })
const rowsOf = (ids: string[]) => shop.deps.db.select().from(products).where(inArray(products.id, ids))
const rowOf = async (id: string) => (await shop.deps.db.select().from(products).where(eq(products.id, id)))[0]

test('F7.3.3 prices change by a percentage with rounding, in one currency or both, and that can be undone', async () => {
  const [one, two] = [await make({ priceUsdCents: 1000, priceEurCents: 905 }), await make({ priceUsdCents: 2345, priceEurCents: 2222 })]
  const productIds = [one.id, two.id]
  const answer = await seller.productEdits.bulkPercent({ body: { productIds, percent: 12.5, rounding: 'cent' } })
  expect(answer.updated).toBe(2)
  expect(await rowOf(one.id)).toMatchObject({ priceUsdCents: 1125, priceEurCents: 1018 })
  await seller.productEdits.undo({ params: { id: answer.undo ?? '' } })
  expect(await rowOf(two.id)).toMatchObject({ priceUsdCents: 2345, priceEurCents: 2222 })
  await seller.productEdits.bulkPercent({ body: { productIds, percent: -10, rounding: 'ninety-nine', currency: 'USD' } })
  expect(await rowOf(two.id)).toMatchObject({ priceUsdCents: 2099, priceEurCents: 2222 })
})

test('F7.3.3 a percentage that makes any price zero or too high changes nothing', async () => {
  const [cheap, other] = [await make({ name: 'Cheap clip', priceUsdCents: 30, priceEurCents: 30 }), await make({ priceUsdCents: 1000 })]
  const productIds = [other.id, cheap.id]
  const body = { productIds, percent: -10, rounding: 'whole' as const }
  expect(await refusalOf(seller.productEdits.bulkPercent({ body }))).toMatchObject({
    status: 409,
    detail: 'Cheap clip would cost $0.00. Nothing was changed. Choose another percentage or rounding.',
  })
  for (const percent of [-91, 501, Number.NaN]) {
    expect(await refusalOf(seller.productEdits.bulkPercent({ body: { ...body, percent } }))).toMatchObject({ status: 422 })
  }
  expect((await rowOf(other.id))?.priceUsdCents).toBe(1000)
})

test('F7.3.3 a change of all that match reaches every page of the list, and only those products', async () => {
  const name = 'Matching rod'
  const mine = await Promise.all(Array.from({ length: 30 }, (_, at) => make({ name: `${name} ${at}`, stock: 5 })))
  const foreign = await shop.make.product({ name: `${name} of a rival`, stock: 5 })
  const deleted = await make({ name: `${name} deleted`, stock: 5, status: 'Deleted' })
  const ids = mine.map(({ id }) => id)
  const filter = { search: name, status: 'Active', page: '2', limit: '10', sort: '-name' }
  const answer = await seller.productEdits.bulkMatching({ body: { filter, expected: 30, change: { kind: 'stock', stock: 9 } } })
  expect(answer).toEqual({ updated: 30, undo: expect.any(String) })
  expect((await rowsOf(ids)).every(({ stock }) => stock === 9)).toBe(true)
  expect([(await rowOf(foreign.id))?.stock, (await rowOf(deleted.id))?.stock]).toEqual([5, 5])
  const changes = [
    { kind: 'featured', featured: true },
    { kind: 'status', status: 'Inactive' },
    { kind: 'percent', percent: 10, rounding: 'cent' },
  ] as const
  for (const change of changes) {
    const rest = { search: name, status: 'Active,Inactive' }
    expect((await seller.productEdits.bulkMatching({ body: { filter: rest, expected: 30, change } })).updated).toBe(30)
  }
  expect((await rowsOf(ids)).every((row) => row.featured && row.status === 'Inactive' && row.priceUsdCents === 11_000)).toBe(true)
  const gone = await seller.productEdits.bulkMatching({ body: { filter: { search: name }, expected: 30, change: { kind: 'delete' } } })
  expect(await seller.productEdits.undo({ params: { id: gone.undo ?? '' } })).toEqual({ restored: 30, skipped: [] })
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
})

test('F7.3.3 a seller cannot reach the products of others through the filter, and staff reach all businesses', async () => {
  const name = 'Reach mark'
  const [mine, foreign] = [await make({ name: `${name} mine` }), await shop.make.product({ name: `${name} foreign` })]
  const filter = { search: name, businessId: foreign.businessId }
  const change = { kind: 'featured', featured: true } as const
  await seller.productEdits.bulkMatching({ body: { filter, expected: 1, change } })
  expect([(await rowOf(mine.id))?.featured, (await rowOf(foreign.id))?.featured]).toEqual([true, false])
  await staff.productEdits.bulkMatching({ body: { filter, expected: 1, change } })
  expect((await rowOf(foreign.id))?.featured).toBe(true)
  const status = { kind: 'status', status: 'Suspended' } as const
  expect(
    await refusalOf(seller.productEdits.bulkMatching({ body: { filter: { search: name }, expected: 1, change: status } })),
  ).toMatchObject({
    status: 403,
  })
  expect(
    await refusalOf(staff.productEdits.bulkMatching({ body: { filter: { search: name }, expected: 2, change: status } })),
  ).toMatchObject({
    status: 403,
  })
  const customer = await shop.signIn('customer')
  expect(await refusalOf(customer.productEdits.bulkMatching({ body: { filter, expected: 1, change } }))).toMatchObject({ status: 403 })
})

test('F7.3.3 a list that changed since it was counted, or a wrong filter, changes nothing', async () => {
  const name = 'Counted strip'
  const one = await make({ name: `${name} 1` })
  const change = { kind: 'delete' } as const
  await make({ name: `${name} 2` })
  expect(await refusalOf(seller.productEdits.bulkMatching({ body: { filter: { search: name }, expected: 1, change } }))).toMatchObject({
    status: 409,
    detail: 'The list has changed: 2 match now, not 1. Check the list and select again.',
  })
  const wrong = { search: name, status: 'Lost' }
  expect(await refusalOf(seller.productEdits.bulkMatching({ body: { filter: wrong, expected: 2, change } }))).toMatchObject({ status: 422 })
  expect((await rowOf(one.id))?.status).toBe('Active')
})
