import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ProductBody } from '#contract/catalog/product-edits.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { changeSales, hasDueSale } from '#server/catalog/products/sale-jobs.ts'
import { auditEntries, productPrices, products } from '#server/platform/db/schema.ts'
import { checkOut, orderOf, refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { setTimeZone } from '#server/testing/time-zone.ts'

let shop: TestShop
let seller: SignedInUser
let ann: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  seller = await shop.signIn('business_admin')
  ann = await shop.signIn('customer')
})

const NEW = { description: 'Paper mats.', category: 'mat', type: 'material', priceUSD: 40, priceEUR: 36, stock: 100 } as const
const SALE = { saleUSD: 33, saleEUR: '30.50' }
const LOWER = 'The sale price must be lower than the price.'
const create = (body: ProductBody = {}) =>
  seller.productEdits.create({ body: { ...NEW, name: `Mat ${crypto.randomUUID().slice(0, 8)}`, ...body } })
const update = (id: string, body: ProductBody) => seller.productEdits.update({ params: { id }, body })
const form = (id: string) => seller.productEdits.form({ params: { id } })
const seen = (id: string) => shop.visitor.products.byId({ params: { id } })
const inHours = (hours: number) => new Date(shop.deps.now().getTime() + hours * HOUR_MS).toISOString()
const runJob = async () => {
  expect(await hasDueSale(shop.deps)).toBe(true)
  const said = await changeSales(shop.deps)
  expect(await hasDueSale(shop.deps)).toBe(false)
  return said
}

test('F1: a sale price that is not below the price, or is in one currency alone, is refused at its field', async () => {
  expect(await refusalOf(create({ saleUSD: 40, saleEUR: 30 }))).toMatchObject({
    status: 422,
    errors: [{ field: 'saleUSD', message: LOWER }],
  })
  const { id } = await create(SALE)
  expect(await refusalOf(update(id, { priceEUR: 30.5 }))).toMatchObject({ status: 422, errors: [{ field: 'saleEUR', message: LOWER }] })
  expect(await refusalOf(update(id, { saleEUR: '' }))).toMatchObject({
    status: 422,
    errors: [{ field: 'saleEUR', message: 'Please enter the sale price in both currencies.' }],
  })
  expect(await refusalOf(update(id, { saleTo: '2020-01-01', saleFrom: 'soon' }))).toMatchObject({
    status: 422,
    errors: [{ field: 'saleFrom' }],
  })
  expect(await refusalOf(update(id, { saleTo: '2020-01-01' }))).toMatchObject({
    status: 422,
    errors: [{ field: 'saleTo', message: 'The sale must end after it begins.' }],
  })
})

test('F1: a sale without a beginning is on at once, for buyers; editors keep the regular price, and its end brings it back', async () => {
  const { id, name } = await create()
  await update(id, SALE)
  expect(await seen(id)).toMatchObject({ priceUSD: 33, priceEUR: 30.5, formerUSD: 40, formerEUR: 36 })
  const { display } = await shop.visitor.products.byId({ params: { id }, query: { country: 'US' } })
  expect(display).toMatchObject({ price: { USD: 33 }, salePrice: { USD: 33, EUR: 30.5 }, formerPrice: { USD: 40, EUR: 36 } })
  expect(await form(id)).toMatchObject({ priceUSD: 40, priceEUR: 36, saleUSD: 33, saleEUR: 30.5, saleTo: null })
  const own = await seller.business.products({ query: { search: name } })
  expect(own.items[0]).toMatchObject({ priceUSD: 40, saleUSD: 33 })
  expect(own.items[0]?.formerUSD).toBeUndefined()
  await update(id, { description: 'The sale stays.' })
  expect(await seen(id)).toMatchObject({ priceUSD: 33, formerUSD: 40 })
  await update(id, { priceUSD: 44 })
  expect(await seen(id)).toMatchObject({ priceUSD: 33, formerUSD: 40 })
  await update(id, { saleUSD: '', saleEUR: null })
  const after = await seen(id)
  expect(after).toMatchObject({ priceUSD: 44, priceEUR: 36 })
  expect(after).not.toHaveProperty('formerUSD')
  expect(await form(id)).toMatchObject({ saleUSD: null, saleEUR: null, saleFrom: null, saleTo: null })
})

