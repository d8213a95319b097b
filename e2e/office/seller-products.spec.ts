import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { faults } from '../sound.ts'
import { type Account, browserOf, expect, gate, placeOrder, type Shop, test, toastOf, visit } from '../story.ts'

const QUESTION = 'Are you sure you want to delete this product? This action cannot be undone.'
const unique = (name: string) => `${name} ${randomUUID().slice(0, 6)}`

/** A product of the demo seller, made beside the screens. */
async function make(seller: Account, name: string, more: object = {}) {
  const body = {
    name,
    description: `${name}, short.`,
    category: 'mat',
    type: 'material' as const,
    priceUSD: 12.5,
    priceEUR: 11,
    stock: 8,
    ...more,
  }
  return seller.api.productEdits.create({ body })
}

async function open(browser: Parameters<typeof browserOf>[0], shop: Shop) {
  const seller = await shop.demo('seller@reflute.test')
  const context = await browserOf(browser, shop, seller)
  return { seller, context, page: await context.newPage() }
}

const rowOf = (page: Page, name: string): Locator => page.getByRole('row', { name: new RegExp(name) })

async function search(page: Page, text: string) {
  await page.getByLabel('Search name or description').fill(text)
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === text)
}

const png = (width: number) =>
  sharp({ create: { width, height: 600, channels: 3, background: '#dcb57f' } })
    .png()
    .toBuffer()

