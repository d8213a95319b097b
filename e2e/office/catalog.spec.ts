import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { faults, listen } from '../sound.ts'
import { make, openAs, slugOf, unique } from '../staff-catalog.ts'
import { expect, gate, narrow, test, toastOf, visit } from '../story.ts'

/* The catalog as staff run it: products, their statuses and their categories. */

const QUESTION = 'Are you sure you want to delete this product? This action cannot be undone.'

const rowOf = (page: Page, name: string): Locator => page.getByRole('row', { name: new RegExp(name) })
const sentence = (page: Page, text: string) => page.getByRole('main').getByRole('alert').filter({ hasText: text })

async function search(page: Page, text: string) {
  await page.getByLabel('Search name or description').fill(text)
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === text)
}

const png = (width: number) =>
  sharp({ create: { width, height: 600, channels: 3, background: '#dcb57f' } })
    .png()
    .toBuffer()

/** Answers a call of this method and path once, instead of the shop. */
async function once(page: Page, method: string, path: RegExp, answer: 'offline' | { status: number; detail: string }) {
  await page.route(
    path,
    async (route) => {
      if (route.request().method() !== method) return route.fallback()
      if (answer === 'offline') return route.abort()
      const body = JSON.stringify({ type: 'about:blank', title: 'x', ...answer })
      return route.fulfill({ status: answer.status, contentType: 'application/problem+json', body })
    },
    { times: 1 },
  )
}

