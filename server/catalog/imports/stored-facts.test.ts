import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { NO_FACTS, type ProductFacts } from '#domain/product-facts.ts'
import { CONTENT_UNITS, SALE_UNITS, TAX_CLASSES } from '#domain/product-fields.ts'
import { NO_SALE } from '#domain/sale-price.ts'
import { linkAll } from '#server/catalog/products/product-fits.ts'
import { productFits, products } from '#server/platform/db/schema.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { randomFrom } from '#server/testing/random-from.ts'
import { admin, check, importAll, openStaffDialog, run, shop, upload } from '#server/testing/staff-dialog.ts'
import { setTimeZone } from '#server/testing/time-zone.ts'

openStaffDialog()

function dice(seed: number) {
  const below = randomFrom(seed)
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value // none of the lists is empty
  return { below, pick }
}

/** Returns a GTIN with its check digit. */
function gtinOf(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return digits + String((10 - (sum % 10)) % 10)
}

/** Facts of the product with this number, each of them given or not. */
function randomFacts(
  number: number,
  { below, pick }: ReturnType<typeof dice>,
): Partial<ProductFacts> & Pick<typeof products.$inferInsert, 'specifications'> {
  const may = <Value>(value: Value) => (below(3) === 0 ? null : value)
  const size = may([1 + below(20_000), 1 + below(20_000), 1 + below(20_000)])
  const content = may(1 + below(1_000_000))
  const minQuantity = 1 + below(50)
  const first = minQuantity + 1 + below(20)
  const tiers = [
    { minQuantity: first, discountPercent: (1 + below(500)) / 100 },
    { minQuantity: first + 1 + below(50), discountPercent: (600 + below(9000)) / 100 },
  ]
  const contact = {
    name: `Maker ${number}`,
    address: pick(['Dock 1, Hamburg', 'Dock 1\n20457 Hamburg']),
    email: `safety-${number}@maker.test`,
  }
  return {
    sku: may(`SKU-${number}${pick(['', ' é', '=1+1', '0007'])}`),
    mpn: may(`M-${below(1000)}`),
    brand: may(pick(['Foldline', 'Nord & Süd', '"Kraft"'])),
    gtin: may(
      gtinOf(
        pick([String(1_000_000 + below(8_000_000)), `0${1_000_000_000 + below(900_000_000)}`, `40${1_000_000_000 + below(900_000_000)}`]),
      ),
    ),
    weightGrams: may(1 + below(50_000_000)),
    packageLengthMm: size?.[0] ?? null,
    packageWidthMm: size?.[1] ?? null,
    packageHeightMm: size?.[2] ?? null,
    hsCode: may(pick(['480890', '84413000', '0101210000'])),
    originCountry: may(pick(['DE', 'US', 'NO'])),
    saleUnit: pick(SALE_UNITS),
    contentAmount: content === null ? null : content / pick([1, 10, 1000]),
    contentUnit: content === null ? null : pick(CONTENT_UNITS),
    minQuantity,
    quantityStep: 1 + below(12),
    ladder: pick([null, [], tiers]),
    taxClass: pick(TAX_CLASSES),
    warrantyMonths: may(below(241)),
    warrantyText: pick(['', 'We repair it.\nFree of charge.']),
    safety: pick([
      null,
      { manufacturer: contact, responsible: null, warnings: '' },
      { manufacturer: contact, responsible: contact, warnings: 'Sharp; blades.' },
    ]),
    isCustom: pick([true, false]),
    specifications: pick([
      [],
      [{ name: 'Fits', value: pick(['Sample', 'Other machine; Sample', 'P 3, P 4, no product', 'Table 2 m, steel']) }],
    ]),
    ...pick([NO_SALE, { saleUsdCents: 1 + below(100), saleEurCents: 1 + below(100), saleFrom: '2090-03-01T08:00:00.000Z', saleTo: null }]),
  }
}