test('B27 B118-B120 B125 B136 B137 B146 B262 B314 B352 a seller adds a product in a new tab: what is missing is said first, pictures are uploaded and put in order, the shop shows it, and the first tab too', async ({
  browser,
  shop,
}) => {
  const { context, page } = await open(browser, shop)
  await visit(page, '/business/dashboard')
  await expect(page.getByRole('heading', { name: 'Do next' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'All Products' }).click()
  const count = page.getByText(/^1 to \d+ of [\d,]+$/)
  await expect(count).toBeVisible()
  const before = Number(/of ([\d,]+)$/.exec(await count.innerText())?.[1]?.replaceAll(',', ''))
  const opening = context.waitForEvent('page')
  await page.getByRole('main').getByRole('link', { name: 'Add New Product' }).click()
  const form = await opening
  await expect(form.getByRole('heading', { level: 1, name: 'Add New Product' })).toBeVisible()
  const part = (name: string) => form.getByRole('region', { name, exact: true })
  await test.step('B139 the section Basic Information', async () => {
    await expect(part('Basic Information').getByRole('heading')).toBeInViewport()
    for (const label of ['Product name', 'Short description', 'Category'])
      await expect(part('Basic Information').getByLabel(label)).toBeEnabled()
  })
  await test.step('B140 the section Pricing & Inventory', async () => {
    await part('Pricing & Inventory').scrollIntoViewIfNeeded()
    for (const label of ['Price in USD', 'Price in EUR', 'Stock'])
      await expect(part('Pricing & Inventory').getByLabel(label)).toBeInViewport()
  })
  const create = form.getByRole('button', { name: 'Create Product' })

  await create.click()
  await expect(form.getByRole('main').getByRole('alert').filter({ hasText: 'Please fill in all required fields' })).toBeVisible()
  await expect(toastOf(form, 'Please fill in all required fields')).toBeVisible()
  await expect(form.getByLabel('Product name')).toBeFocused()
  const name = unique('Wave mat')
  await form.getByLabel('Product name').fill(name)
  await form.getByLabel('Short description').fill('A mat of waves.')
  await form.getByLabel('Category').selectOption('Mats')
  await expect(form.getByLabel('Type', { exact: true })).toHaveValue('material')
  await expect(form.getByLabel('User type')).toHaveValue('producer')
  await form.getByLabel(/^Price in USD/).fill('0')
  await form.getByLabel(/^Price in EUR/).fill('19.90')
  await form.getByLabel('Stock').fill('7')
  await expect(form.getByText('Low stock: restock to 50 or more units')).toBeVisible()
  await create.click()
  await expect(form.getByLabel(/^Price in USD/)).toBeFocused()
  await form.getByLabel(/^Price in USD/).fill('21.999')
  await create.click()
  await expect(form.getByRole('main').getByRole('alert').filter({ hasText: 'Please enter valid prices' })).toBeVisible()
  await form.getByLabel(/^Price in USD/).fill('21.90')

  /** Rows are added and removed; the last one stays. */
  const addsAndRemoves = async (name: string, add: string, labelOf: (row: number) => string) => {
    const remove = part(name).getByRole('button', { name: 'Remove' })
    await expect(remove).toBeDisabled()
    await form.getByRole('button', { name: add }).click()
    await expect(remove).toHaveCount(2)
    await expect(form.getByLabel(labelOf(2), { exact: true })).toBeInViewport()
    await remove.last().click()
    await expect(form.getByLabel(labelOf(2), { exact: true })).toHaveCount(0)
    await expect(remove).toBeDisabled()
  }
  await test.step('B141 rows of features are added, put in order and removed, except the last one', async () => {
    await addsAndRemoves('Product Features', 'Add Feature', (row) => `Feature ${row}`)
    await form.getByLabel('Feature 1', { exact: true }).fill('Second')
    await form.getByRole('button', { name: 'Add Feature' }).click()
    await expect(form.getByLabel('Feature 2', { exact: true })).toBeFocused()
    await form.getByLabel('Feature 2', { exact: true }).fill('First')
    await form.getByRole('button', { name: 'Add Feature' }).click()
    await form.getByRole('button', { name: 'Move feature 2 up' }).click()
    await expect(form.getByLabel('Feature 1', { exact: true })).toHaveValue('First')
  })
  await test.step('B142 so are rows of pictures', () => addsAndRemoves('Product Images', 'Add Image', (row) => `Image ${row}, address`))

  const files = form.getByLabel('Upload images')
  const picture = { name: 'a.png', mimeType: 'image/png', buffer: await png(700) }
  await files.setInputFiles(Array.from({ length: 6 }, () => picture))
  await expect(form.getByRole('main').getByRole('alert').filter({ hasText: 'You can only upload up to 5 images' })).toBeVisible()
  await files.setInputFiles([picture, { name: 'b.exe', mimeType: 'image/png', buffer: Buffer.from('MZ no picture') }])
  const alert = form.getByRole('main').getByRole('alert').filter({ hasText: 'Failed to upload images. Please try again.' })
  await expect(alert).toContainText("b.exe: This picture can't be read")
  await files.setInputFiles([picture])
  await expect(form.getByLabel('Image 1, address')).toHaveValue(/^\/media\/[\w-]+-700x600\.webp$/)
  await form.getByLabel('Image 1, alternative text').fill('The mat, rolled')
  await form.getByRole('button', { name: 'Add Image' }).click()
  expect(await faults(form)).toEqual([])

  await test.step('B143 Cancel leads back to the list, and asks before what was typed is lost', async () => {
    await form.getByRole('link', { name: 'Cancel' }).click()
    await form.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Back' }).click()
    await expect(form.getByLabel('Product name')).toHaveValue(name)
  })
  const request = await test.step('B144 Create Product says Creating... while it works', async () => {
    const { held, release } = gate()
    await form.route('**/api/products', (route) => held.then(() => route.continue()), { times: 1 })
    const [sent] = await Promise.all([
      form.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/api/products')),
      create.click(),
    ])
    await expect(form.getByRole('button', { name: 'Creating...' })).toBeInViewport()
    release()
    return sent
  })
  expect(request.postDataJSON()).toMatchObject({ priceUSD: 21.9, priceEUR: 19.9, stock: 7, features: ['First', 'Second'] })
  expect(request.postDataJSON().images).toHaveLength(1)
  await expect(toastOf(form, 'Product created successfully')).toBeVisible()
  await expect(form).toHaveURL(/\/business\/dashboard\?tab=products$/)
  await form.close()

  await expect(count).toHaveText(new RegExp(`of ${(before + 1).toLocaleString('en-US')}$`))
  await search(page, name)
  await expect(rowOf(page, name)).toContainText('Low Stock')
  await visit(page, `/products?search=${encodeURIComponent(name)}`)
  await visit(page, `/materials?search=${encodeURIComponent(name)}`)
  const card = page.getByRole('article').filter({ hasText: name })
  await expect(card.locator('source[type="image/avif"]')).toHaveAttribute('srcset', /-480\.avif 480w, .*-700x600\.avif 700w/)
  await context.close()
})

test('B28 B138 B145 B217 B311-B313 B315 a seller edits a product: unsaved work is asked for, another editor’s change is shown field by field, the stock of orders stays, and deleting asks first', async ({
  browser,
  shop,
}) => {
  const { seller, context, page } = await open(browser, shop)
  const product = await make(seller, unique('Kraft roll'))
  const params = { id: product.id }
  const { held, release } = gate()
  await page.route(
    `**/api/products/${product.id}/form`,
    async (route) => {
      await held
      await route.continue()
    },
    { times: 1 },
  )
  await page.goto(`/business/products/${product.id}/edit`)
  await expect(page.getByText('Loading product...')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible()
  await expect(page.getByRole('main').getByText('Edit Product', { exact: true })).toBeVisible()
  await page.getByLabel('Product name').fill('Kraft roll, wide')
  await page.getByRole('link', { name: 'Back to Products' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Product name')).toHaveValue('Kraft roll, wide')
  await page.getByLabel('Short description').fill('Mine.')

  await seller.api.productEdits.update({ params, body: { description: 'Changed elsewhere.' } })
  await seller.api.productEdits.bulkStock({ body: { updates: [{ id: product.id, stock: 5 }] } })
  const update = page.getByRole('button', { name: 'Update Product' })
  await update.click()
  const conflict = page.getByRole('main').getByRole('alert').filter({ hasText: 'changed this' })
  await expect(conflict).toContainText('Changed elsewhere.')
  expect(await faults(page)).toEqual([])
  await conflict.getByRole('button', { name: 'Use the saved ones' }).click()
  await expect(page.getByLabel('Short description')).toHaveValue('Changed elsewhere.')
  await expect(page.getByLabel('Product name')).toHaveValue('Kraft roll, wide')

  await page.route(`**/api/products/${product.id}`, (route) => route.abort())
  await update.click()
  await expect(toastOf(page, 'Failed to save product')).toBeVisible()
  await expect(page.getByLabel('Product name')).toHaveValue('Kraft roll, wide')
  await page.unroute(`**/api/products/${product.id}`)
  await test.step('B144 Update Product says Updating... while it works', async () => {
    const saving = gate()
    await page.route(`**/api/products/${product.id}`, (route) => saving.held.then(() => route.continue()), { times: 1 })
    await update.click()
    await expect(page.getByRole('button', { name: 'Updating...' })).toBeInViewport()
    saving.release()
    await expect(toastOf(page, 'Product updated successfully')).toBeVisible()
  })
  await expect(page).toHaveURL(/tab=products/)
  expect(await seller.api.products.byId({ params })).toMatchObject({ name: 'Kraft roll, wide', stock: 5 })

  await visit(page, `/business/products/${product.id}/edit`)
  await page.getByRole('button', { name: 'Delete Product' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Product' })
  await expect(dialog).toContainText(QUESTION)
  await page.route(`**/api/products/${product.id}`, (route) => route.abort())
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page, 'Failed to delete product')).toBeVisible()
  await page.unroute(`**/api/products/${product.id}`)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page, 'Product deleted successfully')).toBeVisible()
  await expect(page).toHaveURL(/tab=products/)
  await context.close()
})

test('a stock that sold while the form was open: a refused one is in sight with a way to the new count, a counted one says what was sold', async ({
  browser,
  shop,
}) => {
  const { seller, context, page } = await open(browser, shop)
  await page.setViewportSize({ width: 1440, height: 900 })
  const name = unique('Sold mat')
  const { id } = await make(seller, name)
  const buy = async (quantity: number) => {
    const buyer = await shop.customer()
    await buyer.api.cart.addItem({ body: { productId: id, quantity } })
    await placeOrder(buyer)
  }
  await visit(page, `/business/products/${id}/edit`)
  const stock = page.getByLabel('Stock')
  await page.getByLabel('Short description').fill('Typed meanwhile.')
  await stock.fill('1')
  await buy(3)
  // as far down as a screen can have it: under the bar
  await stock.evaluate((field) => window.scrollBy(0, field.getBoundingClientRect().bottom - window.innerHeight))
  await page.getByRole('button', { name: 'Update Product' }).click()
  const refusal = "Stock changed while you were editing: it was 8, and it's 5 now. Nothing was saved. Reload to enter a new count."
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: refusal }).first()).toBeVisible()
  await expect(stock).toBeFocused()
  await expect(stock).toBeInViewport()
  const isOnTop = (field: Element) => {
    const { x, y, width, height } = field.getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, y + height / 2) === field
  }
  expect(await stock.evaluate(isOnTop)).toBe(true)
  const reload = page.getByRole('button', { name: 'Reload stock' })
  expect(await reload.evaluate(isOnTop)).toBe(true)
  expect(await faults(page)).toEqual([])

  await reload.click()
  await expect(stock).toHaveValue('5')
  await expect(stock).toBeFocused()
  await expect(reload).toHaveCount(0)
  await expect(page.getByText(refusal)).toHaveCount(0)
  await expect(page.getByLabel('Short description')).toHaveValue('Typed meanwhile.')
  await stock.fill('9')
  await buy(2)
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(toastOf(page, 'Saved. Stock is 7: 2 units sold while you were editing.')).toBeVisible()
  expect(await seller.api.products.byId({ params: { id } })).toMatchObject({ stock: 7, description: 'Typed meanwhile.' })
  await context.close()
})

