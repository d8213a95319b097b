import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectSound, faults, listen } from '../sound.ts'
import { type Account, browserOf, expect, type Shop, test, toastOf, visit } from '../story.ts'

const HEADER = 'Item name,Our price,Pieces,Firm'

/** A table of another shop: `bad` of its rows have a price that is none. */
function tableOf(mark: string, rows: number, bad: number): string {
  const lines = Array.from(
    { length: rows },
    (_, at) => `Sheet ${mark} ${at},${at < bad ? 'on request' : 10 + at},${at + 1},North Fold Works`,
  )
  return [HEADER, ...lines].join('\n')
}

async function choose(page: Page, name: string, text: string) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Import from Excel' }).click()])
  await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
}

async function openAs(browser: Parameters<typeof browserOf>[0], shop: Shop, account: Account, path: string) {
  const context = await browserOf(browser, shop, account)
  const page = await context.newPage()
  await visit(page, path)
  return { context, page }
}

test('B16 B45 B46 B297 a table of another shop: its columns are named, each problem leads to its cell, the products come in, rejected rows as a file, and all of it can be undone', {
  tag: '@smoke',
}, async ({ browser, shop }) => {
  const { context, page } = await openAs(browser, shop, await shop.demo('staff@reflute.test'), '/admin/import')
  const heard = listen(page)
  const mark = randomUUID().slice(0, 6)
  await expect(page.getByRole('listitem').filter({ hasText: 'File' }).first()).toHaveAttribute('aria-current', 'step')
  await choose(page, 'notes.txt', 'x')
  await expect(page.getByText('Import Failed: Please choose an .xlsx or .csv file.')).toBeVisible()
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
    page.getByText('This file would import 28 products: 28 new, 0 changed, 0 as before. 2 products skipped because of errors.'),
  ).toBeVisible()
  await page.getByRole('button', { name: /^Row 3, Our price/ }).click()
  await expect(page.getByRole('cell', { name: /on request.*Problem: Please give a price/ }).nth(1)).toBeFocused()
  await expectSound(page)
  await page.getByRole('button', { name: 'Import 28 products' }).click()

  await expect(page.getByRole('heading', { name: 'Import Successful' })).toBeVisible()
  for (const name of ['Products', 'Features', 'Images', 'Specifications']) {
    await expect(page.getByRole('main').locator('dl').first()).toContainText(name)
  }
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Rejected rows (CSV)' }).click()
  const path = await (await download).path()
  expect(await readFile(path, 'utf8')).toContain('priceUSD: Please give a price')
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
  await page.getByRole('link', { name: 'Catalog import' }).first().click()
  await expect(page.getByText(/of 2,500 products/)).toBeVisible()
  await expect(toastOf(page, 'Import Successful')).toBeVisible({ timeout: 30_000 })
  await visit(page, '/admin/jobs')
  await expect(page.getByRole('row', { name: /Catalog import.*Done.*Imported 2,500 products/ })).toBeVisible()
  await context.close()
})

test('B296 an import that fails says why: in the words of the server, Excel import failed, or Unknown error', async ({ browser, shop }) => {
  const { context, page } = await openAs(browser, shop, await shop.demo('staff@reflute.test'), '/admin/import')
  await choose(page, 'broken.csv', 'name\n"open')
  await expect(page.getByText("Import Failed: This file can't be read: its quotes do not match.")).toBeVisible()
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
