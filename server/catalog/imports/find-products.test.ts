import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { products } from '#server/platform/db/schema.ts'
import { importerOf } from '#server/testing/import-shop.ts'
import { someOf } from '#server/testing/race-rounds.ts'
import { check, importAll, openStaffDialog, optionsOf, run, shop, upload } from '#server/testing/staff-dialog.ts'

openStaffDialog()

const all = async () =>
  (await shop.deps.db.select().from(products).orderBy(products.slug)).map(({ slug, sku, name, priceUsdCents, priceEurCents, stock }) => ({
    slug,
    sku,
    name,
    priceUsdCents,
    priceEurCents,
    stock,
  }))

/** Two sellers with a product of the same SKU and name each. */
async function twoSellers() {
  const own = await shop.make.business({ name: 'Carton Clair' })
  const other = await shop.make.business({ name: 'Northern Paper' })
  const made = { category: 'mat' as const, name: 'Plain mat', stock: 5, sku: 'CC-1066' }
  await shop.make.product({ ...made, businessId: own.id, slug: 'plain-mat' })
  await shop.make.product({ ...made, businessId: other.id, slug: 'plain-mat-2' })
  return { own, other }
}

const HEADINGS = [
  'SKU',
  'Artikelnummer',
  'Artikel-Nr.',
  'Art.-Nr.',
  'Art. Nr',
  'ArtNr',
  'Bestellnummer',
  'Part number',
  'Part No.',
  'Item number',
  'Item #',
  'item_no',
  'ArticleNumber',
  'Article no.',
  'Product code',
  'Référence',
  'Réf.',
  'Référence produit',
  'Code article',
  'N° article',
  'Numéro d’article',
]

test.each(someOf(HEADINGS, 4))('2.1 a price list whose products are named by %s changes them and creates nothing', async (heading) => {
  const { own } = await twoSellers()
  const draft = await upload(`${heading},Name,Price EUR,Price USD,Stock\ncc-1066,Plain mat,41.00,44.50,120\n`)
  expect(optionsOf(draft).columns).toEqual(['sku', 'name', 'priceEUR', 'priceUSD', 'stock'])
  expect((await check(draft, { businessId: own.id })).report).toMatchObject({ created: 0, updated: 1, skipped: 0 })
  expect((await run(draft)).report).toMatchObject({ created: 0, updated: 1 })
  expect(await all()).toMatchObject([
    { slug: 'plain-mat', priceEurCents: 41_00, priceUsdCents: 44_50, stock: 120 },
    { slug: 'plain-mat-2', stock: 5 },
  ])
})

test('2.1 a German article list: the article number is the SKU, the address comes from the name', async () => {
  const { id: businessId } = await shop.make.business({ name: 'Boxworks' })
  const rows =
    'Artikelnummer;Bezeichnung;Preis EUR;Preis USD;Bestand;Kategorie\nAB-0007;Wellpappmatte 600 × 400;"1.299,00";"1.399,00";12;mat\n'
  const draft = await upload(Buffer.from(rows, 'latin1'))
  expect((await check(draft, { businessId })).report).toMatchObject({ created: 1, errors: [] })
  await run(draft)
  const [stored] = await all()
  expect(stored).toMatchObject({ slug: 'wellpappmatte-600-400', sku: 'AB-0007', priceEurCents: 129_900, priceUsdCents: 139_900 })
  const again = await upload(Buffer.from(rows, 'latin1'))
  expect((await check(again, { businessId })).report).toMatchObject({ created: 0, unchanged: 1 })
})

test('2.1 rows find their product by slug, then SKU, then GTIN, then name; each in the business of the row', async () => {
  const { own, other } = await twoSellers()
  const make = (name: string, more: object) => shop.make.product({ businessId: own.id, category: 'mat', name, stock: 1, ...more })
  await make('By slug', { slug: 'by-slug', sku: 'OTHER-1' })
  await make('By code', { slug: 'by-code', gtin: '036000291452' })
  await make('Called so', { slug: 'quite-else' })
  await make('Rolle Größe 3', { slug: 'rolle' })
  const file = [
    'slug,sku,gtin,name,stock',
    'by-slug,OTHER-1,,,11',
    ',cc-1066,,,12',
    ',,00036000291452,,13',
    ',,,called SO,14',
    ',,,ROLLE GRÖSSE 3,15',
  ]
  const draft = await upload(file.join('\n'))
  const { report } = await check(draft, { businessId: own.id })
  expect(report).toMatchObject({ created: 0, updated: 4, skipped: 1 }) // ß and SS are two spellings
  await run(draft)
  expect((await all()).map(({ slug, stock }) => [slug, stock])).toEqual([
    ['by-code', 13],
    ['by-slug', 11],
    ['plain-mat', 12],
    ['plain-mat-2', 5],
    ['quite-else', 14],
    ['rolle', 1],
  ])
  const theirs = await importAll('sku,stock\nCC-1066,77\n', { businessId: other.id })
  expect(theirs.report).toMatchObject({ updated: 1 })
  expect((await shop.stored('plain-mat-2')).stock).toBe(77)
})