test('B29 B233 a seller looks at a product: everything of it, a red alert when it runs out, no dead link to a page that customers do not have; nobody else gets in', async ({
  browser,
  shop,
}) => {
  const { seller, context, page } = await open(browser, shop)
  const made = await make(seller, unique('View mat'), {
    fullDescription: 'All of it.',
    featured: true,
    features: ['Soft'],
    specifications: { Width: '40 cm' },
    sustainabilityMetrics: { carbonReduction: '1 kg a mat' },
  })
  await visit(page, `/business/products/${made.id}/view`)
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  /** The values of a part, by their names. */
  const shows = async (name: string, pairs: Record<string, string | RegExp>) => {
    await part(name).scrollIntoViewIfNeeded()
    await expect(part(name).getByRole('heading', { name })).toBeInViewport()
    await expect(part(name).getByRole('term')).toHaveText(Object.keys(pairs))
    await expect(part(name).getByRole('definition')).toHaveText(Object.values(pairs))
  }
  const header = page.getByRole('main')
  await test.step('B155 Back leads to the list', async () => {
    await expect(header.getByRole('link', { name: /Back$/ })).toBeInViewport()
    await expect(header.getByRole('link', { name: /Back$/ })).toHaveAttribute('href', '/business/dashboard?tab=products')
  })
  await test.step('B149 its status, whether it is featured, and its category', async () => {
    for (const text of ['Active', 'Featured: Yes', 'mat']) await expect(header.getByText(text, { exact: true }).first()).toBeInViewport()
  })
  await test.step('B156 under 10 left a red alert advises to restock', async () => {
    const alert = header.locator('.notice.bad').filter({ hasText: 'Low Stock Alert' })
    await expect(alert).toBeInViewport()
    await expect(alert).toContainText('Only 8 units left. Restock to 50 or more units.')
  })
  await test.step('B147 its pictures, or that there are none', () =>
    expect(part('Images').getByText('No images uploaded')).toBeInViewport())
  await test.step('B148 both descriptions, features, and specifications with their values', async () => {
    await expect(part('Description').getByRole('paragraph')).toHaveText([`${made.name}, short.`, 'All of it.'])
    await expect(part('Features').getByRole('listitem')).toHaveText(['Soft'])
    await shows('Specifications', { Width: '40 cm' })
  })
  await test.step('B150 both prices and the stock in units', () =>
    shows('Pricing & Inventory', { 'Price USD': '$12.50', 'Price EUR': '€11.00', Stock: '8 units' }))
  await test.step('B151 what it spares', () =>
    shows('Sustainability', { 'Energy efficiency': 'Not given', 'Material savings': 'Not given', 'Carbon reduction': '1 kg a mat' }))
  await test.step('B152 the days of its making and of its last change', () =>
    shows('Dates', { Created: /[A-Z][a-z]{2,8} \d{1,2}, \d{4}/, Updated: /[A-Z][a-z]{2,8} \d{1,2}, \d{4}/ }))
  await test.step('B153 the way to its page in the shop', async () => {
    await page.getByRole('link', { name: 'View Public Page' }).scrollIntoViewIfNeeded()
    await expect(page.getByRole('link', { name: 'View Public Page' })).toHaveAttribute('href', `/products/${made.slug}`)
    await expect(page.getByRole('link', { name: 'View Public Page' })).toBeInViewport()
  })
  await seller.api.productEdits.activate({ params: { id: made.id }, body: { active: false } })
  await seller.api.productEdits.update({ params: { id: made.id }, body: { stock: 70, category: 'mat-maker', type: 'machine' } })
  await page.reload()
  await expect(page.getByRole('button', { name: 'View Public Page' })).toBeDisabled()
  await expect(page.getByText('Inactive: hidden from customers')).toBeVisible()
  await expect(page.getByText('mat maker', { exact: true })).toBeVisible()
  await expect(page.getByText('Low Stock Alert')).toHaveCount(0)
  await test.step('B154 Edit Product opens its form', async () => {
    await page.getByRole('link', { name: 'Edit Product' }).click()
    await expect(page.getByRole('heading', { level: 1, name: made.name })).toBeInViewport()
    await expect(page.getByRole('main').getByText('Edit Product', { exact: true })).toBeInViewport()
    await expect(page.getByLabel('Product name')).toHaveValue(made.name)
  })
  await test.step('B157 a product that is not there or not theirs is not found', async () => {
    await visit(page, `/business/products/${randomUUID()}/view`)
    await expect(page.getByRole('heading', { name: 'Product Not Found' })).toBeVisible()
    await expect(page.getByText("The product you're looking for doesn't exist or you don't have permission to view it.")).toBeInViewport()
  })
  await context.close()

  const staff = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
  const other = await staff.newPage()
  const asked: string[] = []
  other.on('request', (request) => asked.push(request.url()))
  for (const path of [
    '/business/products/new',
    `/business/products/${made.id}/edit`,
    `/business/products/${made.id}/view`,
    '/business/profile',
  ]) {
    await other.goto(path)
    await expect(other).toHaveURL(/:\d+\/$/)
  }
  expect(asked.filter((url) => url.includes('/api/business/profile'))).toEqual([])
  await staff.close()
})