test('F1: nobody but its editors hears of a sale before it begins; then lists sort and filter by its price, until it ends', async () => {
  const dear = await create({ ...SALE, saleFrom: inHours(1), saleTo: inHours(2), name: 'Reduced mat' })
  const plain = await create({ priceUSD: 35, priceEUR: 32, name: 'Plain mat' })
  const byPrice = async () => (await shop.visitor.products.list({ query: { sort: 'price' } })).items.map(({ id }) => id)
  const upTo = async (maxPrice: number) =>
    (await shop.visitor.products.list({ query: { maxPrice: String(maxPrice) } })).items.map(({ id }) => id)
  const facets = async () => (await shop.visitor.products.facets({ query: {} })).price
  expect(Object.keys(await seen(dear.id)).filter((key) => /^sale(USD|EUR|From|To)|former/.test(key))).toEqual([])
  expect(await byPrice()).toEqual([plain.id, dear.id])
  expect(await hasDueSale(shop.deps)).toBe(false)

  shop.advance(HOUR_MS)
  expect(await runJob()).toBe('1 started, 0 ended.')
  expect(await seen(dear.id)).toMatchObject({ priceUSD: 33, formerUSD: 40, saleTo: expect.any(String) })
  expect(await byPrice()).toEqual([dear.id, plain.id])
  expect(await upTo(34)).toEqual([dear.id])
  expect(await facets()).toEqual({ min: 33, max: 35 })

  shop.advance(HOUR_MS)
  expect(await runJob()).toBe('0 started, 1 ended.')
  expect(await seen(dear.id)).toMatchObject({ priceUSD: 40 })
  expect(await byPrice()).toEqual([plain.id, dear.id])
  expect(await upTo(34)).toEqual([])
  expect(await facets()).toEqual({ min: 35, max: 40 })
})

test('F1: cart and order follow the clock, not the job: a sale that begins or ends meanwhile is accepted first, and what was ordered stays', async () => {
  const ladder = [{ minQuantity: 3, discountPercent: 5 }]
  const { id } = await create({ ...SALE, ladder, saleFrom: inHours(1), saleTo: inHours(2) })
  const before = await ann.cart.addItem({ body: { productId: id, quantity: 3 } })
  expect(before.items).toMatchObject([{ price: 38, listPrice: 40, lineTotal: 114, previousPrice: null }])

  shop.advance(HOUR_MS)
  const refused = await refusalOf(ann.checkout.placeOrder({ body: orderOf(before) }))
  expect(refused).toMatchObject({
    status: 409,
    code: 'price_changed',
    cart: { items: [{ price: 31.35, listPrice: 33, previousPrice: 40 }] },
  })
  const reduced = await ann.cart.setQuantity({ params: { productId: id }, body: { quantity: 3 } })
  expect(reduced.items).toMatchObject([{ price: 31.35, listPrice: 33, previousPrice: null }])
  const order = await checkOut(ann)
  expect(order.items).toMatchObject([{ quantity: 3, unitPrice: 31.35 }])

  const again = await ann.cart.addItem({ body: { productId: id, quantity: 1 } })
  expect(again.items).toMatchObject([{ price: 33 }])
  shop.advance(HOUR_MS)
  expect(await refusalOf(ann.checkout.placeOrder({ body: orderOf(again) }))).toMatchObject({
    code: 'price_changed',
    errors: [{ field: `items.${id}`, message: expect.stringContaining('the price is now $40.00') }],
  })
  expect((await ann.orders.byId({ params: { id: order.id } })).items).toMatchObject([{ unitPrice: 31.35 }])
})

test('F1: prices of many change beside a running sale, never down to it, and the undo restores them', async () => {
  const { id, name } = await create(SALE)
  const bulk = (priceUSD: number) => seller.productEdits.bulkPrices({ body: { updates: [{ id, priceUSD }] } })
  expect(await refusalOf(bulk(33))).toMatchObject({ status: 422, detail: `${name}: ${LOWER}` })
  const percent = { productIds: [id], percent: -20, rounding: 'cent' as const }
  expect(await refusalOf(seller.productEdits.bulkPercent({ body: percent }))).toMatchObject({ status: 422, detail: `${name}: ${LOWER}` })
  const { undo } = await bulk(50)
  expect(await form(id)).toMatchObject({ priceUSD: 50, saleUSD: 33 })
  expect(await seen(id)).toMatchObject({ priceUSD: 33 })
  const audited = and(eq(auditEntries.targetId, id), eq(auditEntries.action, 'product.prices'))
  expect((await shop.deps.db.select().from(auditEntries).where(audited))[0]).toMatchObject({
    before: { priceUsdCents: 40_00 },
    after: { priceUsdCents: 50_00 },
  })
  await seller.productEdits.undo({ params: { id: undo ?? '' } })
  expect(await form(id)).toMatchObject({ priceUSD: 40, saleUSD: 33 })
  expect(await seen(id)).toMatchObject({ priceUSD: 33 })
})

test('F1: a price that a server of the version before writes during a sale is the regular one, and in force after it', async () => {
  const { id } = await create({ ...SALE, saleTo: inHours(1) })
  await shop.deps.db.execute(sql`update products set price_usd_cents = 4700, price_eur_cents = price_eur_cents where id = ${id}`)
  expect(await seen(id)).toMatchObject({ priceUSD: 33, priceEUR: 30.5 })
  expect(await form(id)).toMatchObject({ priceUSD: 47, priceEUR: 36 })
  await shop.deps.db.execute(sql`update products set price_usd_cents = 2000 where id = ${id}`) // now below the sale
  expect((await ann.cart.addItem({ body: { productId: id, quantity: 1 } })).items).toMatchObject([{ price: 20 }])
  await runJob()
  expect(await seen(id)).toMatchObject({ priceUSD: 20, priceEUR: 36 })
})