test('2.1 a SKU of several businesses is asked about once, and one answer goes for all its rows', async () => {
  const { own } = await twoSellers()
  const draft = await upload('sku,stock\nCC-1066,9\n')
  const first = await check(draft)
  expect(first.problems).toMatchObject([
    { cause: 'missing', column: 'business', message: 'More than one business has the SKU CC-1066. Choose the business.' },
  ])
  const answers = [{ cause: 'missing' as const, column: 'business', value: null, action: 'set' as const, to: own.id }]
  expect((await check(draft, { answers })).report).toMatchObject({ updated: 1, errors: [] })
})

test('2.1 a seller finds only own products by SKU, GTIN and name; a name of another makes a new product beside it', async () => {
  const { own, other } = await twoSellers()
  const seller = await shop.signIn('business_admin', { businessId: other.id })
  const { importAll: importOwn } = importerOf(seller.sellerImports)
  const { report } = await importOwn(
    'SKU,Name,Category,Price EUR,Price USD,Stock\nCC-1066,Plain mat,mat,41,44,8\nNEW-1,Plain mat,mat,41,44,9\n',
  )
  expect(report).toMatchObject({ created: 1, updated: 1, errors: [] })
  expect((await all()).map(({ slug, sku, stock }) => [slug, sku, stock])).toEqual([
    ['plain-mat', 'CC-1066', 5],
    ['plain-mat-2', 'CC-1066', 8],
    ['plain-mat-3', 'NEW-1', 9],
  ])
  expect((await shop.stored('plain-mat')).businessId).toBe(own.id)
})

const NAMES = ['Мат для упаковки', 'Στρώμα', '包装垫', 'وسادة', 'Мат для упаковки 2']

test('2.4 names without Latin letters, and one name for several SKUs, get an address each; a second import changes nothing', async () => {
  const { id: businessId } = await shop.make.business({ name: 'Boxworks' })
  const rows = [
    'sku,name,category,priceUSD,priceEUR,stock',
    ...NAMES.map((name) => `,${name},mat,9.00,8.00,10`),
    ...['A', 'B', 'C'].map((sku) => `${sku},Twin,mat,9.00,8.00,10`),
  ].join('\n')
  expect((await importAll(rows, { businessId })).report).toMatchObject({ created: 8, errors: [] })
  const slugs = (await all()).map(({ slug }) => slug)
  expect(slugs).toEqual(['2', 'product', 'product-2', 'product-3', 'product-4', 'twin', 'twin-2', 'twin-3'])
  expect((await importAll(rows, { businessId })).report).toMatchObject({ created: 0, updated: 0, unchanged: 8, errors: [] })
})

test('2.1 one product twice in a file is named by its row, whatever names it', async () => {
  const { id: businessId } = await shop.make.business({ name: 'Boxworks' })
  const file = [
    'slug,sku,gtin,name,category,priceUSD,priceEUR',
    'a,,,A,mat,1,1',
    'a,,,A again,mat,1,1',
    ',S-1,,B,mat,1,1',
    ',s-1,,B,mat,1,1',
    ',,96385074,C,mat,1,1',
    ',,96385074,C too,mat,1,1',
    ',,,D,mat,1,1',
    ',,,d,mat,1,1',
  ]
  const { report } = await check(await upload(file.join('\n')), { businessId })
  expect(report).toMatchObject({ created: 4, skipped: 4 })
  expect(report.errors.map(({ row, column, cause }) => [row, column, cause])).toEqual([
    [3, 'slug', 'repeated'],
    [5, 'sku', 'repeated'],
    [7, 'gtin', 'repeated'],
    [9, 'name', 'repeated'],
  ])
})

test('2.1 with Update only, rows without a product are named as the file names them and nothing is created', async () => {
  const { own } = await twoSellers()
  const bySlug = await upload('slug,price USD\nplain-mat,44.50\nvol-99999,10.00\n')
  const preview = await check(bySlug, { updateOnly: true })
  expect(preview.report).toMatchObject({ created: 0, updated: 1, skipped: 1 })
  expect(preview.report.errors.map(({ row, column, message }) => [row, column, message])).toEqual([
    [3, 'slug', 'There is no product vol-99999.'],
  ])
  expect((await run(bySlug)).report).toMatchObject({ updated: 1, created: 0 })
  const bySku = await upload('Artikelnummer,Name,Category,Price USD,Price EUR\nVOL-99999,New,mat,1,1\nCC-1066,Plain mat,mat,2,2\n')
  expect((await check(bySku, { updateOnly: true, businessId: own.id })).report.errors).toMatchObject([
    { row: 2, column: 'sku', message: 'There is no product VOL-99999.' },
  ])
  const again = await upload('slug,price USD\nplain-mat,45\n')
  expect(optionsOf(again).updateOnly).toBe(true) // as chosen for these headers before
})

test('2.1 the sample price list finds its product', async () => {
  const { own } = await twoSellers()
  const draft = await upload(readFileSync(new URL('samples/price-list-by-sku.csv', import.meta.url)))
  expect((await check(draft, { businessId: own.id })).report).toMatchObject({ created: 0, updated: 1 })
})
