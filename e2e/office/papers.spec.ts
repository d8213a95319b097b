import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { storeZip } from '#server/platform/vendors/store-zip.ts'
import { browserOf, expect, placeOrder, test, toastOf, visit } from '../story.ts'

const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text} ${randomUUID()}\n%%EOF\n`)

test('a ZIP of papers comes in: each file goes to its product by its name, and what cannot be added says why', async ({
  browser,
  shop,
}) => {
  const seller = await shop.demo('seller@reflute.test')
  const sku = `ZIP-${randomUUID().slice(0, 6)}`
  const made = { name: `Zip matter ${sku}`, description: 'For papers.', category: 'mat-maker', type: 'machine' as const }
  const product = await seller.api.productEdits.create({ body: { ...made, priceUSD: 10, priceEUR: 9, stock: 3, sku } })
  const context = await browserOf(browser, shop, seller)
  const page = await context.newPage()
  await visit(page, '/business/papers')
  const files = new Map([
    [`${sku}_manual_de_rev3.pdf`, pdf('Handbuch')],
    [`${sku}_manual_fr.pdf`, Buffer.from('no paper')],
    ['UNKNOWN_manual_de.pdf', pdf('x')],
  ])
  await page.getByLabel('Choose a ZIP').setInputFiles({ name: 'papers.zip', mimeType: 'application/zip', buffer: await storeZip(files) })
  await expect(page.getByText('Added 1 paper. 2 files could not be added.')).toBeVisible()
  await expect(page.getByText("UNKNOWN_manual_de.pdf: Its name doesn't begin with the SKU of one of your products.")).toBeVisible()
  await page.getByRole('link', { name: sku }).click()
  const papers = page.getByRole('region', { name: 'Papers' })
  await expect(papers.getByText('For everybody, PDF, 1 kB, revision 3')).toBeVisible()
  await test.step('more are dropped into the form, which reads kind and language from each name', async () => {
    await papers.getByLabel('Choose papers').setInputFiles([
      { name: 'EU declaration of conformity_de.pdf', mimeType: 'application/pdf', buffer: pdf('Erklärung') },
      { name: 'scan.pdf', mimeType: 'application/pdf', buffer: pdf('scan') },
    ])
    await papers.getByLabel('Law it names').fill('2006/42/EC')
    await papers.getByRole('button', { name: 'Upload 2 papers' }).click()
    await expect(toastOf(page, 'Added 1 paper')).toBeVisible()
    await expect(papers.getByText('Please choose a language.')).toBeVisible()
    await papers.getByLabel('Language').selectOption('German')
    await papers.getByRole('button', { name: 'Upload 1 paper' }).click()
    await expect(papers.getByText('For buyers, PDF')).toBeVisible()
  })
  await visit(page, `/products/${product.slug}`)
  const shown = page.getByRole('region', { name: 'Papers' })
  await expect(shown.getByRole('link')).toHaveText(['German', 'German'])
  await context.close()
})

test('a buyer downloads the German manual from an order and asks for it on paper, which the seller sends', async ({ browser, shop }) => {
  const buyer = await shop.customer()
  const product = await shop.visitor.products.bySlug({ params: { slug: 'ecomat-1000' } })
  await buyer.api.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  const order = await placeOrder(buyer)
  const context = await browserOf(browser, shop, buyer)
  const page = await context.newPage()
  await visit(page, `/account/orders/${order.id}#papers`)
  const papers = page.getByRole('region', { name: 'Papers' })
  const downloading = page.waitForEvent('download')
  await papers.getByRole('button', { name: 'Download Manual, German, EcoMat 1000' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('ecomat-1000-manual-de-2.pdf')
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await papers.getByRole('button', { name: 'Ask for a paper copy of Manual, German' }).click()
  await expect(papers.getByText('Paper copy asked for, by')).toBeVisible()
  await visit(page, '/account/papers')
  await expect(page.getByText('Paper copy asked for, by')).toBeVisible()
  await context.close()

  const office = await browserOf(browser, shop, await shop.demo('seller@reflute.test'))
  const task = await office.newPage()
  await visit(task, '/business/dashboard')
  await task.getByRole('link', { name: /paper cop(y|ies) to send/ }).click()
  await expect(task).toHaveURL('/business/papers')
  const row = task.getByRole('listitem').filter({ hasText: order.number })
  await row.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(row.getByRole('button', { name: 'Mark as not sent' })).toBeVisible()
  await office.close()
})
