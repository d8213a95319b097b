import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { germanPriceList, mergedWorkbook, shopifyExport, wooExport } from '#server/testing/import-files.ts'
import { expectSound, faults, listen } from '../sound.ts'
import { type Account, browserOf, expect, type Shop, seconds, test, toastOf, visit } from '../story.ts'

const HEADER = 'Item name,Our price,Pieces,Firm'

/** A table of another shop: `bad` of its rows have a price that is none. */
function tableOf(mark: string, rows: number, bad: number): string {
  const lines = Array.from(
    { length: rows },
    (_, at) => `Sheet ${mark} ${at},${at < bad ? 'on request' : 10 + at},${at + 1},North Fold Works`,
  )
  return [HEADER, ...lines].join('\n')
}

async function choose(page: Page, name: string, content: string | Uint8Array) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Import from Excel' }).click()])
  await chooser.setFiles({
    name,
    mimeType: 'application/octet-stream',
    buffer: typeof content === 'string' ? Buffer.from(content) : Buffer.from(content),
  })
}

const check = (page: Page) => page.getByRole('button', { name: 'Check the file' }).click()

async function importAll(page: Page, products: string) {
  await page.getByRole('button', { name: `Import ${products}` }).click()
  await expect(page.getByRole('heading', { name: 'Import Successful' })).toBeVisible({ timeout: seconds(45) })
}

async function openAs(browser: Parameters<typeof browserOf>[0], shop: Shop, account: Account, path: string) {
  const context = await browserOf(browser, shop, account)
  const page = await context.newPage()
  await visit(page, path)
  return { context, page }
}

test('B16 B45 B46 B297 a table of another shop: its columns are named, each problem leads to its cell, the products come in, rejected rows as a file, and all of it can be undone', async ({
  browser,
  shop,
}) => {
  const { context, page } = await openAs(browser, shop, await shop.demo('staff@reflute.test'), '/admin/import')
  const heard = listen(page)
  const mark = randomUUID().slice(0, 6)
  await expect(page.getByRole('listitem').filter({ hasText: 'File' }).first()).toHaveAttribute('aria-current', 'step')
  await choose(page, 'notes.pdf', 'x')
  await expect(page.getByText('Import Failed: Choose an .xlsx, .csv, .tsv, .txt or .xml file.')).toBeVisible()
  await choose(page, `products-${mark}.csv`, tableOf(mark, 30, 2))

  await expect(page.getByLabel('“Item name” is')).toHaveValue('name')
  await page.getByLabel('“Our price” is').selectOption('Price in USD')
  await page.getByLabel('“Pieces” is').selectOption('Price in USD')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('“Our price” already uses this field.')).toBeVisible()
  await expect(page.getByLabel('“Pieces” is')).toBeFocused()
  await page.getByLabel('“Pieces” is').selectOption('Stock')
  await page.getByLabel('“Firm” is').selectOption('Business')
  await page.getByLabel('Category', { exact: true }).selectOption('Accessories')
  await page.getByLabel(/^EUR per USD/).fill('0.92')
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Check the file' }).click()

  await expect(
    page.getByText('This file would import 28 products: 28 new, 0 changed, 0 unchanged. 2 products skipped because of errors.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Row 3, Our price' }).click()
  const wrong = page.getByRole('textbox', { name: 'Row 3, Our price' })
  await expect(wrong).toBeFocused()
  await expect(wrong).toBeInViewport()
  await expect(wrong).toHaveValue('on request')
  await expect(page.getByRole('cell', { name: /on request.*Problem: Please enter a price/ })).toHaveCount(2)
  await expectSound(page)
  await page.getByRole('button', { name: 'Import 28 products' }).click()

  await expect(page.getByRole('heading', { name: 'Import Successful' })).toBeVisible()
  for (const name of ['Products', 'Features', 'Images', 'Specifications']) {
    await expect(page.getByRole('main').locator('dl').first()).toContainText(name)
  }
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Rejected rows (CSV)' }).click()
  const path = await (await download).path()
  expect(await readFile(path, 'utf8')).toContain('priceUSD: Please enter a price')
  expect((await shop.visitor.products.list({ query: { search: mark } })).total).toBe(28)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Import Successful' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await expect(page.getByText('28 new products will be deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Import undone' })).toBeVisible()
  expect((await shop.visitor.products.list({ query: { search: mark } })).total).toBe(0)
  await expect(page.getByRole('row', { name: new RegExp(`products-${mark}`) })).toContainText('Undone')
  expect(heard).toEqual([])
  await context.close()
})

