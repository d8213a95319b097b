import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commissionRates, orderLines, orderParts } from '#server/db/schema.ts'
import { checkOut } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let ann: SignedInUser

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer')
})

type Goods = Awaited<ReturnType<TestShop['make']['product']>>
const add = (product: Goods, quantity = 1) => ann.cart.addItem({ body: { productId: product.id, quantity } })
const linesOf = (orderId: string) =>
  shop.deps.db.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(asc(orderLines.position))
const partsOf = (orderId: string) => shop.deps.db.select().from(orderParts).where(eq(orderParts.orderId, orderId))

describe('what the platform keeps is written down when an order is placed', () => {
  test('D291 the first rate that fits counts; each line keeps its rate and cents, and they add up to the part', async () => {
    const maker = await shop.make.business({ name: 'Maker' })
    const other = await shop.make.business({ name: 'Other' })
    const mat = await shop.make.product({ businessId: maker.id, priceUsdCents: 1000_00 })
    const box = await shop.make.product({ businessId: maker.id, category: 'accessories', priceUsdCents: 19_99 })
    const film = await shop.make.product({ businessId: other.id, category: 'accessories', priceUsdCents: 50_00 })
    await shop.deps.db.insert(commissionRates).values([
      { position: 1, businessId: maker.id, category: 'accessories', basisPoints: 625 },
      { position: 2, category: 'accessories', basisPoints: 1500 },
      { position: 3, basisPoints: 800 },
    ])
    for (const product of [mat, box, film]) await add(product)
    await ann.cart.applyPromo({ body: { code: 'welcome10' } })
    const { id } = await checkOut(ann)
    const lines = await linesOf(id)
    expect(lines.map(({ commissionBasisPoints: rate }) => rate)).toEqual([800, 625, 1500])
    const parts = await partsOf(id)
    for (const part of parts) {
      const own = lines.filter(({ businessId }) => businessId === part.businessId)
      expect(own.reduce((sum, { commissionCents }) => sum + commissionCents, 0)).toBe(part.commissionCents)
    }
    // 10% off everything: 900.00 at 8%, 17.99 at 6.25%, 45.00 at 15%
    expect(lines.map(({ commissionCents }) => commissionCents)).toEqual([72_00, 1_12, 6_75])
  })

  test('D291 without any rate it is 10%', async () => {
    await add(await shop.make.product({ priceUsdCents: 249_90 }))
    const { id } = await checkOut(ann)
    expect(await linesOf(id)).toMatchObject([{ commissionBasisPoints: 1000, commissionCents: 24_99 }])
  })
})
