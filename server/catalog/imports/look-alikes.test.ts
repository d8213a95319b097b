import { describe, expect, test } from 'vitest'
import { allProducts, openImportShop, shop, upload, workbook } from '#server/testing/sheets.ts'

openImportShop()

describe('4.2 codes and numbers that only look different', () => {
  const wide = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
  const columns = ['\ufeffslug', 'Na\u200bme', wide('category'), 'business', 'priceUSD', 'priceEUR', 'stock', 'sku', 'gtin', 'description']

  test('are one product, whose names and texts stay as they were written', async () => {
    const business = await shop.make.business({ name: 'North Fold' })
    const written = 'Für Familien 👩‍👩‍👧, می‌خواهم, ½ mm²'
    const first = await workbook({
      Products: [
        columns,
        [
          `roll-1\u200b`,
          written,
          'Accessor\u00adies',
          wide('North Fold'),
          '１２.5０',
          '\u200e11',
          '5\u200b',
          wide('ab-7'),
          '4006381333931\u202c',
          written,
        ],
      ],
      Features: [
        ['slug', 'feature'],
        [wide('roll-1'), 'Für 👩‍🏭'],
      ],
    })
    const { report } = await upload(first)
    expect(report.errors).toEqual([])
    const [roll, ...others] = await allProducts()
    expect(others).toEqual([])
    expect(roll).toMatchObject({
      slug: 'roll-1',
      name: written,
      description: written,
      businessId: business.id,
      priceUsdCents: 1250,
      priceEurCents: 1100,
      stock: 5,
      sku: 'ab-7',
      gtin: '4006381333931',
      features: ['Für 👩‍🏭'],
    })
    const again = await workbook({
      Products: [columns, ['other-address', written, 'accessories', 'north fold', 13, 12, 6, 'AB\u2011\u200b7', null, null]],
    })
    expect((await upload(again)).report).toMatchObject({ updated: 1, created: 0 })
    expect((await allProducts()).map(({ slug, priceUsdCents, stock }) => [slug, priceUsdCents, stock])).toEqual([['roll-1', 1300, 6]])
  })

  test('a name of which nothing can be seen is none, and empty lines of a list are left out', async () => {
    await shop.make.business({ name: 'North Fold' })
    const rows = ['\u200b', '\u00ad\ufeff', '\u3164', '\u2800 '].map((name, at) => [
      `roll-${at}`,
      name,
      'accessories',
      'North Fold',
      12,
      11,
      1,
      `r-${at}`,
      null,
      'Text',
      'One',
    ])
    const { report } = await upload(await workbook({ Products: [[...columns, 'features'], ...rows] }))
    expect(report.errors.map(({ row, column }) => [row, column])).toEqual([2, 3, 4, 5].map((row) => [row, 'name']))
    const features = 'One\n\u200b\nTwo\n\u00ad'
    const good = ['roll', 'Roll', 'accessories', 'North Fold', 12, 11, 1, 'r', null, 'Text', features]
    await upload(await workbook({ Products: [[...columns, 'features'], good] }))
    expect((await allProducts()).map((product) => [product.slug, product.features])).toEqual([['roll', ['One', 'Two']]])
  })
})