test('a user who leaves during an import comes back to its progress and its end; a second one meanwhile is refused', async ({
  browser,
  shop,
}) => {
  const staff = await shop.demo('staff@reflute.test')
  const { context, page } = await openAs(browser, shop, staff, '/admin/import')
  const mark = randomUUID().slice(0, 6)
  const lines = Array.from({ length: 2500 }, (_, at) => `Long ${mark} ${at},long-${mark}-${at},accessories,North Fold Works,10,9,1`)
  await choose(page, `long-${mark}.csv`, ['name,slug,category,business,priceUSD,priceEUR,stock', ...lines].join('\n'))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Import 2,500 products' }).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await page.getByRole('link', { name: 'Orders' }).first().click()
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
  const form = new FormData()
  form.append('file', new Blob(['name\nx']), 'x.csv')
  await expect(staff.api.imports.importExcel({ form, query: {} })).rejects.toThrow('Another import is running. Wait until it has finished.')
  await page.getByRole('link', { name: 'Products', exact: true }).click()
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page.getByText(/of 2,500 products/)).toBeVisible()
  await expect(toastOf(page, 'Import Successful')).toBeVisible({ timeout: seconds(30) })
  await visit(page, '/admin/jobs')
  await expect(page.getByRole('row', { name: /Catalog import.*Done.*Imported 2,500 products/ })).toBeVisible()
  await context.close()
})

test('B296 an import that fails says why: in the words of the server, Excel import failed, or Unknown error', { tag: '@smoke' }, async ({
  browser,
  shop,
}) => {
  const { context, page } = await openAs(browser, shop, await shop.demo('staff@reflute.test'), '/admin/import')
  await choose(page, 'empty.csv', '')
  await expect(page.getByText("Import Failed: This file can't be read: it is empty.")).toBeVisible()
  await expect(toastOf(page, 'Import Failed')).toBeVisible()
  await page.route('**/api/admin/imports', (route) => route.abort())
  await choose(page, 'products.csv', tableOf('x', 1, 0))
  await expect(page.getByText('Import Failed: Excel import failed')).toBeVisible()
  const id = randomUUID()
  const failed = {
    id,
    fileName: 'products.csv',
    status: 'failed',
    total: 0,
    done: 0,
    at: '2026-01-01T00:00:00.000Z',
    finishedAt: null,
    actorName: null,
  }
  const nothing = { report: null, problem: null, errorCount: 0, undo: { state: 'impossible', total: 0, done: 0, left: [] }, file: null }
  await page.route(`**/api/admin/imports/${id}`, (route) => route.fulfill({ json: { ...failed, ...nothing } }))
  await visit(page, `/admin/import?import=${id}`)
  await expect(page.getByRole('alert').filter({ hasText: 'Import Failed' })).toContainText('Unknown error')
  await context.close()
})