async function exported(format: 'xlsx' | 'csv') {
  const answer = await shop.app.inject({
    url: `/api/admin/products/export?format=${format}`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  return answer.rawPayload
}

const readLinks = () => shop.deps.db.select().from(productFits).orderBy(asc(productFits.productId), asc(productFits.targetId))
const COUNT = TESTS_ALL ? 1000 : 100
const readAll = () => shop.deps.db.select().from(products).orderBy(asc(products.slug))

test(`F1: ${COUNT} products with random facts survive export and import in both formats unchanged`, async () => {
  const random = dice(23)
  const { id: businessId } = await shop.make.business({ name: 'Boxworks' })
  const sample = await shop.make.product({ businessId, category: 'mat', slug: 'sample', name: 'Sample', stock: 0 })
  const { id: _id, createdAt: _at, ...row } = sample
  await shop.make.product({ businessId, category: 'mat', slug: 'table', name: 'Table 2 m, steel', stock: 0 })
  const made = Array.from({ length: COUNT }, (_, at) => ({ ...row, slug: `p-${at}`, name: `P ${at}`, ...randomFacts(at, random) }))
  for (let at = 0; at < made.length; at += 250) await shop.deps.db.insert(products).values(made.slice(at, at + 250))
  const table = await stored('table')
  const isNamed = sql`${products.specifications} @> '[{"value": "Table 2 m, steel"}]'`
  const parts = await shop.deps.db.select({ productId: products.id }).from(products).where(isNamed)
  if (table)
    await linkAll(
      shop.deps.db,
      parts.map(({ productId }) => ({ productId, targets: [table.id] })),
    )
  const before = await readAll()
  const links = await readLinks()
  expect(links.length).toBeGreaterThan(0.4 * COUNT)
  for (const format of ['xlsx', 'csv'] as const) {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(await exported(format))]), `catalog.${format}`)
    expect(await admin.imports.importExcel({ form })).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: COUNT + 2,
      skipped: 0,
      errors: [],
    })
    expect(await readAll()).toEqual(before)
    expect(await readLinks()).toEqual(links)
  }
})

const stored = async (slug: string) => (await shop.deps.db.select().from(products).where(eq(products.slug, slug)))[0]

test('F1: a row finds its product by slug, else by SKU and business, whatever the case of the SKU', async () => {
  const own = await shop.make.business({ name: 'Boxworks' })
  const other = await shop.make.business({ name: 'Northern Paper' })
  await shop.make.product({ businessId: own.id, category: 'mat', slug: 'kraft-roll', name: 'Kraft roll', sku: 'KR-1', stock: 5 })
  await shop.make.product({ businessId: other.id, category: 'mat', slug: 'their-roll', name: 'Their roll', sku: 'KR-1', stock: 5 })
  const header = 'slug,name,business,category,priceUSD,priceEUR,stock,sku'
  const report = await importAll(`${header}\n,Roll of kraft,Boxworks,mat,12,11,9,kr-1\n`)
  expect(report.report).toMatchObject({ created: 0, updated: 1, skipped: 0 })
  expect(await stored('kraft-roll')).toMatchObject({ name: 'Roll of kraft', stock: 9, sku: 'kr-1' })
  expect(await stored('their-roll')).toMatchObject({ name: 'Their roll', stock: 5 })
})

test('F1: a SKU of another product of the business, and one that is in the file twice, leave their rows out', async () => {
  const { id: businessId } = await shop.make.business({ name: 'Boxworks' })
  await shop.make.product({ businessId, category: 'mat', slug: 'a', name: 'A', sku: 'A-1' })
  await shop.make.product({ businessId, category: 'mat', slug: 'b', name: 'B', sku: 'B-1' })
  const lines = ['b,B,Boxworks,mat,12,11,9,a-1', 'c,C,Boxworks,mat,12,11,9,C-1', 'd,D,Boxworks,mat,12,11,9,c-1']
  const draft = await upload(['slug,name,business,category,priceUSD,priceEUR,stock,sku', ...lines].join('\n'))
  const { report } = await check(draft)
  expect(report).toMatchObject({ created: 1, skipped: 2 })
  expect(report.errors.map(({ row, column, message }) => [row, column, message])).toEqual([
    [2, 'sku', 'You already have a product with SKU a-1.'],
    [4, 'sku', 'The SKU c-1 is already in the file, at c.'],
  ])
})

test('F1: a wrong fact is reported at its cell with its sentence', async () => {
  await shop.make.business({ name: 'Boxworks' })
  const header = 'slug,name,business,category,priceUSD,priceEUR,gtin,packageMm,ladder,hsCode,contentAmount,contentUnit,originCountry'
  const draft = await upload(`${header}\na,A,Boxworks,mat,1,1,4012345678902,620x520,5:5;3:10,12,5,,XX\n`)
  const { report } = await check(draft)
  expect(report.errors.map(({ column, message }) => [column, message])).toEqual([
    ['gtin', 'This GTIN has a wrong check digit. The last digit should be 1.'],
    ['packageMm', 'Please enter length, width and height.'],
    ['hsCode', 'An HS code has 6 to 10 digits.'],
    ['originCountry', 'Please choose a country.'],
    ['contentUnit', 'Please enter an amount and its unit.'],
    ['ladder', 'Each tier needs a higher quantity and a higher discount than the one before.'],
  ])
})

