import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CommissionRatesBody } from '#contract/sellers/commission.ts'
import { auditEntries, commissionRates, orderLines, sellerOrders } from '#server/platform/db/schema.ts'
import { checkOut, outcomeOf, refusalOf } from '#server/testing/buyers.ts'
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

type Product = Awaited<ReturnType<TestShop['make']['product']>>
const add = (product: Product, quantity = 1) => ann.cart.addItem({ body: { productId: product.id, quantity } })
const linesOf = (orderId: string) =>
  shop.deps.db.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(asc(orderLines.position))
const partsOf = (orderId: string) => shop.deps.db.select().from(sellerOrders).where(eq(sellerOrders.orderId, orderId))

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

describe('the rates of the staff', () => {
  const everywhere = { version: 1, rules: [], globalPercent: 10 }

  test('D291 a super admin sets them, application admins read them, nobody else does either', async () => {
    const boss = await shop.signIn('super_admin')
    const staff = await shop.signIn('application_admin')
    expect(await staff.commission.rates()).toEqual(everywhere)
    expect(await refusalOf(staff.commission.saveRates({ body: { rules: [], globalPercent: 1 } }))).toMatchObject({ status: 403 })
    for (const role of ['customer', 'business_admin'] as const) {
      expect(await refusalOf((await shop.signIn(role)).commission.rates())).toMatchObject({ status: 403 })
    }
    expect(await refusalOf(shop.visitor.commission.rates())).toMatchObject({ status: 401 })
    expect(await boss.commission.saveRates({ body: { rules: [], globalPercent: 12.5 } })).toMatchObject({ version: 2, globalPercent: 12.5 })
  })

  test('D291 a change counts from the next order on, and never for an order that was placed', async () => {
    const boss = await shop.signIn('super_admin')
    const maker = await shop.make.business({ name: 'North Fold Works' })
    const mat = await shop.make.product({ businessId: maker.id, priceUsdCents: 1000_00 })
    await add(mat)
    const before = await checkOut(ann)
    const kept = [await partsOf(before.id), await linesOf(before.id)]
    const body = { rules: [{ businessId: maker.id, category: 'mat-maker', percent: 7.25 }], globalPercent: 15, version: 1 }
    expect(await boss.commission.saveRates({ body })).toEqual({
      rules: [
        { businessId: maker.id, businessName: 'North Fold Works', category: 'mat-maker', categoryLabel: 'Mat Makers', percent: 7.25 },
      ],
      globalPercent: 15,
      version: 2,
    })
    await add(mat)
    await add(await shop.make.product({ priceUsdCents: 100_00 }))
    const after = await checkOut(ann)
    expect(await linesOf(after.id)).toMatchObject([
      { commissionBasisPoints: 725, commissionCents: 72_50 },
      { commissionBasisPoints: 1500, commissionCents: 15_00 },
    ])
    expect([await partsOf(before.id), await linesOf(before.id)]).toEqual(kept)
  })

  test('an older version is refused with the current rates; of two concurrent saves one is refused', async () => {
    const boss = await shop.signIn('super_admin')
    const outcomes = await Promise.all(
      [11, 12, 13].map((globalPercent) => outcomeOf(boss.commission.saveRates({ body: { rules: [], globalPercent, version: 1 } }))),
    )
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
    const refusal = outcomes.find(({ problem }) => problem)?.problem
    expect(refusal).toMatchObject({ status: 409, code: 'edit_conflict', current: { version: 2 } })
  })

  test('what was before and after stands in the audit log; saving the same is no change', async () => {
    const boss = await shop.signIn('super_admin', { name: 'Bo Boss' })
    await boss.commission.saveRates({ body: { rules: [{ category: 'mat-maker', percent: 8 }], globalPercent: 10 } })
    await boss.commission.saveRates({ body: { rules: [{ category: 'mat-maker', percent: 8 }], globalPercent: 10 } })
    expect(await shop.deps.db.select().from(auditEntries)).toMatchObject([
      {
        actorName: 'Bo Boss',
        action: 'commission.change',
        before: { rules: [], globalPercent: 10 },
        after: { rules: ['Every seller, Mat Makers: 8%'], globalPercent: 10 },
      },
    ])
  })

  test('a rate that applies to nothing, to everything, or to the same products twice is refused at its field', async () => {
    const boss = await shop.signIn('super_admin')
    const fieldsOf = async (rules: CommissionRatesBody['rules'], globalPercent = 10) =>
      (await refusalOf(boss.commission.saveRates({ body: { rules, globalPercent } }))).errors?.map(({ field }) => field)
    expect(await fieldsOf([{ percent: 5 }])).toEqual(['rules.0.businessId'])
    expect(await fieldsOf([{ businessId: randomUUID(), percent: 5 }])).toEqual(['rules.0.businessId'])
    expect(await fieldsOf([{ category: 'nothing', percent: 5 }])).toEqual(['rules.0.category'])
    const twice = [
      { category: 'mat-maker', percent: 5 },
      { category: 'mat-maker', percent: 6 },
    ]
    expect(await fieldsOf(twice)).toEqual(['rules.1.businessId'])
    expect(await fieldsOf([{ category: 'mat-maker', percent: 100.01 }])).toEqual(['rules.0.percent'])
    expect(await fieldsOf([], 8.125)).toEqual(['globalPercent'])
    expect(await shop.deps.db.$count(commissionRates)).toBe(0)
  })

  test('a category that gets another value keeps its rate', async () => {
    const boss = await shop.signIn('super_admin')
    await boss.commission.saveRates({ body: { rules: [{ category: 'accessories', percent: 3 }], globalPercent: 10 } })
    const box = await shop.make.product({ category: 'accessories', priceUsdCents: 100_00 })
    await boss.categories.update({ params: { idOrValue: 'accessories' }, body: { value: 'extras', label: 'Extras' } })
    await add(box)
    expect(await linesOf((await checkOut(ann)).id)).toMatchObject([{ commissionBasisPoints: 300 }])
    expect(await boss.commission.rates()).toMatchObject({ rules: [{ category: 'extras', categoryLabel: 'Extras', percent: 3 }] })
    await boss.categories.create({ body: { value: 'sleeves', label: 'Sleeves' } })
    const rules = [
      { category: 'extras', percent: 3 },
      { category: 'sleeves', percent: 4 },
    ]
    await boss.commission.saveRates({ body: { rules, globalPercent: 10 } })
    await boss.categories.update({ params: { idOrValue: 'sleeves' }, body: { value: 'wraps', label: 'Wraps' } })
    expect((await boss.commission.rates()).rules.map(({ category }) => category)).toEqual(['extras', 'wraps'])
    await boss.categories.update({ params: { idOrValue: 'extras' }, body: { value: 'accessories', label: 'Accessories' } })
    expect((await boss.commission.rates()).rules.map(({ category }) => category)).toEqual(['accessories', 'wraps'])
  })
})