test('B47 B338 D131 a super admin reads that the import is not for him', async ({ browser, shop }) => {
  const { context, page } = await openAs(browser, shop, await shop.demo('super@reflute.test'), '/admin/import')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect(page.getByText('You need admin privileges to access the data import page')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import from Excel' })).toHaveCount(0)
  expect(await faults(page)).toEqual([])
  await context.close()
})

test('F7.3.5 a Shopify export of 3,000 rows comes in whole: its vendor and type are asked for once each, notes say what became of the rest', async ({
  browser,
  shop,
}) => {
  test.slow()
  const { context, page } = await openAs(browser, shop, await shop.demo('staff@reflute.test'), '/admin/import')
  const heard = listen(page)
  const mark = randomUUID().slice(0, 6)
  await choose(page, `shopify-${mark}.csv`, shopifyExport(3000, mark, 'North Fold Works', 'Nordpapier GmbH'))
  await expect(page.getByText('This is a Shopify product export.')).toBeVisible()
  await page.getByLabel(/^EUR per USD/).fill('0.92')
  await check(page)
  await expect(page.getByText('Nothing would be imported. Every product in the file has an error.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText(
    'Each variant becomes a product, named after its options. (3,000 rows)',
  )
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Stock below 0 is imported as 0. (200 rows)')
  await page.getByLabel('Category for “Rolls”').selectOption('Mats')
  await page.getByLabel('Category', { exact: true }).selectOption('Accessories')
  await page.getByLabel('Business for “Nordpapier GmbH”').selectOption({ index: 1 })
  await expect(page.getByRole('button', { name: 'Check again' })).toBeInViewport()
  await expectSound(page)
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('heading', { name: 'Every problem has an answer' })).toBeVisible()
  await importAll(page, '3,000 products')
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Stock below 0 is imported as 0. (200 rows)')
  expect((await shop.visitor.products.list({ query: { search: `Kraft roll ${mark}` } })).total).toBe(3000)
  expect(heard).toEqual([])
  await context.close()
})

test('F7.3.5 a WooCommerce export, a German Excel CSV and a workbook with merged headers come in whole', async ({ browser, shop }) => {
  const { context, page } = await openAs(browser, shop, await shop.demo('staff@reflute.test'), '/admin/import')
  const mark = randomUUID().slice(0, 6)
  const again = () => page.getByRole('button', { name: 'Import another file' }).click()

  await choose(page, `woo-${mark}.csv`, wooExport(mark))
  await page.getByRole('combobox', { name: 'Business', exact: true }).selectOption({ index: 1 })
  await page.getByLabel(/^EUR per USD/).fill('0.92')
  await check(page)
  await importAll(page, '4 products')
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('named after its options. (rows 4, 5, 7)')

  await again()
  await choose(page, `german-${mark}.csv`, germanPriceList(mark, 'North Fold Works'))
  await expect(page.getByLabel('Character set')).toHaveValue('windows-1252')
  await expect(page.getByLabel('Separator')).toHaveValue(';')
  await expect(page.getByLabel('Number format')).toHaveValue('comma')
  await expect(page.getByRole('list', { name: 'Match columns' })).toContainText('Säge „groß“')
  await check(page)
  await page.getByLabel('EUR per USD', { exact: true }).fill('0,5')
  await page.getByRole('button', { name: 'Check again' }).click()
  await importAll(page, '2 products')

  await again()
  await choose(page, `german-${mark}-2.csv`, germanPriceList(`${mark}-2`, 'North Fold Works'))
  await expect(page.getByText('The columns are matched as in your last import with these headers.')).toBeVisible()
  await check(page)
  await importAll(page, '2 products')

  await again()
  await choose(page, `merged-${mark}.xlsx`, await mergedWorkbook(mark, 'North Fold Works'))
  await expect(page.getByLabel('Sheet')).toHaveValue('1')
  await expect(page.getByLabel('Row with the headers')).toHaveValue('4')
  await page.getByLabel('Sheet').selectOption('Notes (2 rows)')
  await expect(page.getByLabel('“Price list of the fall” is')).toBeVisible()
  await page.getByLabel('Sheet').selectOption('Prices 2026 (7 rows)')
  await page.getByLabel('Row with the headers').selectOption('4')
  await expect(page.getByLabel('“Price / EUR” is')).toHaveValue('priceEUR')
  await expectSound(page)
  await check(page)
  await importAll(page, '3 products')
  await context.close()
})

test('F7.3.5 a seller corrects a cell in place, takes the problems along, imports into their business and undoes it', async ({
  browser,
  shop,
}) => {
  const { context, page } = await openAs(browser, shop, await shop.demo('seller@reflute.test'), '/business/import')
  const mark = randomUUID().slice(0, 6)
  const rows = [`own-${mark},Own ${mark},accessories,Somebody Else,on request,9.00`, `hat-${mark},Hat ${mark},hats,,10.00,9.00`]
  await choose(page, `own-${mark}.csv`, ['slug,name,category,business,priceUSD,priceEUR', ...rows].join('\n'))
  await expect(page.getByRole('combobox', { name: 'Business', exact: true })).toHaveCount(0)
  await check(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download all problems (CSV)' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain('Products,3,category,hats,There is no category hats.')
  await page.getByLabel('Business, for all').selectOption('Import as your own products')
  await page.getByRole('textbox', { name: 'Row 2, priceUSD' }).fill('12.00')
  await page.getByRole('textbox', { name: 'Row 2, priceUSD' }).press('Enter')
  await expect(
    page.getByText('This file would import 1 product: 1 new, 0 changed, 0 unchanged. 1 product skipped because of errors.'),
  ).toBeVisible()
  await expectSound(page)
  await importAll(page, '1 product')
  const { items } = await shop.visitor.products.list({ query: { search: mark } })
  expect(items.map(({ name, businessName }) => [name, businessName])).toEqual([
    [`Own ${mark}`, expect.not.stringContaining('Somebody Else')],
  ])
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Import undone' })).toBeVisible()
  expect((await shop.visitor.products.list({ query: { search: mark } })).total).toBe(0)
  await context.close()
})