test('F1: a Shopify file brings SKU, barcode and grams, a WooCommerce file SKU, weight and size in centimeters', async () => {
  await shop.make.business({ name: 'Boxworks' })
  const shopify = [
    'Handle,Title,Body (HTML),Vendor,Type,Variant SKU,Variant Barcode,Variant Grams,Variant Price,Variant Inventory Qty',
    'kraft,Kraft roll,Padding,Boxworks,mat,K-1,4012345678901,2350,12.50,4',
    'plain,Plain roll,Padding,Boxworks,mat,K-2,,0,9.50,4',
  ]
  const first = await upload(shopify.join('\n'))
  expect(first.file?.kind).toBe('shopify')
  await check(first, { eurFactor: '0.9' })
  expect((await run(first)).report).toMatchObject({ created: 2, skipped: 0 })
  expect(await stored('kraft')).toMatchObject({ ...NO_FACTS, sku: 'K-1', gtin: '4012345678901', weightGrams: 2350 })
  expect(await stored('plain')).toMatchObject({ ...NO_FACTS, sku: 'K-2' })

  const woo = [
    'ID,Type,SKU,Name,Regular price,Stock,Categories,Brands,Weight (kg),Length (cm),Width (cm),Height (cm),"GTIN, UPC, EAN, or ISBN"',
    '7,simple,Mat 30,Mat,12,4,mat,Boxworks,1.25,62,52.5,4.8,96385074',
  ]
  const second = await upload(woo.join('\n'))
  expect(second.file?.kind).toBe('woocommerce')
  await check(second, { eurFactor: '0.9' })
  expect((await run(second)).report).toMatchObject({ created: 1, skipped: 0 })
  expect(await stored('mat')).toMatchObject({
    sku: 'Mat 30',
    gtin: '96385074',
    weightGrams: 1250,
    packageLengthMm: 620,
    packageWidthMm: 525,
    packageHeightMm: 48,
  })
})

test('F1: of a WooCommerce row, a weight of 0 is none, and a size without its height is reported', async () => {
  await shop.make.business({ name: 'Boxworks' })
  const woo = [
    'ID,Type,SKU,Name,Regular price,Stock,Categories,Brands,Weight (kg),Length (cm),Width (cm),Height (cm)',
    '8,simple,Mat 31,Mat,12,4,mat,Boxworks,0,0,0,0',
    '9,simple,Mat 32,Mat,12,4,mat,Boxworks,2,62,52,',
  ]
  const draft = await upload(woo.join('\n'))
  const { report } = await check(draft, { eurFactor: '0.9' })
  expect(report).toMatchObject({ created: 1, skipped: 1 })
  expect(report.errors.map(({ row, message }) => [row, message])).toEqual([[3, 'Please enter length, width and height.']])
})

test('F1: a file sets a sale and takes it off, never above the price that the product has or gets; the undo restores it', async () => {
  const { id: businessId } = await shop.make.business({ name: 'Boxworks' })
  await shop.make.product({ businessId, category: 'mat', slug: 'a', name: 'A', priceUsdCents: 40_00, priceEurCents: 36_00 })
  const wrong = await check(await upload('slug,saleUSD,saleEUR,saleTo\na,40,30,\n'))
  expect(wrong.report).toMatchObject({
    skipped: 1,
    errors: [{ column: 'saleUSD', message: 'The sale price must be lower than the price.' }],
  })
  const header = 'slug,name,business,category,priceUSD,priceEUR,saleUSD,saleEUR'
  const late = await check(await upload(`${header}\nb,B,Boxworks,mat,20,18,15,18\n`))
  expect(late.report.errors).toMatchObject([{ column: 'saleEUR', message: 'The sale price must be lower than the price.' }])

  const sale = await importAll('slug,saleUSD,saleEUR,saleFrom,saleTo\na,33,30,2026-03-01,2090-03-31\n')
  const onSale = { priceUsdCents: 33_00, regularUsdCents: 40_00, saleUsdCents: 33_00, saleTo: '2090-04-01T00:00:00.000Z' }
  expect(await stored('a')).toMatchObject(onSale)
  expect((await importAll('slug,stock\na,9\n')).report).toMatchObject({ updated: 1 })
  expect(await stored('a')).toMatchObject(onSale)
  expect((await importAll('slug,priceUSD\na,45\n')).report).toMatchObject({ updated: 1 })
  expect(await stored('a')).toMatchObject({ priceUsdCents: 33_00, regularUsdCents: 45_00 })
  const off = await importAll('slug,saleUSD,saleEUR,saleFrom,saleTo\na,none,none,,\n')
  expect(sale.report).toMatchObject({ updated: 1, skipped: 0 })
  expect(await stored('a')).toMatchObject({ priceUsdCents: 45_00, regularUsdCents: null, saleUsdCents: null, saleFrom: null })
  await admin.imports.undo({ params: { id: off.id } })
  await expect.poll(() => stored('a')).toMatchObject({ priceUsdCents: 33_00, regularUsdCents: 45_00, saleUsdCents: 33_00 })
})

