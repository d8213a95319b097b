import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shippingDay } from '#domain/delivery.ts'
import { gtinProblem } from '#domain/gtin.ts'
import { CONTENT_UNITS } from '#domain/product-fields.ts'
import { SEEDED_FROM } from '#domain/tax-rates.ts'
import { DAY_MS } from '#domain/time.ts'
import { noteStock } from '#server/platform/db/revisions.ts'
import { businesses, markets, productPapers, products, taxRegistrations } from '#server/platform/db/schema.ts'
import { CHECKED_TRADER } from '#server/testing/builders.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ PUBLIC_URL: 'https://shop.example/' })
})
beforeEach(async () => {
  await shop.reset()
  const own = { scheme: 'domestic' as const, validFrom: SEEDED_FROM }
  await shop.deps.db.insert(taxRegistrations).values([
    { country: 'IE', number: 'IE1234567T', ...own },
    { country: 'IE', number: 'IE1234567T', ...own, scheme: 'oss' as const },
  ])
})
afterAll(() => shop.close())

let readers = 0
/** Reads as a network of its own: each may read ten feeds a minute. */
const get = (url: string, headers: Record<string, string> = {}) =>
  shop.app.inject({ method: 'GET', url, headers, remoteAddress: `10.0.${(readers += 1) >> 8}.${readers & 255}` })

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const unescape = (text: string) => text.replace(/&([a-z]+|#39);/g, (_, name: string) => NAMED[name] ?? '?')

/** Items of a feed by attribute; those that occur several times are joined by a line break. */
async function items(url: string): Promise<Record<string, string>[]> {
  const { body, statusCode } = await get(url)
  expect(statusCode).toBe(200)
  expect(body).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<rss version="2.0" xmlns:g="http:\/\/base.google.com\/ns\/1.0">\n<channel>/,
  )
  expect(body.endsWith('</channel>\n</rss>\n')).toBe(true)
  return [...body.matchAll(/<item>(.*?)<\/item>/gs)].map(([, inside = '']) => {
    const found: Record<string, string> = {}
    for (const [, name = '', value = ''] of inside.matchAll(/<g:(\w+)>((?:(?!<g:\1>).)*?)<\/g:\1>/gs)) {
      const text = /<g:/.test(value)
        ? value
            .replace(/<\/?g:\w+>/g, ' ')
            .replace(/\s+/g, ' ')
            .trim()
        : value
      found[name] = found[name] === undefined ? unescape(text) : `${found[name]}\n${unescape(text)}`
    }
    return found
  })
}
const itemOf = async (slug: string, url = '/feeds/google-us.xml') =>
  (await items(url)).find(({ link }) => link?.startsWith(`https://shop.example/products/${slug}?`))

/** Rules of Google's product data specification, by attribute. */
const RULES: Readonly<Record<string, RegExp>> = {
  id: /^.{1,50}$/u,
  title: /^.{1,150}$/su,
  description: /^.{1,5000}$/su,
  link: /^https:\/\/shop\.example\/products\/[a-z0-9-]+\?country=US$/,
  image_link: /^https:\/\/shop\.example\/\S+\.(png|webp)(\?\S*)?$/,
  availability: /^(in_stock|out_of_stock|backorder)$/,
  price: /^\d+\.\d\d USD$/,
  condition: /^new$/,
  brand: /^.{1,70}$/u,
  identifier_exists: /^(yes|no)$/,
  product_type: /^(Equipment|Materials) > .{1,700}$/u,
  shipping: /^(US (Standard|Express|Overnight) \d+\.\d\d USD\n?){1,3}$/,
}
const OPTIONAL: Readonly<Record<string, RegExp>> = {
  availability_date: /^\d{4}-\d\d-\d\dT00:00\+0000$/,
  sale_price: /^\d+\.\d\d USD$/,
  sale_price_effective_date: /^\d{4}-\d\d-\d\dT\d\d:\d\d\+0000\/\d{4}-\d\d-\d\dT\d\d:\d\d\+0000$/,
  gtin: /^(\d{8}|\d{12,14})$/,
  mpn: /^.{1,70}$/u,
  shipping_weight: /^\d+(\.\d{1,3})? kg$/,
  unit_pricing_measure: /^\d+(\.\d{1,3})? (ct|m|sqm|l|cbm|kg)$/,
  unit_pricing_base_measure: /^(1|100) (ct|m|sqm|l|cbm|kg)$/,
  additional_image_link: /^(https:\/\/shop\.example\/\S+\n?){1,10}$/,
  product_detail: /^(Ordering (Minimum order|Quantity discount) .+\n?){1,2}$/,
}

const GTINS = ['4012345678901', '96385074', '036000291452', null]

const COUNT = TESTS_ALL ? 1000 : 100

test(`F4 every field of ${COUNT} products keeps the rules of the specification`, async () => {
  const { id: businessId } = await shop.make.business({ name: 'North & Fold <Works>' })
  const first = await shop.make.product({ businessId, name: 'First' })
  const { id: _id, ...row } = first
  const rows = Array.from({ length: COUNT - 1 }, (_, at) => {
    const unit = CONTENT_UNITS[at % 7] ?? null
    const isReduced = at % 5 === 0
    return {
      ...row,
      slug: at % 10 === 0 ? `a-very-long-slug-that-goes-on-and-on-for-more-than-fifty-letters-${at}` : `product-${at}`,
      name: at % 3 === 0 ? `${'Long name & more '.repeat(20)}${at}` : `Mat <${at}> "A"\u0007`,
      description: at % 4 === 0 ? '' : 'Cut & packed',
      fullDescription: at % 6 === 0 ? 'Long text. '.repeat(900) : '',
      sku: at % 2 === 0 ? `SKU-${at}${at % 8 === 0 ? '-'.padEnd(55, 'x') : ''}` : null,
      gtin: GTINS[at % 4] ?? null,
      mpn: at % 3 === 0 ? `M${at}` : null,
      brand: at % 11 === 0 ? 'Brand '.repeat(13).trim() : null,
      weightGrams: at % 2 === 0 ? at + 1 : null,
      contentAmount: unit && (at + 1) / 8,
      contentUnit: unit,
      stock: at % 9,
      leadTimeDays: at % 6 === 0 ? null : at % 6,
      minQuantity: (at % 3) + 1,
      images:
        at % 7 === 0
          ? [
              { url: `/media/${at}.webp`, alt: '' },
              { url: '/media/b.webp', alt: '' },
            ]
          : [],
      priceUsdCents: isReduced ? 80_00 + at : 100_05 + at,
      regularUsdCents: isReduced ? 100_00 + at : null,
      regularEurCents: isReduced ? 100_00 : null,
      saleUsdCents: isReduced ? 80_00 + at : null,
      saleEurCents: isReduced ? 90_00 : null,
      saleFrom: isReduced ? '2026-01-01T00:00:00.000Z' : null,
      saleTo: isReduced && at % 10 === 0 ? '2031-01-01T00:00:00.000Z' : null,
    }
  })
  for (let at = 0; at < rows.length; at += 200) await shop.deps.db.insert(products).values(rows.slice(at, at + 200))
  const found = await items('/feeds/google-us.xml')
  expect(found).toHaveLength(COUNT)
  const wrong = found.flatMap((item) => [
    ...Object.entries(RULES).flatMap(([name, rule]) => (rule.test(item[name] ?? '') ? [] : [`${name}: ${item[name]}`])),
    ...Object.entries(item).flatMap(([name, value]) => ((RULES[name] ?? OPTIONAL[name])?.test(value) ? [] : [`${name}: ${value}`])),
    ...(item.gtin && gtinProblem(item.gtin) ? [`gtin: ${item.gtin}`] : []),
    ...((item.identifier_exists === 'yes') === Boolean(item.gtin ?? item.mpn) ? [] : [`identifier_exists of ${item.id}`]),
    ...(Number.parseFloat(item.sale_price ?? '0') < Number.parseFloat(item.price ?? '0') ? [] : [`sale_price of ${item.id}`]),
    ...((item.availability === 'backorder') === (item.availability_date !== undefined) ? [] : [`availability_date of ${item.id}`]),
    ...((item.unit_pricing_measure === undefined) === (item.unit_pricing_base_measure === undefined) ? [] : [`measures of ${item.id}`]),
  ])
  expect(wrong).toEqual([])
  expect(new Set(found.map(({ id }) => id?.toLowerCase())).size).toBe(COUNT)
  expect(found.filter((item) => item.sale_price)).toHaveLength(COUNT / 5)
  expect(found.some(({ title }) => title === 'Mat <1> "A"')).toBe(true)
  const lines = (await get('/feeds/products.jsonl')).body.trim().split('\n')
  expect(lines).toHaveLength(COUNT)
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ url: expect.stringMatching(/^https:\/\/shop\.example\/products\//) })
})

test('F4 an item has the prices of its page: of the smallest order and the sale, with charge, unit price and ladder', async () => {
  const { id: businessId } = await shop.make.business({ name: 'Fold', country: 'Ireland' })
  await shop.make.product({
    businessId,
    name: 'Strips',
    category: 'mat',
    sku: 'ST-1',
    mpn: null,
    priceUsdCents: 6_90,
    priceEurCents: 6_50,
    regularUsdCents: 8_00,
    regularEurCents: 7_00,
    saleUsdCents: 6_90,
    saleEurCents: 6_50,
    saleFrom: '2026-01-01T00:00:00.000Z',
    saleTo: '2031-01-01T00:00:00.000Z',
    contentAmount: 200,
    contentUnit: 'piece',
    minQuantity: 2,
    ladder: [{ minQuantity: 2, discountPercent: 10 }],
    weightGrams: 12_500,
    gtin: '4012345678901',
  })
  const item = await itemOf('strips')
  expect(item).toMatchObject({
    id: 'ST-1',
    price: '7.20 USD',
    sale_price: '6.21 USD',
    sale_price_effective_date: '2026-01-01T00:00+0000/2031-01-01T00:00+0000',
    brand: 'Fold',
    gtin: '4012345678901',
    identifier_exists: 'yes',
    shipping_weight: '12.5 kg',
    shipping: 'US Standard 9.99 USD\nUS Express 19.99 USD\nUS Overnight 39.99 USD',
    unit_pricing_measure: '200 ct',
    unit_pricing_base_measure: '100 ct',
    product_type: expect.stringContaining('Materials > '),
    product_detail: 'Ordering Minimum order 2 units\nOrdering Quantity discount from 2: 10%',
  })
  expect(item).not.toHaveProperty('mpn')
  expect(await itemOf('strips', '/feeds/google-de.xml')).toMatchObject({ price: '7.50 EUR', sale_price: '6.96 EUR' })
  expect(await itemOf('strips', '/feeds/google-DE.xml?currency=USD')).toMatchObject({
    price: '8.57 USD',
  })
  expect(await itemOf('strips', '/feeds/google-de.xml')).toMatchObject({
    shipping: 'DE Standard 11.89 EUR\nDE Express 23.79 EUR\nDE Overnight 47.59 EUR',
  })
  expect(JSON.parse((await get('/feeds/products.jsonl')).body)).toMatchObject({
    sku: 'ST-1',
    priceUSD: 6.9,
    content: { amount: 200, unit: 'piece' },
    priceLadder: [{ minQuantity: 2, discountPercent: 10 }],
    weight: 12.5,
  })
})

test('F4 a machine is sent as freight, an empty shelf and one below the minimum are out of stock, what is hidden is left out', async () => {
  const { id: businessId } = await shop.make.business({ name: 'Fold' })
  await shop.make.product({ businessId, name: 'Machine', category: 'mat-maker' })
  await shop.make.product({ businessId, name: 'Gone', stock: 0 })
  await shop.make.product({ businessId, name: 'Few', stock: 2, minQuantity: 3 })
  await shop.make.product({ businessId, name: 'Draft', status: 'Inactive' })
  expect(await itemOf('machine')).toMatchObject({
    availability: 'in_stock',
    shipping: 'US Standard 0.00 USD',
    product_type: expect.stringMatching(/^Equip/),
  })
  expect(await itemOf('gone')).toMatchObject({ availability: 'out_of_stock' })
  expect(await itemOf('few')).toMatchObject({ availability: 'out_of_stock' })
  expect(await itemOf('draft')).toBeUndefined()
  expect((await get('/feeds/products.jsonl')).body).not.toContain('Draft')
})

test('35.1.3 what ships later than in 3 business days is made to order: a backorder with the day on which it ships', async () => {
  const { id: businessId } = await shop.make.business({ name: 'Fold' })
  for (const leadTimeDays of [0, 3, 4, 15, 365])
    await shop.make.product({ businessId, name: `Lead ${leadTimeDays}`, leadTimeDays, category: 'mat' })
  await shop.make.product({ businessId, name: 'Lead none', leadTimeDays: 15, stock: 0, category: 'mat' })
  const now = shop.deps.now()
  const listed = await items('/feeds/google-us.xml')
  const found = ['lead-0', 'lead-3', 'lead-4', 'lead-15', 'lead-365', 'lead-none'].map((slug) => {
    const item = listed.find(({ link }) => link?.startsWith(`https://shop.example/products/${slug}?`))
    return [item?.availability, item?.availability_date?.slice(0, 10)]
  })
  const day = (lead: number) => shippingDay(now, lead).toISOString().slice(0, 10)
  expect(found).toEqual([
    ['in_stock', undefined],
    ['in_stock', undefined],
    ['backorder', day(4)],
    ['backorder', day(15)],
    ['backorder', new Date(now.getTime() + 365 * DAY_MS).toISOString().slice(0, 10)],
    ['out_of_stock', undefined],
  ])
})

test('F4 two sellers with one SKU, and a SKU that is the slug of another product: each item has an id of its own', async () => {
  const [one, other] = [await shop.make.business({ name: 'One' }), await shop.make.business({ name: 'Other' })]
  await shop.make.product({ businessId: one.id, name: 'A', sku: 'X-1' })
  await shop.make.product({ businessId: other.id, name: 'B', sku: 'x-1' })
  await shop.make.product({ businessId: other.id, name: 'C', sku: 'A' })
  expect((await items('/feeds/google-us.xml')).map(({ id }) => id)).toEqual(expect.arrayContaining(['a', 'b', 'c']))
})

test('F4 numbers of one shop alone are no GTINs of the feed', async () => {
  const { id: businessId } = await shop.make.business({ name: 'Fold' })
  for (const [at, gtin] of ['2000000000398', '12000000000395', '9800000000003', '4012345678901'].entries())
    await shop.make.product({ businessId, name: `P${at}`, gtin, mpn: null })
  const found = (await items('/feeds/google-us.xml')).map((item) => `${item.gtin ?? 'none'} ${item.identifier_exists}`)
  expect(found.toSorted((one, other) => one.localeCompare(other))).toEqual(['4012345678901 yes', 'none no', 'none no', 'none no'])
})

test('F4 a drawing is a PNG without text', async () => {
  const { id: businessId } = await shop.make.business({ name: 'Fold' })
  await shop.make.product({ businessId, name: 'Machine', category: 'mat-maker' })
  const address = (await itemOf('machine'))?.image_link ?? ''
  const picture = await get(address.replace('https://shop.example', ''))
  expect(picture.headers['content-type']).toBe('image/png')
  expect(picture.rawPayload.readUInt32BE(16)).toBe(1200)
  expect(picture.rawPayload.readUInt32BE(20)).toBe(900)
})

test('F4 an unknown country is 404, another currency 422', async () => {
  const unknown = await get('/feeds/google-xx.xml')
  expect([unknown.statusCode, unknown.json().errors]).toEqual([404, [{ field: 'country', message: 'Please choose a country.' }]])
  const other = await get('/feeds/google-us.xml?currency=GBP')
  expect([other.statusCode, other.json().errors]).toEqual([422, [{ field: 'currency', message: 'Must be one of USD, EUR.' }]])
})

test('F4 who has the feed gets 304 until a product, a charge or the stock changes', async () => {
  const { id: businessId } = await shop.make.business({ name: 'Fold' })
  const { id } = await shop.make.product({ businessId, name: 'Mat', category: 'mat' })
  const { db } = shop.deps
  for (const url of ['/feeds/google-us.xml', '/feeds/products.jsonl']) {
    const etag = async () => String((await get(url)).headers.etag)
    const tag = await etag()
    expect((await get(url, { 'if-none-match': tag })).statusCode).toBe(304)
    await db.update(products).set({ priceUsdCents: 5_00 }).where(eq(products.id, id))
    await expect.poll(etag).not.toBe(tag)
    const next = await etag()
    expect((await get(url, { 'if-none-match': tag })).statusCode).toBe(200)
    noteStock(db)
    await expect.poll(etag).not.toBe(next)
    await db.update(products).set({ priceUsdCents: 6_00 }).where(eq(products.id, id))
  }
  const head = await shop.app.inject({ method: 'HEAD', url: '/feeds/google-us.xml' })
  expect([head.statusCode, head.body, head.headers['content-type']]).toEqual([200, '', 'application/xml; charset=utf-8'])
  expect(head.headers.etag).toBe((await get('/feeds/google-us.xml')).headers.etag)
  expect((await get('/feeds/google-us.xml')).headers.etag).not.toBe((await get('/feeds/google-us.xml?currency=EUR')).headers.etag)
})

test('L4 feeds of countries of the European Union leave out what consumers there cannot buy', async () => {
  const { id } = await shop.make.business({ checks: {}, country: 'Ireland' })
  await shop.make.product({ name: 'Unchecked', slug: 'unchecked', category: 'mat', businessId: id })
  expect(await itemOf('unchecked')).toBeDefined()
  expect(await itemOf('unchecked', '/feeds/google-de.xml')).toBeUndefined()
  await shop.deps.db.update(businesses).set({ checks: CHECKED_TRADER.checks }).where(eq(businesses.id, id))
  expect(await itemOf('unchecked', '/feeds/google-de.xml')).toBeDefined()
})

test('F4 X6 a feed says what private buyers of its country pay, and leaves out what cannot be sold to them', async () => {
  const [irish, american] = [await shop.make.business({ country: 'Ireland' }), await shop.make.business({ country: 'United States' })]
  const mat = { category: 'mat', priceUsdCents: 39_50, priceEurCents: 36_90, weightGrams: 10_000, ladder: [] }
  const { id } = await shop.make.product({ ...mat, name: 'Mat', slug: 'mat', businessId: irish.id })
  await shop.make.product({ ...mat, name: 'Customs', slug: 'customs', businessId: american.id })
  await shop.make.product({ name: 'Heavy', slug: 'heavy', category: 'mat-maker', weightGrams: 240_000, businessId: irish.id })
  const page = await shop.visitor.products.byId({ params: { id }, query: { country: 'DE', buyer: 'consumer' } })
  expect(page.display?.price.EUR).toBe(43.91)
  const charges = page.delivery?.methods.map(({ label, charge }) => `DE ${label} ${charge.EUR.toFixed(2)} EUR`)
  expect(charges).toHaveLength(3)
  expect(await itemOf('mat', '/feeds/google-de.xml')).toMatchObject({ price: '43.91 EUR', shipping: charges?.join('\n') })
  expect(await itemOf('customs', '/feeds/google-de.xml')).toBeUndefined() // it has to clear customs
  expect(await itemOf('mat', '/feeds/google-ch.xml')).toMatchObject({ price: '39.50 USD' })
  expect(await itemOf('heavy', '/feeds/google-jp.xml')).toBeUndefined() // its freight is by quote
  expect(await itemOf('mat')).toMatchObject({ price: '39.50 USD' })
  expect(await itemOf('customs')).toMatchObject({ price: '39.50 USD' })
  await shop.deps.db.update(markets).set({ sellsToConsumers: false }).where(eq(markets.country, 'DE'))
  expect(await items('/feeds/google-de.xml')).toEqual([])
})

test('3.6 the link of an item carries the country of its feed, and the currency where it is another one than usual', async () => {
  const { slug } = await shop.make.product({ category: 'mat' })
  const linkIn = async (feed: string) => (await itemOf(slug, `/feeds/google-${feed}`))?.link?.split('?')[1]
  expect([
    await linkIn('us.xml'),
    await linkIn('us.xml?currency=EUR'),
    await linkIn('gb.xml'),
    await linkIn('ch.xml?currency=USD'),
  ]).toEqual(['country=US', 'country=US&currency=EUR', 'country=GB', 'country=CH'])
})

test('of twelve feeds asked for at once some are asked to come back, and may once the others are read', async () => {
  await shop.make.product({ name: 'Mat' })
  const all = await Promise.all(Array.from({ length: 12 }, () => get('/feeds/google-us.xml')))
  const refused = all.filter(({ statusCode }) => statusCode === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.headers['retry-after']).toBe('30')
  expect(all.filter(({ statusCode }) => statusCode === 200).length + refused.length).toBe(12)
  await expect.poll(async () => (await get('/feeds/google-us.xml')).statusCode).toBe(200)
})

test('the lines say of an unproven recycled content that nobody has verified it, by its name in any language, until staff accept a proof that counts', async () => {
  const specifications = [
    { name: 'Recycled content', value: '95 %' },
    { name: 'Length', value: '10 m' },
  ]
  const product = await shop.make.product({ category: 'mat', slug: 'marked', specifications })
  const line = async () => JSON.parse((await get('/feeds/products.jsonl')).body)
  const mark = "95 % (supplier's statement, not verified)"
  expect(await line()).toMatchObject({
    specifications: { 'Recycled content': mark, Length: '10 m' },
    specificationRows: [{ name: 'Recycled content', value: mark }, { value: '10 m' }],
    attributes: expect.arrayContaining([
      expect.objectContaining({ key: 'recycled-content', display: expect.stringContaining('not verified') }),
    ]),
  })
  const validTo = new Date(shop.deps.now().getTime() + 10 * DAY_MS).toISOString().slice(0, 10)
  const proof = {
    productId: product.id,
    kind: 'proof' as const,
    language: 'en',
    fileName: 'a.pdf',
    file: 'papers/a.pdf',
    bytes: 9,
    hash: 'a',
    validTo,
  }
  await shop.deps.db.insert(productPapers).values({ ...proof, acceptedAt: shop.deps.now() })
  expect((await line()).specifications['Recycled content']).toBe('95 %')
  shop.advance(12 * DAY_MS)
  expect((await line()).specifications['Recycled content']).toBe(mark)
  shop.advance(-12 * DAY_MS)
})