test('F7.3.8 B17 B18 B70-B72 staff add a product of the business they choose: what is missing is said in order, pictures are uploaded, at most five, and a failure loses nothing (B305, B307, B309, B342)', {
  tag: '@smoke',
}, async ({ browser, shop }) => {
  const { context, page } = await openAs(browser, shop, 'staff')
  const heard = listen(page)
  await visit(page, '/admin/products')
  await expect(page.getByRole('grid', { name: 'Products' })).toBeVisible()
  await page.getByRole('link', { name: 'Add Product' }).click()
  await expect(page).toHaveURL(/\/admin\/products\/new$/)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Product Images',
    'Basic Information',
    'Description',
    'Features',
    'Specifications',
    'Sustainability',
    'Savings calculator',
    'Trade and logistics',
    'Delivery and address',
  ])
  const business = page.getByLabel('Business', { exact: true })
  await expect(business).toHaveValue('')
  const create = page.getByRole('button', { name: 'Create Product' })
  await create.click()
  await test.step('B203 what is missing is said, at its field', async () => {
    await expect(sentence(page, 'Please fill in all required fields including both USD and EUR prices')).toBeVisible()
    await expect(business).toBeFocused()
    await business.selectOption({ label: 'North Fold Works' })
    await create.click()
    await expect(page.getByLabel('Product name')).toBeFocused()
    await expect(page.getByLabel('Product name')).toBeInViewport()
  })
  expect(await faults(page)).toEqual([])

  const name = unique('Fold cutter')
  await page.getByLabel('Product name').fill(name)
  await page.getByLabel('Short description').fill('Cuts cardboard.')
  await test.step('B207 category and type are required, and no stock is below 0', async () => {
    await expect(page.getByLabel('Category')).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('Category').selectOption({ label: 'Mat Makers' })
    await expect(page.getByLabel('Type', { exact: true })).toHaveValue('machine')
    await expect(page.getByLabel('Stock', { exact: true })).toHaveAttribute('min', '0')
  })
  await page.getByLabel(/^Price in USD/).fill('0')
  await page.getByLabel(/^Price in EUR/).fill('1100.50')
  await expect(page.getByLabel(/^Price in USD/)).toHaveAttribute('step', '0.01')
  await expect(page.getByLabel(/^Price in USD/)).toHaveAttribute('min', '0')
  await test.step('B204 a price of zero counts as missing', async () => {
    await create.click()
    await expect(sentence(page, 'Please fill in all required fields including both USD and EUR prices')).toBeVisible()
    await expect(page.getByLabel(/^Price in USD/)).toBeFocused()
    await expect(page.getByLabel(/^Price in USD/)).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel(/^Price in USD/).fill('1250')
  })
  await test.step('B205 a product without a picture is refused', async () => {
    await create.click()
    await expect(sentence(page, 'Please upload at least one product image')).toBeVisible()
    await expect(page).toHaveURL(/\/admin\/products\/new$/)
  })

  const files = await Promise.all(
    [640, 641, 642, 643, 644, 645].map(async (width) => ({ name: `${width}.png`, mimeType: 'image/png', buffer: await png(width) })),
  )
  const input = page.locator('input[type=file]')
  await test.step('B208 of six pictures none is taken', async () => {
    await input.setInputFiles(files)
    await expect(page.getByText('You can only upload up to 5 images')).toBeInViewport()
    await expect(page.getByLabel('Image 2, address')).toHaveCount(0)
  })
  await test.step('B210 a file that is no picture is refused', async () => {
    await input.setInputFiles([{ name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }])
    await expect(page.getByText('Failed to upload images. Please try again.')).toBeInViewport()
  })
  await test.step('B209 pictures are really uploaded, and shown', async () => {
    await input.setInputFiles(files.slice(0, 2))
    for (const at of [1, 2]) {
      const address = page.getByLabel(`Image ${at}, address`)
      await expect(address).toHaveValue(/^\/media\//)
      const answer = await page.request.get(await address.inputValue())
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/webp'])
    }
  })

  await once(page, 'POST', /\/api\/products$/, { status: 409, detail: 'Another product has this address.' })
  await create.click()
  await expect(toastOf(page, 'Failed to create product')).toBeVisible()
  await expect(sentence(page, 'Another product has this address.')).toBeVisible()
  await once(page, 'POST', /\/api\/products$/, 'offline')
  await create.click()
  await expect(toastOf(page, 'An error occurred. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Product name')).toHaveValue(name)
  await create.click()
  await expect(toastOf(page, 'Product created successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/products$/)
  await expect(rowOf(page, name)).toContainText('$1,250.00')
  expect(heard.filter((text) => !/Failed to load resource/.test(text))).toEqual([])
  await context.close()
})

test('B19 B62 B338 B217 B304 B306 B308 B310 staff edit a product by id or slug; what another editor changed is shown, leaving asks, its history names the editors, a copy is Inactive, and deleting asks first', async ({
  browser,
  shop,
}) => {
  const { account, context, page } = await openAs(browser, shop, 'staff')
  const name = unique('Slit mat')
  const made = await make(account, name, { images: [] })
  const { held, release } = gate()
  await page.route('**/api/products/slug/*', (route) => held.then(() => route.continue()))
  await visit(page, `/admin/products/${made.id}/edit`)
  await expect(page).toHaveURL(new RegExp(`/admin/products/${slugOf(name)}/edit$`))
  await page.getByLabel('Image 1, address').fill('https://pictures.test/mat.jpg')
  release() // the address by id has brought the form: it waits for no reading by slug, and what is typed stays
  await page.getByLabel('Short description').fill('Mine.')
  await page.getByRole('link', { name: 'Back to Products' }).click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()

  await account.api.productEdits.update({ params: { id: made.id }, body: { priceUSD: 14, description: 'Theirs.' } })
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(sentence(page, 'changed this')).toContainText('Theirs.')
  await expect(page.getByLabel(/^Price in USD/)).toHaveValue('14.00')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect(toastOf(page, 'Product updated successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/products$/)

  await visit(page, `/admin/products/${made.slug}/edit?mode=view`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update Product' })).toHaveCount(0)
  const history = page.getByRole('region', { name: 'Change history' })
  await expect(history).toContainText('Mine.')
  await expect(history).toContainText('Application Admin')
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(toastOf(page, 'Product duplicated. The copy is Inactive.')).toBeVisible()
  await expect(page.getByText('Inactive: hidden from customers.')).toBeVisible()
  await expect(page.getByLabel('Product name')).toHaveValue(new RegExp(name))

  await page.getByRole('button', { name: 'Delete Product' }).click()
  await expect(page.getByRole('dialog').getByText(QUESTION)).toBeVisible()
  await once(page, 'DELETE', /\/api\/products\//, { status: 500, detail: 'Broken.' })
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page, 'Failed to delete product')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page, 'Product deleted successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/products$/)
  await visit(page, '/admin/products/no-such-product/edit')
  await expect(page.getByRole('heading', { name: 'Product Not Found' })).toBeVisible()
  await context.close()
})

test('B5 B25 B105 B185 B186 B316 B317 the super admin searches and narrows the whole catalog, sees each product with its badge, prices and stock, and sets any status in any order', async ({
  browser,
  shop,
}) => {
  const { account, context, page } = await openAs(browser, shop, 'super')
  const name = unique('Packing chip')
  await make(account, name, { category: 'chip', featured: true })
  await visit(page, '/super-admin/products')
  const before = await account.api.staffProducts.counts()
  for (const [label, value] of [
    ['Total', before.total],
    ['Active', before.active],
    ['Inactive', before.inactive],
    ['Suspended', before.suspended],
    ['Featured and active', before.featuredActive],
  ] as const)
    await expect(page.locator('.figure-line > div').filter({ has: page.getByText(label, { exact: true }) })).toContainText(String(value))
  await search(page, name)
  const row = rowOf(page, name)
  await test.step('B97 a row has category, business, both prices, stock and the day of its making', async () => {
    for (const text of ['Chips', 'North Fold Works', '€11.00', 'Low Stock']) await expect(row.getByText(text).first()).toBeInViewport()
    await expect(row.getByRole('gridcell').filter({ hasText: '€11.00' })).toHaveText(/^\$12\.50\s*€11\.00$/)
    await expect(row.getByRole('gridcell').filter({ hasText: 'Low Stock' })).toHaveText(/^8\s*Low Stock$/)
    await expect(row.getByRole('time').first()).toHaveText(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/)
  })
  await test.step('B96 a row has the name, with the badge Featured', async () => {
    await expect(row.getByRole('link', { name, exact: true })).toBeInViewport()
    await expect(row.getByText('Featured', { exact: true }).first()).toBeInViewport()
  })
  await narrow(page, 'Category', 'Mats')
  await expect(page.getByText('No products found matching your criteria.')).toBeVisible()
  await narrow(page, 'Category', 'Chips')
  await narrow(page, 'Status', 'Featured')
  await expect(row).toBeVisible()

  const status = page.getByLabel(`Status of ${name}`)
  const isPublic = async () =>
    (await shop.visitor.products.list({ query: { search: name } })).items.some((product) => product.name === name)
  await test.step('B100 the status is chosen in the row', async () => {
    await expect(status).toBeInViewport()
    await status.selectOption('Suspended')
    await expect(toastOf(page, 'Product status updated successfully')).toBeVisible()
  })
  await expect(row.getByText('Suspended', { exact: true }).first()).toBeVisible()
  expect(await isPublic()).toBe(false)
  await narrow(page, 'Status', 'Any')
  await test.step('B95 what is not active is shown or hidden', async () => {
    await page.getByLabel('Show non-active').uncheck()
    await expect(page.getByText('No products found matching your criteria.')).toBeVisible()
    await page.getByLabel('Show non-active').check()
    await expect(row).toBeInViewport()
  })
  await once(page, 'PATCH', /\/status$/, { status: 500, detail: 'Broken.' })
  await status.selectOption('Active')
  await expect(toastOf(page, 'Failed to update product status')).toBeVisible()
  await status.selectOption('Deleted')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No products found matching your criteria.')).toBeVisible()
  await narrow(page, 'Status', 'Deleted')
  await status.selectOption('Active')
  await expect.poll(isPublic).toBe(true)
  await narrow(page, 'Status', 'Active')
  await expect(row).toBeVisible()

  const opens = async (link: string, address: RegExp) => {
    const opening = context.waitForEvent('page')
    await row.getByRole('link', { name: `${link} ${name} in a new tab` }).click()
    const tab = await opening
    await expect(tab).toHaveURL(address)
    await expect(tab.getByRole('heading', { level: 1 })).toBeInViewport()
    return tab
  }
  await test.step('B98 View opens its page in a new tab, to be read only', async () => {
    const tab = await opens('View', /\/edit\?mode=view$/)
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(tab.getByRole('button', { name: 'Update Product' })).toHaveCount(0)
    await tab.close()
  })
  await test.step('B99 Edit opens its form in a new tab', async () => {
    const tab = await opens('Edit', /\/edit$/)
    await expect(tab.getByLabel('Product name')).toHaveValue(name)
    await tab.close()
  })
  await test.step('B101 Refresh reads what has changed since', async () => {
    await expect(row.getByText('€11.00')).toBeInViewport()
    const [product] = (await shop.visitor.products.list({ query: { search: name } })).items
    await account.api.productEdits.update({ params: { id: product?.id ?? '' }, body: { priceEUR: 10.5 } })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(row.getByText('€10.50')).toBeInViewport()
  })
  await test.step('B103 Add Product opens an empty form', async () => {
    await page.getByRole('link', { name: 'Add Product' }).click()
    await expect(page).toHaveURL(/\/admin\/products\/new$/)
    await expect(page.getByLabel('Product name')).toHaveValue('')
    await page.goBack()
    await expect(page).toHaveURL(/\/super-admin\/products/)
  })
  await test.step('B102 Back to Super Dashboard', async () => {
    await page.getByRole('link', { name: 'Back to Super Dashboard' }).click()
    await expect(page).toHaveURL(/\/super-admin\/dashboard$/)
  })
  await context.close()
})

test('a status set beside a half-written form is no conflict with it, and a copy is not made the way out of it without a question', async ({
  browser,
  shop,
}) => {
  const { account, context, page } = await openAs(browser, shop, 'super')
  const made = await make(account, unique('Jar ring'), { images: ['https://images.example/ring.png'] })
  await visit(page, `/admin/products/${made.slug}/edit`)
  await page.getByLabel('Short description').fill('Rings for jars of every size.')
  await page.getByLabel(`Status of ${made.name}`).selectOption('Inactive')
  await expect(toastOf(page, 'Product status updated successfully')).toBeVisible()
  await expect(page.getByText('Inactive: hidden from customers.')).toBeVisible()
  await page.getByRole('button', { name: 'Duplicate' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(toastOf(page, 'Product updated successfully!')).toBeVisible()
  await context.close()
})

test('B60 B61 B63 the admin dashboard of products and content: its Products tab adds, edits and deletes, and narrows by three statuses', async ({
  browser,
  shop,
}) => {
  const { account, context, page } = await openAs(browser, shop, 'staff')
  const name = unique('Edge strip')
  const made = await make(account, name, { images: [] })
  await visit(page, '/admin/content')
  const tabs = page.getByRole('navigation', { name: 'Products and content' })
  await expect(tabs.getByRole('link')).toHaveText(['Products', 'Blog & Content'])
  await expect(page.getByRole('link', { name: 'Add Product' })).toHaveAttribute('href', '/admin/products/new')
  await page.locator('summary', { hasText: 'Status' }).click()
  await expect(page.getByRole('group', { name: 'Status' }).locator('label')).toHaveText(['Active', 'Inactive', 'Suspended'])
  await page.locator('summary', { hasText: 'Status' }).click()
  await narrow(page, 'Status', 'Active')
  await search(page, name)
  await expect(rowOf(page, name).getByRole('link', { name: `Edit ${name}` })).toHaveAttribute('href', `/admin/products/${made.id}/edit`)
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(page.getByRole('dialog').getByText(QUESTION)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page, 'Product deleted successfully')).toBeVisible()
  await expect(page.getByText('No products found matching your criteria.')).toBeVisible()
  await tabs.getByRole('link', { name: 'Blog & Content' }).click()
  await expect(page).toHaveURL(/\?tab=blog$/)
  await context.close()
})
