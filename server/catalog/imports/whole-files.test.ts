import { and, eq, like } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { ImportPreview } from '#contract/catalog/imports.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { categories, products } from '#server/platform/db/schema.ts'
import { germanPriceList, mergedWorkbook, shopifyExport, wooExport } from '#server/testing/import-files.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { admin, check, openStaffDialog, optionsOf, run, shop, upload } from '#server/testing/staff-dialog.ts'

openStaffDialog()

const stored = (slug: string) => shop.stored(slug)
const countOf = (business: string) => shop.deps.db.$count(products, eq(products.businessId, business))
const kinds = ({ problems }: ImportPreview) => problems.map(({ cause, column, value, open }) => [cause, column, value, open])
const answer = (problem: Pick<ImportPreview['problems'][number], 'cause' | 'column' | 'value'>, to: string) => ({
  cause: problem.cause,
  column: problem.column,
  value: problem.value,
  action: 'set' as const,
  to,
})

/** Time for 3,000 products on a machine that is busy with other tests, in ms. */
const WHOLE_MS = 240_000

describe('files of other systems come in whole', () => {
  test.runIf(TESTS_ALL)(
    'F7.3.5 a Shopify export of 3,000 rows: variants are products, vendors and types are asked for value by value, a negative stock is 0',
    async () => {
      const known = await shop.make.business({ name: 'Boxworks' })
      const other = await shop.make.business({ name: 'Northern Paper' })
      const draft = await upload(shopifyExport(3000, 'a1', 'Boxworks', 'Nordpapier GmbH'))
      expect(draft.file).toMatchObject({ kind: 'shopify', rows: 3000 })
      const first = await check(draft, { eurFactor: '0.9' })
      expect(first.report).toMatchObject({ created: 0, skipped: 3000 })
      expect(kinds(first)).toEqual([
        ['unknownCategory', 'category', 'Rolls', 2625],
        ['missing', 'category', null, 375],
        ['unknownBusiness', 'business', 'Nordpapier GmbH', 300],
      ])
      const answers = [
        answer({ cause: 'unknownCategory', column: 'category', value: 'Rolls' }, 'mat'),
        answer({ cause: 'missing', column: 'category', value: null }, 'accessories'),
      ]
      const half = await check(draft, { eurFactor: '0.9', answers, businessId: known.id })
      expect(half.report).toMatchObject({ created: 2700, skipped: 300 }) // the default is for rows without a business, never for another's
      answers.push(answer({ cause: 'unknownBusiness', column: 'business', value: 'Nordpapier GmbH' }, other.id))
      const whole = await check(draft, { eurFactor: '0.9', answers })
      expect(whole.report).toMatchObject({ created: 3000, skipped: 0, errors: [] })
      expect(whole.problems.map(({ open, answer: given }) => [open, given?.action])).toEqual([
        [0, 'set'],
        [0, 'set'],
        [0, 'set'],
      ])
      expect(whole.report.notes).toEqual([
        { message: 'Each variant becomes a product, named after its options.', count: 3000, rows: expect.any(Array) },
        { message: 'Stock below 0 is imported as 0.', count: 200, rows: expect.arrayContaining([14]) },
      ])
      const done = await run(draft)
      expect(done).toMatchObject({ status: 'done', report: { created: 3000, notes: whole.report.notes } })
      expect([await countOf(known.id), await countOf(other.id)]).toEqual([2700, 300])
      expect(await stored('kraft-a1-4-30-cm')).toMatchObject({
        name: 'Kraft roll a1 4 - 30 cm',
        stock: 0,
        priceUsdCents: 1250,
        type: 'material',
      })
      const wide = await stored('kraft-a1-7-90-cm')
      expect(wide).toMatchObject({ name: 'Kraft roll a1 7 - 90 cm', stock: 12, priceUsdCents: 1450, priceEurCents: 1305, type: 'machine' })
      expect(wide.fullDescription).toBe('Padding from used board.\n- Roll 7')
      expect(wide.specifications).toEqual(
        expect.arrayContaining([
          { name: 'Width', value: '90 cm' },
          { name: 'Tags', value: 'kraft, recycled' },
        ]),
      )
      expect(wide.images).toHaveLength(3)
      expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
    },
    WHOLE_MS,
  )

  test('F7.3.5 a WooCommerce export: the variations of variable products are products with what the variable one says', async () => {
    await shop.make.business({ name: 'Boxworks' })
    const { id } = await shop.make.business({ name: 'Matworks' })
    const draft = await upload(wooExport('b2'))
    expect(draft.file?.kind).toBe('woocommerce')
    const preview = await check(draft, { businessId: id, eurFactor: '1' })
    expect(preview.report).toMatchObject({ created: 4, skipped: 0, errors: [] })
    expect(preview.report.notes.map(({ message, rows }) => [message, rows])).toEqual([
      ['Each variant becomes a product, named after its options.', [4, 5, 7]],
      ['Stock below 0 is imported as 0.', [2]],
    ])
    await run(draft)
    expect((await stored('tape-b2')).stock).toBe(0)
    expect(await stored('mat-b2-5-mm')).toMatchObject({
      sku: 'mat-b2-5',
      name: 'Mat b2 - 5 mm',
      stock: 7,
      priceUsdCents: 1990,
      fullDescription: 'Soft\nand strong',
      images: [
        { url: 'https://woo.test/a.jpg', alt: '' },
        { url: 'https://woo.test/b.jpg', alt: '' },
      ],
      specifications: [{ name: 'Thickness', value: '5 mm' }],
    })
    expect(await stored('mat-b2-9-mm')).toMatchObject({ name: 'Mat b2 - 9 mm', stock: 2 })
    expect(await stored('liner-b2-brown')).toMatchObject({ name: 'Liner b2 - Brown', stock: 5 })
    const again = await upload(wooExport('b2'))
    await check(again, { businessId: id, eurFactor: '1' })
    expect((await run(again)).report).toMatchObject({ created: 0, updated: 0, unchanged: 4 })
  })

  test('F7.3.5 a German Excel CSV: Windows-1252, sep=;, decimal commas and thousands', async () => {
    await shop.make.business({ name: 'Müller & Söhne' })
    const draft = await upload(germanPriceList('c3', 'Müller & Söhne'))
    expect(draft.file?.table).toEqual({ sheet: 0, headerRow: 1, encoding: 'windows-1252', separator: ';' })
    expect(optionsOf(draft)).toMatchObject({
      columns: ['sku', 'name', 'fullDescription', 'priceEUR', 'stock', 'category', 'brand'],
      decimal: 'comma',
    })
    expect(kinds(await check(draft))).toEqual([['missing', 'priceUSD', null, 2]])
    expect((await check(draft, { eurFactor: '0.5' })).report.errors).toEqual([])
    expect((await run(draft)).report).toMatchObject({ created: 2 })
    expect(await stored('sage-gross-c3')).toMatchObject({
      sku: 'Säge-c3',
      name: 'Säge „groß“ c3',
      priceEurCents: 123_450,
      priceUsdCents: 246_900,
      stock: 12,
    })
    expect(await stored('messer-c3')).toMatchObject({ fullDescription: 'Größe 3; gehärtet', priceEurCents: 990, stock: 1500 })
  })

  test('F7.3.5 an .xlsx of two sheets with a title and merged headers: the right sheet and row are found, others can be chosen', async () => {
    await shop.make.business({ name: 'Boxworks' })
    const draft = await upload(await mergedWorkbook('d4', 'Boxworks'), 'prices.xlsx')
    expect(draft.file?.table).toEqual({ sheet: 1, headerRow: 4, encoding: null, separator: null })
    expect(draft.file?.choices.map(({ name, rows }) => [name, rows])).toEqual([
      ['Notes', 2],
      ['Prices 2026', 7],
    ])
    expect(draft.file?.columns.map(({ header }) => header)).toEqual([
      'Product / SKU',
      'Product / Name',
      'Category',
      'Vendor',
      'Price / USD',
      'Price / EUR',
      'Stock',
    ])
    expect(optionsOf(draft).columns).toEqual(['sku', 'name', 'category', 'business', 'priceUSD', 'priceEUR', 'stock'])
    const setTable = (sheet: number, headerRow: number) =>
      admin.imports.setTable({ params: { id: draft.id }, body: { sheet, headerRow, encoding: null, separator: null } })
    expect((await setTable(0, 1)).file?.columns).toEqual([{ header: 'Price list of the fall', samples: ['Ask Ann about discounts'] }])
    await expect(setTable(2, 1)).rejects.toMatchObject({ status: 422, errors: [{ field: 'sheet' }] })
    await expect(setTable(1, 99)).rejects.toMatchObject({ status: 422, errors: [{ field: 'headerRow' }] })
    const back = await setTable(1, 4)
    const preview = await check(back)
    expect(preview.report).toMatchObject({ created: 3, skipped: 0, errors: [] })
    expect(preview.sheets[0]?.rows.map(({ row }) => row)).toEqual([5, 6, 7])
    expect((await run(back)).report).toMatchObject({ created: 3 })
    expect(await stored('board-d4-2')).toMatchObject({ name: 'Board d4 2', priceUsdCents: 2050, priceEurCents: 1850, stock: 2 })
    const [accessories] = await shop.deps.db.select().from(categories).where(eq(categories.value, 'accessories'))
    const inIt = and(like(products.slug, 'board-d4-%'), eq(products.categoryId, accessories?.id ?? ''))
    expect(await shop.deps.db.$count(products, inIt)).toBe(2)
  })

  test('F7.3.5 another character set and separator can be chosen', async () => {
    const draft = await upload(Buffer.from('name,price\nSäge;groß,1\n'))
    const setTable = (encoding: 'windows-1252' | 'utf-8', separator: ',' | ';') =>
      admin.imports.setTable({ params: { id: draft.id }, body: { sheet: 0, headerRow: 1, encoding, separator } })
    expect((await setTable('windows-1252', ',')).file?.columns[0]?.samples).toEqual(['SÃ¤ge;groÃŸ'])
    expect((await setTable('utf-8', ';')).file?.columns.map(({ header }) => header)).toEqual(['name,price'])
  })
})