test('F1: a copy has the sale, and the log each change of it', async () => {
  const { id } = await create(SALE)
  const copy = await seller.productEdits.duplicate({ params: { id } })
  expect(await form(copy.id)).toMatchObject({ priceUSD: 40, saleUSD: 33, saleEUR: 30.5 })
  await update(id, { saleUSD: 32, saleTo: '2036-12-31' })
  const audited = and(eq(auditEntries.targetId, id), eq(auditEntries.action, 'product.edit'))
  expect((await shop.deps.db.select().from(auditEntries).where(audited))[0]).toMatchObject({
    before: { saleUsdCents: 33_00, saleTo: null },
    after: { saleUsdCents: 32_00, saleTo: '2037-01-01T00:00:00.000Z' },
  })
})

/** A product on sale from now on whose prices were these so many days before. */
async function withHistory(saleUSD: number, history: [days: number, usd: number][]) {
  const [, last] = history.at(-1) ?? [0, 0]
  const { id } = await create({ priceUSD: last, priceEUR: last })
  const from = shop.deps.now().getTime()
  const rows = history.map(([days, usd]) => ({
    productId: id,
    usdCents: usd * 100,
    eurCents: usd * 100,
    at: new Date(from - days * DAY_MS),
  }))
  await shop.deps.db.insert(productPrices).values(rows)
  await update(id, { saleUSD, saleEUR: saleUSD, saleFrom: new Date(from).toISOString() })
  return seen(id)
}

test('L3 G-P1: struck through is the lowest price of the 30 days before the reduction, none where the price was as low', async () => {
  const before: [number, number][] = [
    [60, 40],
    [25, 34],
    [10, 39],
  ]
  expect(await withHistory(33, before)).toMatchObject({ priceUSD: 33, formerUSD: 34, formerEUR: 34 })
  const none = await withHistory(35, before)
  expect(none).toMatchObject({ priceUSD: 35 })
  expect(none).not.toHaveProperty('formerUSD')
  expect(
    await withHistory(20, [
      [90, 25],
      [40, 30],
      [20, 35],
    ]),
  ).toMatchObject({ formerUSD: 30 }) // the 25 had ended before
  expect(
    await withHistory(20, [
      [5, 50],
      [1, 45],
    ]),
  ).toMatchObject({ formerUSD: 45 }) // since it is sold
})

test('F1: the record of prices begins with the first change, at the time the product was made', async () => {
  const { id } = await create()
  await shop.deps.db
    .update(products)
    .set({ createdAt: new Date('2026-01-01T00:00:00Z') })
    .where(eq(products.id, id))
  await update(id, { priceUSD: 38 })
  const rows = await shop.deps.db.select().from(productPrices).where(eq(productPrices.productId, id)).orderBy(productPrices.at)
  expect(rows).toMatchObject([{ usdCents: 40_00, at: new Date('2026-01-01T00:00:00Z') }, { usdCents: 38_00 }])
})

test('a sale to January 13 is on until that day is over where the shop is, however the day was entered', async () => {
  await setTimeZone(shop, 'America/Chicago')
  const [byForm, byClock] = [await create({ ...SALE, saleFrom: '2037-01-12', saleTo: '2037-01-13' }), await create()]
  await update(byClock.id, { ...SALE, saleFrom: '2037-01-12T00:00', saleTo: '2037-01-14 00:00' })
  const goTo = async (at: string) => {
    shop.advance(Date.parse(at) - shop.deps.now().getTime())
    await changeSales(shop.deps)
    const buyer = await shop.signIn('customer')
    return Promise.all(
      [byForm, byClock].map(async ({ id }) => [
        (await seen(id)).priceUSD,
        (await buyer.cart.addItem({ body: { productId: id, quantity: 1 } })).items.find((item) => item.productId === id)?.price,
      ]),
    )
  }
  for (const { id } of [byForm, byClock])
    expect(await form(id)).toMatchObject({ saleFrom: '2037-01-12T06:00:00.000Z', saleTo: '2037-01-14T06:00:00.000Z' })
  expect(await goTo('2037-01-12T05:59:59Z')).toEqual([
    [40, 40],
    [40, 40],
  ])
  for (const at of ['2037-01-12T06:00:00Z', '2037-01-14T05:00:00Z', '2037-01-14T05:59:59Z'])
    expect(await goTo(at), at).toEqual([
      [33, 33],
      [33, 33],
    ])
  expect(await goTo('2037-01-14T06:00:00Z')).toEqual([
    [40, 40],
    [40, 40],
  ])
})
