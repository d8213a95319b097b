import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { businesses as catalogBusinesses, products as catalogProducts } from '#content/catalog.ts'
import { DEMO_CATALOG } from '#server/platform/config.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { admin, allMovements, allProducts, HEADER, openImportShop, row, shop, upload, workbook } from '#server/testing/sheets.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

openImportShop()

describe('the catalog of the demo', () => {
  test('B45 B46 B177 D199 without a body the configured file is imported; twice changes nothing', async () => {
    const noBusiness = await admin.imports.importExcel()
    expect(noBusiness).toMatchObject({ success: false, created: 0, skipped: catalogProducts.length })
    await shop.reset()
    const importer = await shop.signIn('application_admin')
    for (const { name, email } of catalogBusinesses) await shop.make.business({ name, email })
    const first = await importer.imports.importExcel()
    const count = (list: 'features' | 'images' | 'specifications') =>
      catalogProducts.reduce((sum, product) => sum + product[list].length, 0)
    expect(first).toMatchObject({
      success: true,
      created: catalogProducts.length,
      errors: [],
      results: {
        products: catalogProducts.length,
        features: count('features'),
        images: count('images'),
        specifications: count('specifications'),
      },
    })
    const before = [await allProducts(), await allMovements()]
    const second = await importer.imports.importExcel()
    expect(second).toMatchObject({ success: true, created: 0, updated: 0, unchanged: catalogProducts.length, skipped: 0, errors: [] })
    expect([await allProducts(), await allMovements()]).toEqual(before)
    const list = await shop.visitor.products.list({ query: { limit: '500' } })
    expect(list.total).toBe(catalogProducts.filter(({ status }) => status === 'Active').length)
    for (const product of list.items) for (const { alt, caption } of product.pictures) expect(alt && caption).toBeTruthy()
  })

  test('the demo shop is filled once, and names the sellers of its businesses', async () => {
    const sellers = await seedDemo(shop.deps)
    expect([...sellers.keys()].sort()).toEqual(['seller2@reflute.test', 'seller@reflute.test'])
    expect(await seedDemo(shop.deps)).toEqual(sellers)
    const { items } = await shop.visitor.businesses.list()
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([...sellers.values()]))
    expect(items).toHaveLength(catalogBusinesses.length)
  })

  test('its file reads the same when it is uploaded', async () => {
    await seedDemo(shop.deps)
    const { status, report } = await upload(readFileSync(DEMO_CATALOG))
    expect([status, report.unchanged, report.errors]).toEqual([200, catalogProducts.length, []])
  })
})

test('B16 only an application_admin imports: 401 for visitors, 403 for all others, a super_admin too', async () => {
  expect((await upload('x', { token: null })).status).toBe(401)
  for (const role of ['customer', 'business_admin', 'super_admin'] as const) {
    const { token } = await shop.signIn(role)
    expect([role, (await upload('x', { token })).status]).toEqual([role, 403])
  }
})

test('D199 without a body and without a configured file: 409', async () => {
  const other = await openTestShop({}, { catalogFile: null })
  const { imports } = await other.signIn('application_admin')
  await expect(imports.importExcel()).rejects.toMatchObject({ status: 409, message: 'No catalog file configured' })
  await other.close()
})

test('one import runs at a time: the second is 409', async () => {
  await shop.make.business({ name: 'Boxworks' })
  const file = await workbook({ Products: [HEADER, row('one', 'One', 'Boxworks')] })
  const answers = await Promise.all([upload(file), upload(file), upload(file)])
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.problem.detail).toBe('Another import is running. Wait until it has finished.')
  expect((await upload(file)).report).toMatchObject({ created: 0, unchanged: 1 })
})