test('days of a sale in a file are those of the shop', async () => {
  await setTimeZone(shop, 'America/Chicago')
  const { id: businessId } = await shop.make.business({ name: 'Boxworks' })
  await shop.make.product({ businessId, category: 'mat', slug: 'a', name: 'A', priceUsdCents: 40_00, priceEurCents: 36_00 })
  await importAll('slug,saleUSD,saleEUR,saleFrom,saleTo\na,33,30,2036-01-12,2036-01-13\n')
  expect(await stored('a')).toMatchObject({ saleFrom: '2036-01-12T06:00:00.000Z', saleTo: '2036-01-14T06:00:00.000Z' })
})

test('F1: a file with the GTIN of the product, with or without zeros before it, changes nothing', async () => {
  const { id: businessId } = await shop.make.business({ name: 'Boxworks' })
  await shop.make.product({ businessId, category: 'mat', slug: 'a', name: 'A', gtin: '036000291452' })
  expect((await importAll('slug,gtin\na,00036000291452\n')).report).toMatchObject({ updated: 0, unchanged: 1 })
  expect(await stored('a')).toMatchObject({ gtin: '036000291452' })
  expect((await importAll('slug,gtin\na,96385074\n')).report).toMatchObject({ updated: 1 })
  expect(await stored('a')).toMatchObject({ gtin: '96385074' })
})

test('F1: the undo of an import restores the facts', async () => {
  const { id: businessId } = await shop.make.business({ name: 'Boxworks' })
  await shop.make.product({ businessId, category: 'mat', slug: 'a', name: 'A', sku: 'A-1', minQuantity: 4, ladder: [] })
  const done = await importAll('slug,name,sku,minQuantity,ladder,weightKg\na,A,A-2,6,8:5,1.5\n')
  expect(await stored('a')).toMatchObject({
    sku: 'A-2',
    minQuantity: 6,
    ladder: [{ minQuantity: 8, discountPercent: 5 }],
    weightGrams: 1500,
  })
  await admin.imports.undo({ params: { id: done.id } })
  await expect.poll(() => stored('a')).toMatchObject({ sku: 'A-1', minQuantity: 4, ladder: [], weightGrams: null })
})

const fitsOf = async (slug: string) => (await shop.visitor.products.bySlug({ params: { slug } })).fits.map((target) => target.slug)

test('the column fits names products of the shop or of the file by their slugs; the row and the links follow', async () => {
  const { id: businessId } = await shop.make.business({ name: 'Boxworks' })
  await shop.make.product({ businessId, category: 'mat-maker', slug: 'ecomat-1000', name: 'EcoMat 1000' })
  const header = 'slug,name,business,category,priceUSD,priceEUR,fits'
  const line = (slug: string, name: string, category: string, fits: string) => `${slug},${name},Boxworks,${category},12,11,${fits}`
  const rows = [
    line('belt', 'Belt', 'replacement-parts', 'ecomat-1000; ecomat-2500'),
    line('ecomat-2500', '"EcoMat 2500, wide"', 'mat-maker', ''),
    line('knife', 'Knife', 'replacement-parts', 'no-such-machine'),
  ]
  const { report } = await importAll([header, ...rows].join('\n'))
  expect(report).toMatchObject({ created: 2, skipped: 1 })
  expect(report?.errors).toMatchObject([{ row: 4, column: 'fits', message: 'There is no product no-such-machine.' }])
  expect(await fitsOf('belt')).toEqual(['ecomat-1000', 'ecomat-2500'])
  expect((await stored('belt'))?.specifications).toEqual([{ name: 'Fits', value: 'EcoMat 1000, EcoMat 2500, wide' }])
  await importAll('slug,fits\nbelt,ecomat-2500\n')
  expect(await fitsOf('belt')).toEqual(['ecomat-2500'])
})
